package import Messages

/// The steps of sending a response: delay, head, pieces of the body with pauses, and the end.
package struct SendPlan: Sequence, IteratorProtocol, Hashable {
    package enum Step: Hashable {
        /// The delay before the head, which follows the clock of the response's group.
        case delay(milliseconds: Int)
        case wait(milliseconds: Int)
        case head
        /// A range of the body's bytes.
        case body(Range<Int>)
        /// A range of the body's bytes that is read from its `BodySource` first.
        case read(Range<Int>)
        /// The next piece of a live body; the same step follows until the body ends.
        case live
        /// The end of the response: complete (nil), or with a fault.
        case end(Fault.Effect?)
    }

    private enum Stage: Hashable { case delay, head, pause, piece, live, rest, ended }

    private let delay: Int
    private let hasHead: Bool
    private let bodyEnd: Int
    private let effect: Fault.Effect?
    private let schedule: PacingSchedule
    private let isRead: Bool
    /// The pause after each piece of a live body, in milliseconds; nil: the body is not live.
    private let liveInterval: Int?
    private var stage = Stage.delay
    private var piece = 0
    private var offset = 0

    /// The plan of a response that has `bodyLength` bytes of body.
    package init(_ response: Response, bodyLength: Int) {
        self.init(response, bodyLength) { response.rendered.bodyLength(bringing: $0) }
    }

    /// The plan of a response whose ranges count `contentLength` bytes of its content, without chunk framing.
    package init(_ response: Response, contentLength: Int) {
        self.init(response, contentLength) { Swift.max(0, $0) }
    }

    private init(_ response: Response, _ bodyLength: Int, _ lengthBringing: (Int) -> Int) {
        let rendered = response.rendered
        let phase = rendered.fault?.phase
        delay = response.delayMilliseconds
        effect = rendered.fault?.effect
        hasHead = phase != .request && rendered.headLength > 0
        bodyEnd =
            switch phase {
            case .none: bodyLength
            case .request, .head: 0
            case .bodyBytes(let count): Swift.min(lengthBringing(count), bodyLength)
            }
        schedule = PacingSchedule(rendered.pacing, length: bodyLength)
        isRead = rendered.source != nil
        liveInterval = rendered.live?.intervalMilliseconds
    }

    package mutating func next() -> Step? {
        switch stage {
        case .delay:
            stage = .head
            return delay > 0 ? .delay(milliseconds: delay) : next()
        case .head:
            stage = liveInterval == nil ? .pause : .live
            return hasHead ? .head : next()
        case .pause:
            stage = offset < bodyEnd ? .piece : .ended
            guard stage == .piece else { return .end(effect) }
            let milliseconds = schedule.pause(before: piece)
            return milliseconds > 0 ? .wait(milliseconds: milliseconds) : next()
        case .piece:
            let end = Swift.min(schedule.end(of: piece), bodyEnd)
            let range = isRead ? (offset..<end).prefix(BodySource.pieceLength) : offset..<end
            offset = range.upperBound
            if offset == end { (stage, piece) = (.pause, piece + 1) }
            return isRead ? .read(range) : .body(range)
        case .live:
            stage = .rest
            return .live
        case .rest:
            stage = .live
            return .wait(milliseconds: liveInterval ?? 0)
        case .ended: return nil
        }
    }
}

/// The pieces of a body of known length, and the pause before each.
struct PacingSchedule: Hashable {
    private let length: Int
    private let pieces: Int
    private let pieceLength: Int
    private let totalMilliseconds: Int

    init(_ pacing: Pacing, length: Int) {
        self.length = length
        switch pacing {
        case .none:
            (pieces, totalMilliseconds) = (1, 0)
            pieceLength = length
        case .dribble(let wanted, let total):
            // At most as many pieces as bytes.
            pieces = max(1, min(wanted, length))
            pieceLength = length / pieces
            totalMilliseconds = max(0, total)
        case .throttle(let bytesPerSecond):
            let rate = max(1, bytesPerSecond)
            let (product, overflow) = length.multipliedReportingOverflow(by: 1000)
            totalMilliseconds = overflow ? .max : product / rate
            // Ten pieces a second, of at least one byte.
            pieceLength = max(1, rate / 10)
            pieces = max(1, (length + pieceLength - 1) / pieceLength)
        }
    }

    /// Returns the end of a piece; the last one has the remainder.
    func end(of piece: Int) -> Int {
        piece + 1 >= pieces ? length : pieceLength * (piece + 1)
    }

    /// Returns the pause before a piece, in milliseconds; the pauses add up to the total, despite rounding.
    func pause(before piece: Int) -> Int {
        due(piece + 1) - due(piece)
    }

    private func due(_ piece: Int) -> Int {
        guard piece < pieces else { return totalMilliseconds }
        let product = totalMilliseconds.multipliedFullWidth(by: piece)
        return pieces.dividingFullWidth(product).quotient
    }
}
