/// The processes of one driver: each case has one to itself, and gives it back for the next case.
package actor DriverPool {
    /// How often in a row a driver may fail before the run ends, once it has given a valid answer.
    private static let failureLimit = 50
    /// How often it may fail before its first valid answer.
    private static let firstFailureLimit = 5
    /// How often in a row a driver may not answer in time before the run ends, once it has given a valid answer.
    private static let silenceLimit = 10
    /// How often it may not answer in time before its first valid answer, or not even say hello.
    private static let startLimit = 3

    private let launch: DriverLauncher
    private let helloLimit: Duration
    private var idle: [DriverConversation] = []
    private var failedStarts = 0
    /// The failure that has ended the run: of steps that fail at the same time, the first one decides.
    private var verdict: DriverFailure?
    private var failures = 0
    private var silences = 0
    private var hasAnswered = false

    /// Starts nothing yet; a driver that takes longer than the limit to say hello does not start.
    package init(helloWithin helloLimit: Duration = .seconds(30), _ launch: @escaping DriverLauncher) {
        self.launch = launch
        self.helloLimit = helloLimit
    }

    /// Starts the first process and makes a client for the runner of it; the arguments are what selects the driver on
    /// the command line.
    ///
    /// - Returns: the client, named and able as the driver has said.
    /// - Throws: ``DriverFailure`` when the driver does not start.
    package func kind(arguments: String) async throws(DriverFailure) -> DriverKind {
        let conversation = try await take()
        idle.append(conversation)
        let hello = conversation.hello
        return DriverKind(
            hello.name,
            capabilities: hello.capabilities,
            arguments: arguments,
            close: { [self] in await close() },
            make: { [self] in ProcessDriver(self) }
        )
    }

    /// Ends all processes; every case must have ended before.
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
                "the driver has not started \(failedStarts) times in a row: \(error.message)",
                extent: .run
            )
        }
    }

    /// Counts a valid answer.
    func noteAnswer() {
        (failures, silences, hasAnswered) = (0, 0, true)
    }

    /// Counts a call that has failed because of the driver.
    ///
    /// - Returns: The failure of the step, or of the whole run when the driver is of no use.
    func note(_ failure: DriverFailure) -> DriverFailure {
        if let verdict { return verdict }
        failures += 1
        silences = failure.extent == .silence ? silences + 1 : 0
        let times = "times in a row: \(failure.message)"
        if silences >= (hasAnswered ? Self.silenceLimit : Self.startLimit) {
            return end("the driver has not answered \(silences) \(times)")
        }
        guard failures >= (hasAnswered ? Self.failureLimit : Self.firstFailureLimit) else {
            return DriverFailure("\(failure.message); the next step gets a new one")
        }
        return end("the driver has failed \(failures) \(times)")
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

/// A client in any language, judged through a process that speaks lines.
actor ProcessDriver: Driver {
    private let pool: DriverPool
    /// Nil before the first call, and after a failure: the next call gets a new one.
    private var conversation: DriverConversation?
    /// The calls of this case by what the process calls them; a new process knows none.
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
        do throws(DriverFailure) {
            known[call.id] = try await conversation.ask(call, source: source, report: report)
            await pool.noteAnswer()
        } catch {
            self.conversation = nil
            throw await pool.note(error)
        }
    }

    func finish() async {
        guard let conversation else { return }
        self.conversation = nil
        await conversation.settle()
        await pool.giveBack(conversation)
    }

    /// The call whose link is followed; nil when none is.
    private func source(of call: DriverCall) throws(DriverFailure) -> Int? {
        guard case .follow(_, let number) = call.target else { return nil }
        guard let source = known[number] else {
            throw DriverFailure("the driver that has got the link has ended since, so that it cannot be followed")
        }
        return source
    }
}
