import TLS
package import UV

/// A client of one store, which connects again when the connection is lost.
///
/// Confined to the loop. A command without a connection fails at once.
package final class StoreClient {
    package typealias Completion = (Result<StoreReply, StoreError>) -> Void

    /// Whether the store can be used.
    package enum Availability: Sendable {
        case connected(StoreFacts)
        case away(StoreError)
    }

    /// A command that has had no reply for so long ends the connection.
    private static let replyMilliseconds = 1000
    private static let tickMilliseconds = 50
    /// The limit of connecting to one address.
    private static let connectMilliseconds = 1000

    private let loop: Loop
    private let address: StoreAddress
    private let scripts: [StoreScript]
    /// The name of the connection in `CLIENT LIST`.
    private let name: String
    private let tls: TLSContext?
    private let onChange: (Availability) -> Void
    /// The SHA-1 of the scripts, as the store has returned them.
    private var digests: [ObjectIdentifier: String] = [:]
    /// The addresses of the host that this attempt has not tried yet.
    private var untried: ArraySlice<SocketAddress> = []
    private var connecting: TCPStream?
    /// The start of this attempt, by the loop's clock.
    private var attemptStart = 0
    private var connection: StoreConnection?
    /// The error that a store without a place for the server sends before it closes the connection.
    private var complaint: StoreError?
    private var isReady = false
    private var isClosed = false
    private var delay = ReconnectDelay()
    private var random = SystemRandomNumberGenerator()
    private var turnEnd: TurnEnd?
    private var ticker: LoopTimer?
    private var isTicking = false
    private var retryTimer: LoopTimer?
    private var connectTimer: LoopTimer?

    /// Creates a client, which connects at `start`; `authorities` is a PEM text, for the schemes with TLS.
    ///
    /// - Throws: A ``StoreError`` if OpenSSL or hiredis is missing, or the authorities are not valid.
    package init(
        on loop: Loop,
        _ address: StoreAddress,
        name: String,
        authorities: [UInt8],
        scripts: [StoreScript],
        onChange: @escaping (Availability) -> Void
    ) throws(StoreError) {
        self.loop = loop
        self.address = address
        self.name = name
        self.scripts = scripts
        self.onChange = onChange
        tls = try address.isSecure ? Self.context(authorities) : nil
        _ = try RESPReader()
    }

    private static func context(_ authorities: [UInt8]) throws(StoreError) -> TLSContext {
        do {
            let context = try TLSContext(.client)
            try context.trust(authorities, .required)
            return context
        } catch {
            throw StoreError(.library, "TLS to the store: \(error)")
        }
    }

    /// Connects, and again whenever the connection is lost.
    package func start() throws(UVError) {
        turnEnd = try TurnEnd(on: loop) { [weak self] in self?.connection?.flush() }
        ticker = try LoopTimer(on: loop) { [weak self] in self?.tick() }
        retryTimer = try LoopTimer(on: loop) { [weak self] in self?.connect() }
        connectTimer = try LoopTimer(on: loop) { [weak self] in self?.connectTooLong() }
        connect()
    }

    /// Ends the connection; pending commands fail.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        connecting.take()?.close()
        connection?.end(StoreError(.unreachable, "the server is stopping"))
        for handle in [turnEnd, ticker, retryTimer, connectTimer] as [Handle?] { handle?.close() }
    }

    /// Sends a command; an error reply is an error.
    package func send(_ command: StoreCommand, _ completion: @escaping Completion) {
        guard isReady, let connection else { return completion(.failure(.notConnected)) }
        connection.send(command) { completion($0.flatMap(\.orError)) }
    }

    /// Sends commands that the store runs as one step; the replies come in their order, or else the first error.
    package func send(
        atOnce commands: [StoreCommand],
        _ completion: @escaping (Result<[StoreReply], StoreError>) -> Void
    ) {
        guard isReady, let connection else { return completion(.failure(.notConnected)) }
        var failure: StoreError?
        for command in [StoreCommand("MULTI")] + commands {
            connection.send(command) { result in
                if case .failure(let error) = result.flatMap(\.orError) { failure = failure ?? error }
            }
        }
        connection.send(StoreCommand("EXEC")) { result in
            if let failure { return completion(.failure(failure)) }
            completion(
                result.flatMap(\.orError).flatMap { reply in
                    Result { () throws(StoreError) in
                        guard reply.elements.count == commands.count else { throw .notATransaction }
                        return try reply.elements.map { reply throws(StoreError) in try reply.orError.get() }
                    }
                }
            )
        }
    }

    /// Runs a script with the number of keys, the keys, and the arguments in `call`; an error reply is an error.
    ///
    /// A script that the store has forgotten is sent again, as a whole.
    package func run(_ script: StoreScript, _ call: StoreCommand, _ completion: @escaping Completion) {
        guard isReady, let connection, let digest = digests[ObjectIdentifier(script)] else {
            return completion(.failure(.notConnected))
        }
        connection.send(call, prefix: ["EVALSHA", digest]) { result in
            guard case .success(let reply) = result, StoreError.isUnknownScript(reply) else {
                return completion(result.flatMap(\.orError))
            }
            connection.send(call, prefix: ["EVAL", script.text]) { completion($0.flatMap(\.orError)) }
        }
    }

    /// The ticker runs only while a command waits for its reply, so that an idle server stays asleep.
    private func startTicking() {
        guard !isTicking else { return }
        isTicking = true
        ticker?.start(afterMilliseconds: Self.tickMilliseconds, repeating: Self.tickMilliseconds)
    }

    private func tick() {
        let limit = Self.replyMilliseconds / Self.tickMilliseconds
        guard connection?.tick(limit: limit, milliseconds: Self.replyMilliseconds) != true else { return }
        isTicking = false
        ticker?.stop()
    }

    // MARK: Connecting

    private func connect() {
        guard !isClosed else { return }
        attemptStart = loop.now
        SocketAddress.find(host: address.host, port: address.port, on: loop) { [weak self] found in
            guard let self, !isClosed else { return }
            switch found {
            case .success(let addresses):
                untried = addresses[...]
                connectToNext(StoreError(.unreachable, "\(address.host) has no address"))
            case .failure(let error): failed(.unreachable(address, error))
            }
        }
    }

    /// Connects to the next address of the host; `error` is that of the previous one.
    private func connectToNext(_ error: StoreError) {
        guard let next = untried.popFirst() else { return failed(error) }
        do throws(UVError) {
            connecting = try TCPStream.connect(on: loop, to: next) { [weak self] stream, error in
                self?.connected(stream, error)
            }
            connectTimer?.start(afterMilliseconds: Self.connectMilliseconds)
        } catch {
            connectToNext(.unreachable(address, error))
        }
    }

    private func connectTooLong() {
        guard !isClosed, let stream = connecting.take() else { return }
        stream.close()
        let reason = "no connection within \(Self.connectMilliseconds) ms"
        connectToNext(StoreError(.unreachable, "\(address) cannot be reached: \(reason)"))
    }

    private func connected(_ stream: TCPStream, _ error: UVError?) {
        guard connecting === stream else { return stream.close() }
        connectTimer?.stop()
        connecting = nil
        if let error {
            stream.close()
            return connectToNext(.unreachable(address, error))
        }
        do {
            let session = try tls.map { try TLSSession($0, serverName: address.host) }
            complaint = nil
            let connection = try StoreConnection(stream, session) { [weak self] error in
                self?.failed(self?.complaint ?? error)
            }
            connection.onWaiting = { [weak self] in self?.startTicking() }
            self.connection = connection
            connection.start()
            greet(connection)
        } catch {
            stream.close()
            failed(error as? StoreError ?? StoreError(.library, "TLS to the store: \(error)"))
        }
    }

    /// Tries again after a pause, which is counted from the start of the last attempt.
    private func failed(_ error: StoreError) {
        connection = nil
        isReady = false
        guard !isClosed else { return }
        let pause = delay.take(&random) - (loop.now - attemptStart)
        retryTimer?.start(afterMilliseconds: max(ReconnectDelay.shortest, pause))
        onChange(.away(error))
    }

    // MARK: The beginning of a connection

    /// Logs in, examines the store and loads the scripts; the replies come in this order.
    private func greet(_ connection: StoreConnection) {
        if let password = address.password {
            let login = address.user.map { StoreCommand("AUTH", $0, password) } ?? StoreCommand("AUTH", password)
            expect(login, connection)
        }
        if address.database != 0 { expect(StoreCommand("SELECT", String(address.database)), connection) }
        connection.send(StoreCommand("CLIENT", "SETNAME", name)) { [weak self] result in
            // An ACL may forbid it, which is no problem.
            if case .failure(let error) = result.flatMap(\.orError), error.kind != .unreachable {
                self?.complaint = error
            }
        }
        var facts: StoreFacts?
        connection.send(StoreCommand("INFO")) { [weak self] result in
            if case .success = result { self?.complaint = nil }
            do throws(StoreError) {
                // An ACL may hide it.
                facts = try StoreFacts((try? result.get().text) ?? "")
            } catch {
                self?.connection?.end(error)
            }
        }
        for script in scripts {
            expect(StoreCommand("SCRIPT", "LOAD", script.text), connection) { [weak self] reply in
                self?.digests[ObjectIdentifier(script)] = reply.text
            }
        }
        expect(StoreCommand("PING"), connection) { [weak self] _ in
            guard let self, let facts else { return }
            isReady = true
            delay.reset()
            onChange(.connected(facts))
        }
    }

    /// Sends a command whose error ends the connection.
    private func expect(
        _ command: StoreCommand,
        _ connection: StoreConnection,
        _ body: @escaping (StoreReply) -> Void = { _ in }
    ) {
        connection.send(command) { [weak connection] result in
            switch result.flatMap(\.orError) {
            case .success(let reply): body(reply)
            // Without a connection, it has ended already.
            case .failure(let error): connection?.end(error)
            }
        }
    }
}

extension StoreReply {
    /// The reply, or the error that it is.
    fileprivate var orError: Result<StoreReply, StoreError> {
        if case .error(let text) = self { .failure(StoreError(reply: text)) } else { .success(self) }
    }
}

extension StoreError {
    fileprivate static let notATransaction = StoreError(
        .protocolViolation,
        "the store has not replied to each command of a transaction"
    )
    fileprivate static let notConnected = StoreError(.unreachable, "the store is not connected")

    fileprivate static func unreachable(_ address: StoreAddress, _ error: UVError) -> StoreError {
        StoreError(.unreachable, "\(address) cannot be reached: \(error)")
    }
}
