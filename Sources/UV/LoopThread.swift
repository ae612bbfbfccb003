/// A thread that runs a loop, with something confined to it.
///
/// What is confined need not be `Sendable`: it is made on the thread, reached only there, and ends there.
package final class LoopThread<Confined>: Sendable {
    private struct State: Sendable {
        var thread: SystemThread?
        var outcome: Result<Void, UVError>?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// What a letter gets: the confined object, and its loop.
    private final class Resident {
        let loop: Loop
        let confined: Confined

        init(loop: Loop, confined: Confined) {
            self.loop = loop
            self.confined = confined
        }
    }

    private let mailbox = Guarded<LoopMailbox<Resident>?>(nil)
    private let state = Guarded(State())

    private init() {}

    /// Starts the thread and makes what lives on it.
    ///
    /// - Throws: what `make` throws, or `UVError`; the thread has ended then.
    package static func start(
        _ make: @escaping @Sendable (Loop) throws -> Confined
    ) async throws -> LoopThread {
        let thread = LoopThread()
        do {
            try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
                thread.begin(make, started)
            }
        } catch {
            thread.join()
            throw error
        }
        return thread
    }

    /// Runs `body` on the loop's thread.
    ///
    /// - Throws: what `body` throws, or `UVError` with `ECANCELED` if the loop has ended.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Confined) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Value, any Error>) in
            let isPosted = post { resident in done.resume(with: Result { try body(resident.confined) }) }
            if !isPosted { done.resume(throwing: UVError.closed("perform on loop")) }
        }
    }

    /// Runs `body` on the loop's thread without waiting for it.
    @discardableResult
    package func post(_ body: @escaping @Sendable (Confined) -> Void) -> Bool {
        post { resident in body(resident.confined) }
    }

    /// Ends the loop and the thread; when it returns, both are gone.
    ///
    /// - Parameter closing: closes what lives on the loop.
    /// - Returns: the kinds of handles that `closing` left open; they were closed for it.
    /// - Throws: `UVError` when the loop could not be closed.
    @discardableResult
    package func stop(_ closing: @escaping @Sendable (Confined) -> Void = { _ in }) async throws -> [String] {
        let left = await withCheckedContinuation { (done: CheckedContinuation<[String], Never>) in
            let isPosted = post { resident in
                closing(resident.confined)
                done.resume(returning: resident.loop.closeAllHandles().filter { $0 != "async" })
            }
            if !isPosted { done.resume(returning: []) }
        }
        await ended()
        try state.withLock { $0.outcome }?.get()
        return left
    }

    /// Waits until the loop has ended, by `stop` or because nothing was left on it.
    package func ended() async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let isOver = state.withLock { state in
                if state.outcome == nil { state.waiters.append(done) }
                return state.outcome != nil
            }
            if isOver { done.resume() }
        }
        join()
    }

    private func post(_ letter: @escaping @Sendable (Resident) -> Void) -> Bool {
        mailbox.withLock { $0 }?.post(letter) ?? false
    }

    private func begin(
        _ make: @escaping @Sendable (Loop) throws -> Confined,
        _ started: CheckedContinuation<Void, any Error>
    ) {
        do {
            let system = try SystemThread { self.main(make, started) }
            state.withLock { $0.thread = system }
        } catch {
            started.resume(throwing: error)
        }
    }

    private func join() {
        state.withLock { $0.thread.take() }?.join()
    }

    /// The thread's whole life.
    private func main(
        _ make: @Sendable (Loop) throws -> Confined,
        _ started: CheckedContinuation<Void, any Error>
    ) {
        do {
            let loop = try Loop()
            do {
                let resident = Resident(loop: loop, confined: try make(loop))
                let mailbox = try LoopMailbox.open(on: loop, to: resident).mailbox
                self.mailbox.withLock { $0 = mailbox }
                started.resume()
            } catch {
                loop.closeAllHandles()
                loop.run()
                try loop.close()
                throw error
            }
            loop.run()
            mailbox.withLock { $0 = nil }
            end(Result { () throws(UVError) in try loop.close() })
        } catch {
            end(.success(()))
            started.resume(throwing: error)
        }
    }

    private func end(_ outcome: Result<Void, UVError>) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
