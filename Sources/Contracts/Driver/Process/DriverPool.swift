/// The processes of one driver: each case has one to itself, and gives it back for the next case.
package actor DriverPool {
    /// How often in a row a driver may fail without one good answer before it is not started again.
    private static let failureLimit = 50
    /// The same for one that does not even say hello.
    private static let startLimit = 3

    private let launch: DriverLauncher
    private let helloLimit: Duration
    private var idle: [DriverConversation] = []
    private var failedStarts = 0
    private var failures = 0

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
        return DriverKind(hello.name, capabilities: hello.capabilities, arguments: arguments) { [self] in
            ProcessDriver(self)
        }
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
        guard failedStarts < Self.startLimit else {
            throw DriverFailure("the driver is not started again: it has not started \(failedStarts) times in a row")
        }
        guard failures < Self.failureLimit else {
            throw DriverFailure("the driver is not started again: it has failed \(failures) times in a row")
        }
        do {
            let conversation = try await DriverConversation.begin(launch, helloWithin: helloLimit)
            failedStarts = 0
            return conversation
        } catch {
            failedStarts += 1
            throw error
        }
    }

    /// Counts how a call has ended, as far as the driver goes.
    func note(success: Bool) {
        failures = success ? 0 : failures + 1
    }

    func giveBack(_ conversation: DriverConversation) {
        idle.append(conversation)
    }
}
