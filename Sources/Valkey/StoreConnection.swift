import TLS
import UV

/// One connection to the store: commands out, replies in the same order.
///
/// The commands of one turn of the loop are sent with one write. Confined to the loop.
final class StoreConnection {
    typealias Completion = (Result<StoreReply, StoreError>) -> Void

    private let stream: TCPStream
    private let session: TLSSession?
    private let reader: RESPReader
    private var output: [UInt8] = []
    /// The completions of the commands that have no reply yet, from `firstPending` on.
    private var pending: [Completion?] = []
    private var firstPending = 0
    /// The number of `tick`s since the last reply, or since the first pending command.
    private var silentTicks = 0
    /// Called when a command is sent while no other has been waiting for its reply.
    var onWaiting: (() -> Void)?
    /// Called once, when the connection has ended and all pending commands have failed.
    private var onEnd: ((StoreError) -> Void)?

    /// Takes over a connected stream.
    init(_ stream: TCPStream, _ session: TLSSession?, onEnd: @escaping (StoreError) -> Void) throws(StoreError) {
        self.stream = stream
        self.session = session
        self.onEnd = onEnd
        reader = try RESPReader()
    }

    func start() {
        stream.disableDelay()
        stream.onBytes = { [weak self] in self?.received($0) }
        stream.onEnd = { [weak self] error in
            self?.end(.lost(error.map { "\($0)" } ?? "it was closed by the store"))
        }
        do { try stream.startReading() } catch { return end(.lost("\(error)")) }
        // The client's first flight.
        if session != nil { decrypt([UInt8]().span) }
    }

    /// Sends a command at the end of this turn; the reply, or the error of the connection, goes to `completion`.
    func send(_ command: StoreCommand, prefix: [String] = [], _ completion: @escaping Completion) {
        guard onEnd != nil else { return completion(.failure(.lost("it has ended"))) }
        command.write(to: &output, prefix: prefix)
        let isFirst = firstPending == pending.count
        pending.append(completion)
        guard isFirst else { return }
        silentTicks = 0
        onWaiting?()
    }

    /// Writes what `send` has collected.
    func flush() {
        guard !output.isEmpty, onEnd != nil else { return }
        do throws(UVError) {
            guard let session else {
                try push(output.span)
                return output.removeAll(keepingCapacity: true)
            }
            guard session.isEstablished else { return }
            guard session.encrypt(output.span) == output.count else { return end(.lost("TLS cannot be written")) }
            output.removeAll(keepingCapacity: true)
            try drain(session)
        } catch {
            end(.lost("\(error)"))
        }
    }

    /// Ends the connection if the oldest command has had no reply for this many ticks.
    ///
    /// Ticks are counted instead of time, so that a replica that was suspended reads before it gives up.
    ///
    /// - Returns: Whether a command has had no reply yet.
    func tick(limit: Int, milliseconds: Int) -> Bool {
        guard firstPending < pending.count else { return false }
        silentTicks += 1
        if silentTicks > limit { end(.lost("no reply within \(milliseconds) ms")) }
        return firstPending < pending.count
    }

    /// Closes the stream, calls `onEnd`, and fails all pending commands.
    ///
    /// The system does not go on to send commands that have failed.
    func end(_ error: StoreError) {
        guard let onEnd = onEnd.take() else { return }
        if firstPending < pending.count { stream.closeReset() } else { stream.close() }
        let failed = pending[firstPending...]
        (pending, firstPending) = ([], 0)
        onEnd(error)
        for completion in failed { completion?(.failure(error)) }
    }

    private func received(_ bytes: Span<UInt8>) {
        if session != nil { decrypt(bytes) } else { read(bytes) }
    }

    private func decrypt(_ bytes: Span<UInt8>) {
        guard let session else { return }
        let progress = session.decrypt(bytes) { read($0) }
        do { try drain(session) } catch { return end(.lost("\(error)")) }
        switch progress {
        case .goesOn: if session.isEstablished { flush() }
        case .closed: end(.lost("it was closed by the store"))
        case .failed(let error): end(StoreError(.unreachable, "TLS to the store failed: \(error)"))
        }
    }

    private func read(_ bytes: Span<UInt8>) {
        do throws(StoreError) {
            try reader.feed(bytes) { reply in complete(reply) }
        } catch {
            end(error)
        }
    }

    private func complete(_ reply: StoreReply) {
        guard firstPending < pending.count else {
            return end(StoreError(.protocolViolation, "the store has sent a reply that belongs to no command"))
        }
        let completion = pending[firstPending].take()
        firstPending += 1
        silentTicks = 0
        if firstPending == pending.count {
            pending.removeAll(keepingCapacity: true)
            firstPending = 0
        } else if firstPending >= 1024, firstPending * 2 > pending.count {
            pending.removeFirst(firstPending)
            firstPending = 0
        }
        completion?(.success(reply))
    }

    private func drain(_ session: TLSSession) throws(UVError) {
        _ = try session.drain { bytes throws(UVError) in
            try push(bytes)
            return bytes.count
        }
    }

    /// Writes bytes, the rest of which libuv keeps if the socket is full.
    private func push(_ bytes: Span<UInt8>) throws(UVError) {
        let sent = try stream.tryWrite(bytes)
        if sent < bytes.count { try stream.write(bytes.extracting(sent..<bytes.count)) }
    }
}

extension StoreError {
    /// Creates the error of a connection that was lost.
    fileprivate static func lost(_ reason: String) -> StoreError {
        StoreError(.unreachable, "the connection to the store was lost: \(reason)")
    }
}
