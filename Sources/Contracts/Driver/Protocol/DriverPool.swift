/// The processes of one driver; each case borrows one and returns it for the next case.
package actor DriverPool {
    /// The number of failures in a row that end the run, once the driver has sent a valid answer.
    private static let failureLimit = 50
    /// The number of failures that end the run before the first valid answer.
    private static let firstFailureLimit = 5
    /// The number of late answers in a row that end the run, once the driver has sent a valid answer.
    private static let silenceLimit = 10
    /// The number of late answers before the first valid one, or of failed starts in a row, that end the run.
    private static let startLimit = 3

    private let launch: DriverLauncher
    private let helloLimit: Duration
    private var idle: [DriverConversation] = []
    private var failedStarts = 0
    /// The failure that ended the run; concurrent steps that fail later report the same one.
    private var verdict: DriverFailure?
    private var failures = 0
    private var silences = 0
    private var hasAnswered = false

    /// Creates a pool without a process; a driver must send its hello within the limit.
    package init(helloWithin helloLimit: Duration = .seconds(30), _ launch: @escaping DriverLauncher) {
        self.launch = launch
        self.helloLimit = helloLimit
    }

    /// Starts the first process; `arguments` select the driver on the command line.
    ///
    /// - Returns: The kind of driver, with the name and the capabilities of its hello.
    /// - Throws: ``DriverFailure`` when the driver does not start.
    package func kind(arguments: String) async throws(DriverFailure) -> DriverKind {
        let conversation = try await take()
        idle.append(conversation)
        let hello = conversation.hello
        var kind = DriverKind(
            hello.name,
            capabilities: hello.capabilities,
            arguments: arguments,
            close: { [self] in await close() },
            make: { [self] _ in ProcessDriver(self) }
        )
        kind.version = hello.clientVersion
        return kind
    }

    /// Ends all processes, after the last case.
    package func close() async {
        let conversations = idle
        idle = []
        await withTaskGroup { group in
            for conversation in conversations { group.addTask { await conversation.end() } }
        }
    }

    func take() async throws(DriverFailure) -> DriverConversation {
        if let conversation = idle.popLast() { return conversation }
        do {
            let conversation = try await DriverConversation.begin(launch, helloWithin: helloLimit)
            failedStarts = 0
            return conversation
        } catch {
            failedStarts += 1
            guard failedStarts >= Self.startLimit else { throw error }
            throw DriverFailure(
                "the driver failed to start \(failedStarts) times in a row: \(error.message)",
                extent: .run
            )
        }
    }

    /// Counts a valid answer.
    func noteAnswer() {
        (failures, silences, hasAnswered) = (0, 0, true)
    }

    /// Counts a call that failed because of the driver.
    ///
    /// - Returns: The failure of the step, or of the run once a limit is reached.
    func note(_ failure: DriverFailure) -> DriverFailure {
        if let verdict { return verdict }
        failures += 1
        silences = failure.extent == .silence ? silences + 1 : 0
        let times = "times in a row: \(failure.message)"
        if silences >= (hasAnswered ? Self.silenceLimit : Self.startLimit) {
            return end("the driver did not respond \(silences) \(times)")
        }
        guard failures >= (hasAnswered ? Self.failureLimit : Self.firstFailureLimit) else {
            return DriverFailure("\(failure.message); the next step starts a new one")
        }
        return end("the driver failed \(failures) \(times)")
    }

    private func end(_ message: String) -> DriverFailure {
        let failure = DriverFailure(message, extent: .run)
        verdict = failure
        return failure
    }

    func giveBack(_ conversation: DriverConversation) {
        idle.append(conversation)
    }
}

/// Drives a client in any language through a process that reads and writes lines.
actor ProcessDriver: Driver {
    private let pool: DriverPool
    /// The borrowed process; nil before the first call and after a failure.
    private var conversation: DriverConversation?
    /// The ids of this case's calls in the conversation; a new process has received none.
    private var known: [Int: Int] = [:]

    init(_ pool: DriverPool) {
        self.pool = pool
    }

    func prepare() async throws(DriverFailure) {
        guard conversation == nil else { return }
        conversation = try await pool.take()
        known = [:]
    }

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        try await prepare()
        guard let conversation else { return }
        let source = try source(of: call)
        let reply: DriverReply
        do throws(DriverFailure) {
            reply = try await conversation.ask(call, source: source, report: report)
        } catch {
            self.conversation = nil
            throw await pool.note(error)
        }
        known[call.id] = reply.id
        await pool.noteAnswer()
        if let reason = reply.unsupported { throw DriverFailure(reason, extent: .unsupported) }
        if let detail = reply.detail {
            throw DriverFailure("none: the client returned without an outcome: \(detail)", extent: .call)
        }
    }

    func finish() async {
        guard let conversation else { return }
        self.conversation = nil
        await conversation.settle()
        await pool.giveBack(conversation)
    }

    /// Returns the id of the call whose resource is used; nil if the call uses none.
    private func source(of call: DriverCall) throws(DriverFailure) -> Int? {
        guard let number = call.source else { return nil }
        guard let source = known[number] else {
            throw DriverFailure("the driver that received the resource of call \(number) has ended")
        }
        return source
    }
}
