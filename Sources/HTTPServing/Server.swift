package import Messages
package import UV

/// A server on one loop: listens, keeps its connections within limits, and ends them.
package final class Server {
    package let loop: Loop
    package let configuration: ServerConfiguration

    package let responder: any Responder
    package let dates: DateCache
    /// The time for frames of HTTP/2.
    package let frames: TurnBudget
    /// The time for TLS handshakes.
    let handshakes: TurnBudget
    let protocols: ServedProtocols
    private var datesCheckedAt = Int.min
    private var listeners: [TCPListener] = []
    private var connections = ConnectionTable()
    /// The connections that wait for the responder, by token.
    private var waiting: [ResponseToken: any ServedConnection] = [:]
    private var memory = MemoryRelease()
    private var sweeper: LoopTimer?
    private var graceTimer: LoopTimer?
    private var isClosing = false
    private var onDrained: [() -> Void] = []

    package init(
        loop: Loop,
        configuration: ServerConfiguration,
        protocols: ServedProtocols,
        responder: any Responder
    ) {
        self.loop = loop
        self.protocols = protocols
        self.configuration = configuration
        self.responder = responder
        dates = DateCache(format: configuration.formatDate)
        frames = TurnBudget(on: loop, configuration.turns)
        handshakes = TurnBudget(on: loop, configuration.handshakeTurns)
    }

    /// Accepts connections, also on the ports of earlier calls; with `reusePort` other loops can listen on the same port.
    ///
    /// - Returns: The port; if 0 was passed, the system has chosen it.
    /// - Throws: `UVError` if the port is in use, or the address does not belong to this machine.
    @discardableResult
    package func listen(
        host: String,
        port: Int,
        reusePort: Bool = false,
        tls offer: TLSOffer = .none
    ) throws(UVError) -> Int {
        let listener = try TCPListener(on: loop, host: host, port: port, reusePort: reusePort) { [self] stream in
            accept(stream, offer)
        }
        listeners.append(listener)
        return listener.address.port
    }

    /// The first address that it listens on; nil before `listen` and after it has stopped accepting.
    package var address: SocketAddress? { listeners.first?.address }

    /// The first port; 0 if it does not listen.
    package var port: Int { address?.port ?? 0 }

    /// Whether clients may agree on HTTP/2 by ALPN.
    package var speaksHTTP2: Bool { protocols.http2OverTLS != nil }

    package var connectionCount: Int { connections.count }

    /// Stops accepting, closes idle connections, and closes the others after their response in progress.
    ///
    /// - Parameters:
    ///   - grace: Milliseconds after which all connections are closed.
    ///   - completion: Called when the last connection is closed.
    package func drain(grace: Int, completion: @escaping () -> Void = {}) {
        onDrained.append(completion)
        stopAccepting()
        for connection in connections.all { connection.drain() }
        if graceTimer == nil { graceTimer = try? LoopTimer(on: loop) { [self] in closeAll() } }
        graceTimer?.start(afterMilliseconds: grace)
        finishIfEmpty()
    }

    /// Stops accepting and closes all connections at once.
    package func closeAll() {
        stopAccepting()
        for connection in connections.all { connection.close() }
        stopTimers()
        finishIfEmpty()
    }

    /// Ends the pending responses that belong to `group`, as the protocol of each connection allows.
    package func cancelPending(group: Int) {
        for connection in connections.all { connection.cancelPending(group: group) }
    }

    /// Sends the response to the request with this token; called on the loop's thread.
    ///
    /// - Returns: false if no request waits for the token: it has its response, its time is up (`ConnectionTimeouts`), or
    ///   its connection is closed.
    @discardableResult
    package func answer(_ token: ResponseToken, with response: Response) -> Bool {
        guard let connection = waiting[token] else { return false }
        connection.resume(token, with: response)
        return true
    }

    /// Lets `connection` wait for a token.
    ///
    /// - Returns: false if another connection waits for it.
    package func hold(_ token: ResponseToken, for connection: any ServedConnection) -> Bool {
        guard waiting[token] == nil else { return false }
        waiting[token] = connection
        return true
    }

    package func release(_ token: ResponseToken) {
        waiting[token] = nil
    }

    package func refreshDate() {
        let now = loop.now
        guard now != datesCheckedAt else { return }
        datesCheckedAt = now
        dates.refresh(wallClock: loop.wallClock)
    }

    /// Continues a client's connection in another form.
    func replace(_ old: any ServedConnection, with new: any ServedConnection) {
        connections.replace(old, with: new)
    }

    /// Called when the TLS handshake of an opening is done.
    func settle(_ opening: any ServedConnection) {
        connections.settle(opening)
    }

    private func forget(_ connection: any ServedConnection) {
        connections.remove(connection)
        loop.activity.countConnection(-1)
        finishIfEmpty()
    }

    // MARK: Connections

    private func accept(_ stream: TCPStream, _ offer: TLSOffer) {
        guard !isClosing else { return stream.close() }
        guard makeRoom() else { return reject(stream) }
        let wire = Wire(stream)
        let opening = Opening(wire, server: self, offer: offer)
        connections.add(opening)
        loop.activity.countConnection(1)
        memory.opened(connections.count)
        startSweeping()
        wire.start(
            opening,
            closing: { [self] in connections.beginClosing() },
            closed: { [self] connection in forget(connection) }
        )
    }

    private func reject(_ stream: TCPStream) {
        let kind = ConnectionProblem.Kind.tooManyConnections(limit: configuration.maxConnections)
        responder.connectionHasProblem(ConnectionProblem(kind, peer: stream.peerHost))
        stream.close()
    }

    /// Closes another connection if there are too many.
    ///
    /// - Returns: false if none can be closed.
    private func makeRoom() -> Bool {
        let limit = configuration.maxConnections
        guard !connections.hasRoom(limit: limit) else { return true }
        guard let connection = connections.leastUseful(limit: limit, turn: loop.now) else { return false }
        connection.close()
        return true
    }

    // MARK: Time-outs

    /// Starts the timer for all deadlines, which runs while there are connections, or memory to release after them.
    private func startSweeping() {
        guard connections.count == 1 else { return }
        if sweeper == nil { sweeper = try? LoopTimer(on: loop) { [self] in sweep() } }
        let timeouts = configuration.timeouts
        let shortest = min(timeouts.header, timeouts.idle, timeouts.linger, timeouts.response)
        let interval = max(5, min(500, shortest / 8))
        sweeper?.start(afterMilliseconds: interval, repeating: interval)
    }

    private func sweep() {
        let now = loop.now
        for connection in connections.all where connection.deadline <= now { connection.expire() }
        if memory.isDue(connections.count) { CurrentProcess.releaseMemory() }
        stopSweepingIfIdle()
    }

    private func stopSweepingIfIdle() {
        if connections.isEmpty, !memory.isPending { sweeper?.stop() }
    }

    // MARK: Ends

    private func stopAccepting() {
        isClosing = true
        for listener in listeners { listener.close() }
        listeners = []
    }

    private func finishIfEmpty() {
        guard connections.isEmpty else { return }
        stopSweepingIfIdle()
        guard isClosing else { return }
        stopTimers()
        let completions = onDrained
        onDrained = []
        for completion in completions { completion() }
    }

    private func stopTimers() {
        sweeper?.close()
        sweeper = nil
        graceTimer?.close()
        graceTimer = nil
        frames.close()
        handshakes.close()
    }
}
