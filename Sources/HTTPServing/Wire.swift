package import Messages
import TLS
package import UV

/// The bytes of one client's connection: a TCP stream, in the clear or under TLS, and the output that waits for it.
///
/// Its variables are private, and no other code runs while one is changed, so that the compiler omits the run-time
/// exclusivity checks, which every request would pay for.
package final class Wire {
    private let stream: TCPStream
    /// The connection that reads; nil before `start`, and when the stream is closed.
    private var connection: (any ServedConnection)?
    private var session: TLSSession?
    /// nil in the clear, and when the handshake is done.
    private var handshake: Handshake?
    private var output = OutputQueue()
    private var isBlocked = false
    /// Runs while the end of the connection waits for the client's system.
    private var deliveryTimer: LoopTimer?
    private var isTruncated = false
    /// The parameters of the TLS session; nil in the clear and during the handshake.
    package private(set) lazy var security = session?.facts.map { ConnectionSecurity($0) }

    /// Whether the server has stopped responding in the handshake, on purpose.
    package private(set) var isStalled = false
    private var handshakeError: TLSError?
    private var closing: (() -> Void)?

    package init(_ stream: TCPStream) {
        self.stream = stream
    }

    package var loop: Loop { stream.loop }
    /// The client's address as text, without the port; empty if it has disconnected.
    package var peerHost: String { stream.peerHost }
    package var isSecure: Bool { session != nil || handshake != nil }
    /// The handshake in which the connection ended; nil in the clear and after the handshake.
    package var failedHandshake: FailedHandshake? {
        guard handshake != nil else { return nil }
        return FailedHandshake(peer: peerHost, reason: handshakeError?.reason, fault: session?.fault?.rawValue)
    }

    /// Passes the received bytes to `connection`; calls `closing` when the stream begins to close, and `closed` at the end.
    package func start(
        _ connection: any ServedConnection,
        closing: @escaping () -> Void = {},
        closed: @escaping (any ServedConnection) -> Void
    ) {
        handOver(to: connection)
        self.closing = closing
        stream.onEnd = { [self] error in self.connection?.ended(isClean: error == nil) }
        stream.onWritten = { [self] error in wrote(error) }
        stream.onClosed = { [self] in
            let last = self.connection
            self.connection = nil
            beginClosing()
            if let last { closed(last) }
        }
        do { try stream.startReading() } catch { connection.close() }
    }

    /// Passes all further bytes to another connection.
    package func handOver(to connection: any ServedConnection) {
        self.connection = connection
        // In the clear nothing is between the stream and the connection.
        if session == nil { stream.onBytes = { bytes in connection.received(bytes) } }
    }

    // MARK: Input

    package func startReading() {
        try? stream.startReading()
    }

    package func stopReading() {
        stream.stopReading()
    }

    /// Begins TLS with the bytes that have arrived, which are the start of the handshake; it happens when `handshake` says.
    func secure(_ handshake: Handshake, _ bytes: Span<UInt8>) {
        self.handshake = handshake
        stream.onBytes = { [self] bytes in receive(bytes, handshake) }
        receive(bytes, handshake)
    }

    /// Continues the handshake if there is time in this turn, or else in one of the next.
    ///
    /// Meanwhile the stream is read on, so that a client that leaves is not waited for.
    private func receive(_ bytes: Span<UInt8>, _ handshake: Handshake) {
        guard handshake.isDue else {
            handshake.keep(bytes) { [weak self] bytes in
                guard let self, connection?.isClosed == false else { return }
                startReading()
                shakeHands(bytes, handshake)
            }
            return handshake.isFull ? stopReading() : ()
        }
        shakeHands(bytes, handshake)
    }

    private func shakeHands(_ bytes: Span<UInt8>, _ handshake: Handshake) {
        // A client that has shut down its side cannot finish a handshake.
        guard handshake.session != nil || !stream.hasPeerLeft else { return connection?.ended(isClean: true) ?? () }
        handshake.measure { session in
            self.session = session
            decrypt(bytes, session)
            if session.isEstablished { establish(session) }
        }
        if session == nil { connection?.close() }
    }

    private func establish(_ session: TLSSession) {
        handshake = nil
        stream.onBytes = { [self] bytes in decrypt(bytes, session) }
        connection?.handshakeSucceeded()
    }

    private func decrypt(_ bytes: Span<UInt8>, _ session: TLSSession) {
        guard !isStalled, handshakeError == nil else { return }
        let progress = session.decrypt(bytes) { plain in connection?.received(plain) }
        if session.fault != nil, let interruption = session.interruption { return interrupt(interruption) }
        if case .failed(let error) = progress, !session.isEstablished { handshakeError = error }
        // The handshake's next flight, or an alert.
        let isSent = isBlocked || (try? sendSealed(session)) != nil
        switch progress {
        case .goesOn where isSent: break
        case .closed where isSent: connection?.ended(isClean: true)
        case .goesOn, .closed, .failed: connection?.ended(isClean: false)
        }
    }

    /// Performs the fault instead of the handshake.
    private func interrupt(_ interruption: TLSFault.Interruption) {
        switch interruption {
        case .stall: isStalled = true
        case .reset: reset()
        case .close: cut()
        case .send(let bytes):
            _ = try? stream.tryWrite(bytes.span)
            cut()
        }
    }

    // MARK: Output

    /// Whether output waits for the system; the connection's `wrote` is called when it has accepted it.
    package var isWriting: Bool { isBlocked }

    /// Whether there is enough output for a write.
    package var isFull: Bool { output.isFull }

    package var hasOutput: Bool { !output.isEmpty }

    package func append(_ bytes: [UInt8]) {
        withOutput { $0.append(bytes) }
    }

    package func append(_ bytes: Span<UInt8>) {
        withOutput { $0.append(bytes) }
    }

    /// Appends a piece of a body, without copying a large one.
    package func append(piece bytes: [UInt8]) {
        withOutput { $0.appendPiece(bytes) }
    }

    /// Appends the head of a response with its `Connection` field and its dates.
    package func append(
        headOf response: RenderedResponse,
        _ field: HTTP1Framing.ConnectionField,
        _ dates: DateCache
    ) {
        withOutput { $0.appendHead(response, field, dates) }
    }

    /// Appends a part of a response's body, without copying a large one.
    package func append(bodyOf response: RenderedResponse, _ range: Range<Int>) {
        withOutput { $0.appendBody(response, range) }
    }

    /// Appends a response, with its body if it `hasBody`.
    package func append(
        _ response: RenderedResponse,
        hasBody: Bool,
        _ field: HTTP1Framing.ConnectionField,
        _ dates: DateCache
    ) {
        withOutput { output in
            // Compared by pattern: `==` of another module's type is a call through its witness table.
            if case .none = field, hasBody, response.message.count <= OutputQueue.copyLimit {
                output.appendWhole(response, dates)
            } else {
                output.appendHead(response, field, dates)
                if hasBody { output.appendBody(response, 0..<max(0, response.message.count - response.headLength)) }
            }
        }
    }

    /// Changes the output, which is empty meanwhile.
    @inline(__always)
    private func withOutput<Result, Failure: Error>(
        _ change: (inout OutputQueue) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var queue = OutputQueue()
        swap(&queue, &output)
        defer { swap(&queue, &output) }
        return try change(&queue)
    }

    /// Writes as much as the system accepts; the connection's `wrote` is called when there is room for the rest.
    ///
    /// - Returns: Whether everything is with the system.
    /// - Throws: `UVError` if the stream is closed or broken.
    package func flush() throws(UVError) -> Bool {
        guard !isBlocked else { return false }
        if let session { return try seal(session) }
        let isWritten = try withOutput { output throws(UVError) in
            if try output.drain({ bytes throws(UVError) in try stream.tryWrite(bytes) }) { return true }
            // The rest is written from a copy of limited size.
            try output.takePiece { bytes throws(UVError) in try stream.write(bytes) }
            return false
        }
        if isWritten { return true }
        isBlocked = true
        return false
    }

    private func seal(_ session: TLSSession) throws(UVError) -> Bool {
        while !output.isEmpty {
            var isAccepted = false
            let isCut = session.fault == .truncated && output.isOnePiece
            try withOutput { output throws(UVError) in
                try output.takePiece { bytes throws(UVError) in
                    let count = isCut ? bytes.count - 1 : bytes.count
                    isAccepted = session.encrypt(bytes.extracting(..<count)) == count
                }
            }
            if isCut { return try truncate(session) }
            guard isAccepted else { throw .closed("write under TLS") }
            guard try sendSealed(session) else { return false }
        }
        return try sendSealed(session)
    }

    /// Sends the encrypted part of a response, then FIN without the end of the session.
    private func truncate(_ session: TLSSession) throws(UVError) -> Bool {
        _ = try sendSealed(session)
        cut()
        throw .closed("write under TLS")
    }

    /// Writes the bytes that the session has encrypted.
    ///
    /// - Returns: Whether all of it is with the system.
    private func sendSealed(_ session: TLSSession) throws(UVError) -> Bool {
        if try session.drain({ bytes throws(UVError) in try stream.tryWrite(bytes) }) { return true }
        _ = try session.drain { bytes throws(UVError) in
            try stream.write(bytes)
            return bytes.count
        }
        isBlocked = true
        return false
    }

    private func wrote(_ error: UVError?) {
        isBlocked = false
        connection?.wrote(isDelivered: error == nil)
    }

    // MARK: Ends

    /// Ends the output; the client can still send.
    package func shutdown() {
        sayGoodbye()
        stream.shutdown()
    }

    package func close() {
        sayGoodbye()
        cut()
    }

    /// Closes the connection with FIN but without the end of the TLS session (RFC 8446 §6.1): the input is truncated.
    package func cut() {
        beginClosing()
        stream.close()
    }

    /// Omits the end of the TLS session from now on, so that its output looks truncated (RFC 8446 §6.1).
    package func truncate() {
        isTruncated = true
    }

    /// Closes the connection with RST, which discards what the client's system has not received.
    package func reset() {
        beginClosing()
        stream.closeReset()
    }

    /// Calls `delivered` when the client's system has received everything, unless the connection is closed before.
    package func whenDelivered(_ delivered: @escaping () -> Void) {
        guard stream.undeliveredBytes > 0 else { return delivered() }
        do {
            let timer = try deliveryTimer ?? LoopTimer(on: loop) { [weak self] in self?.whenDelivered(delivered) }
            deliveryTimer = timer
            timer.start(afterMilliseconds: 10)
        } catch {
            delivered()
        }
    }

    /// Called before the stream is closed.
    private func beginClosing() {
        closing.take()?()
        handshake?.leave()
        stopDeliveryTimer()
    }

    private func stopDeliveryTimer() {
        deliveryTimer?.close()
        deliveryTimer = nil
    }

    private func sayGoodbye() {
        guard let session, session.isEstablished, !isBlocked, !isTruncated else { return }
        session.close()
        _ = try? session.drain { bytes throws(UVError) in try stream.tryWrite(bytes) }
    }
}

extension ConnectionSecurity {
    fileprivate convenience init(_ facts: TLSFacts) {
        self.init(
            version: facts.version.description,
            cipher: facts.cipher,
            serverName: facts.serverName,
            applicationProtocol: facts.applicationProtocol,
            clientSubject: facts.peerSubject
        )
    }
}
