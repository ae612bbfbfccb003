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
    private static let tickMilliseconds = 200
    private static let connectMilliseconds = 2000

    private let loop: Loop
    private let address: StoreAddress
    private let scripts: [StoreScript]
    /// The name of the connection in `CLIENT LIST`.
    private let name: String
    private let tls: TLSContext?
    private let onChange: (Availability) -> Void
    /// The SHA-1 of the scripts, as the store has returned them.
    private var digests: [ObjectIdentifier: String] = [:]
    private var connecting: TCPStream?
    private var connection: StoreConnection?
    private var isReady = false
    private var isClosed = false
    private var delay = ReconnectDelay()
    private var random = SystemRandomNumberGenerator()
    private var turnEnd: TurnEnd?
    private var ticker: LoopTimer?
    private var retryTimer: LoopTimer?

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
        ticker?.start(afterMilliseconds: Self.tickMilliseconds, repeating: Self.tickMilliseconds)
        connect()
    }

    /// Ends the connection; pending commands fail.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        connecting.take()?.close()
        connection?.end(StoreError(.unreachable, "the server is stopping"))
        for handle in [turnEnd, ticker, retryTimer] as [Handle?] { handle?.close() }
    }

    /// Sends a command; an error reply is an error.
    package func send(_ command: StoreCommand, _ completion: @escaping Completion) {
        guard isReady, let connection else { return completion(.failure(.notConnected)) }
        connection.send(command) { completion($0.flatMap(\.orError)) }
    }

    /// Sends commands; the replies come in their order, or else the first error.
    package func send(
        _ commands: [StoreCommand],
        _ completion: @escaping (Result<[StoreReply], StoreError>) -> Void
    ) {
        var results: [Result<StoreReply, StoreError>] = []
        for command in commands {
            send(command) { result in
                results.append(result)
                guard results.count == commands.count else { return }
                completion(
                    Result { () throws(StoreError) in try results.map { result throws(StoreError) in try result.get() }
                    }
                )
            }
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

    private func tick() {
        let limit = Self.replyMilliseconds / Self.tickMilliseconds
        connection?.tick(limit: limit, milliseconds: Self.replyMilliseconds)
    }

    private func connect() {
        guard !isClosed else { return }
        // An attempt that has taken too long.
        if let stream = connecting.take() {
            stream.close()
            return failed(.unreachable(address, "no connection within \(Self.connectMilliseconds) ms"))
        }
        SocketAddress.find(host: address.host, port: address.port, on: loop) { [weak self] found in
            guard let self, !isClosed else { return }
            do throws(UVError) {
                connecting = try TCPStream.connect(on: loop, to: found.get()) { [weak self] stream, error in
                    self?.connected(stream, error)
                }
                retryTimer?.start(afterMilliseconds: Self.connectMilliseconds)
            } catch {
                failed(.unreachable(address, "\(error)"))
            }
        }
    }

    private func connected(_ stream: TCPStream, _ error: UVError?) {
        guard connecting === stream else { return stream.close() }
        retryTimer?.stop()
        connecting = nil
        if let error {
            stream.close()
            return failed(.unreachable(address, "\(error)"))
        }
        do {
            let session = try tls.map { try TLSSession($0, serverName: address.host) }
            let connection = try StoreConnection(stream, session) { [weak self] error in self?.failed(error) }
            self.connection = connection
            connection.start()
            greet(connection)
        } catch {
            stream.close()
            failed(error as? StoreError ?? StoreError(.library, "TLS to the store: \(error)"))
        }
    }

    private func failed(_ error: StoreError) {
        connection = nil
        isReady = false
        guard !isClosed else { return }
        retryTimer?.start(afterMilliseconds: delay.take(&random))
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
        connection.send(StoreCommand("CLIENT", "SETNAME", name)) { _ in }
        var facts: StoreFacts?
        connection.send(StoreCommand("INFO")) { [weak self] result in
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
    fileprivate static let notConnected = StoreError(.unreachable, "the store is not connected")

    fileprivate static func unreachable(_ address: StoreAddress, _ reason: String) -> StoreError {
        StoreError(.unreachable, "\(address) cannot be reached: \(reason)")
    }
}
