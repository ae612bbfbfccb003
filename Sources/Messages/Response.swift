/// One answer, ready for the wire.
package struct Response: Sendable {
    /// Head and body as they go out, framing included; shared between requests and never changed.
    package var message: [UInt8]
    /// The bytes of the head, its closing empty line included; 0: the message goes out as it is, whatever it is.
    package var headLength: Int
    package var dates: [DateStamp]
    package var delayMilliseconds: Int
    package var pacing: Pacing
    package var fault: Fault?
    /// Whether the connection ends after this response whatever the client asked for.
    package var closes: Bool
    /// What the response can be cancelled with while it waits, together with others; 0 and more.
    package var group: Int
    /// What few responses have, behind one reference, so that the others are moved cheaply.
    private var deferral: Deferral?

    private indirect enum Deferral {
        case source(BodySource)
        case work(@Sendable () -> any Sendable)
    }

    package init(
        message: [UInt8],
        headLength: Int,
        dates: [DateStamp] = [],
        delayMilliseconds: Int = 0,
        pacing: Pacing = .none,
        fault: Fault? = nil,
        closes: Bool = false,
        group: Int = -1
    ) {
        self.message = message
        self.headLength = headLength
        self.dates = dates
        self.delayMilliseconds = delayMilliseconds
        self.pacing = pacing
        self.fault = fault
        self.closes = closes
        self.group = group
    }

    /// A response that `Responder.complete` makes, on the loop, of what `work` returns on another thread.
    package init(after work: @escaping @Sendable () -> any Sendable) {
        self.init(message: [], headLength: 0)
        deferral = .work(work)
    }

    /// The body, where it is not in `message`; its length is in the head.
    package var source: BodySource? {
        get {
            guard case .source(let source)? = deferral else { return nil }
            return source
        }
        set { deferral = newValue.map { .source($0) } }
    }

    /// Runs on another thread; the response to send is then what `Responder.complete` makes of its result, not this one.
    package var work: (@Sendable () -> any Sendable)? {
        guard case .work(let work)? = deferral else { return nil }
        return work
    }

    /// Whether there is nothing but the message to send.
    package var isWhole: Bool { deferral == nil }
}
