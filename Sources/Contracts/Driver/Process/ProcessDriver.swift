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
