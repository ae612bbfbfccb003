import CUV

/// A thread that runs a loop, and a value that is confined to it.
///
/// The value need not be `Sendable`: it is made, used and released on the thread.
package final class LoopThread<Confined>: Sendable {
    private struct State: Sendable {
        var thread: SystemThread?
        var outcome: Result<Void, UVError>?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The target of the mailbox: the confined value and its loop.
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

    /// Starts the thread and makes the confined value on it.
    ///
    /// - Throws: The error of `make`, or `UVError`; the thread has then ended.
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

    /// Runs `body` on the loop's thread and returns its result.
    ///
    /// - Throws: The error of `body`, or `UVError` with `ECANCELED` if the loop has ended.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Confined) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Value, any Error>) in
            let isPosted = post { resident in done.resume(with: Result { try body(resident.confined) }) }
            if !isPosted { done.resume(throwing: UVError.closed("perform on loop")) }
        }
    }

    /// Runs `body` on the loop's thread without waiting for it.
    ///
    /// - Returns: false if the loop has ended.
    @discardableResult
    package func post(_ body: @escaping @Sendable (Confined) -> Void) -> Bool {
        post { resident in body(resident.confined) }
    }

    /// Ends the loop and the thread, and waits for both.
    ///
    /// - Parameter closing: Closes the handles of the confined value.
    /// - Returns: The kinds of the handles that `closing` left open and this method closed.
    /// - Throws: `UVError` if the loop could not be closed.
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

    /// Waits until the loop has ended, by `stop` or because it has no active handles left.
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

    /// Runs on the thread, from its start to its end.
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

/// A thread of the system (`uv_thread_create`).
struct SystemThread: Sendable {
    /// Carries the thread's closure through C.
    private final class Start {
        let main: @Sendable () -> Void

        init(_ main: @escaping @Sendable () -> Void) {
            self.main = main
        }
    }

    private let id: uv_thread_t

    init(_ main: @escaping @Sendable () -> Void) throws(UVError) {
        var id = uv_thread_t()
        let start = unsafe Unmanaged.passRetained(Start(main))
        let status = unsafe uv_thread_create(
            &id,
            { context in
                guard let context = unsafe context else { return }
                let main = unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().main
                main()
            },
            start.toOpaque()
        )
        if status != 0 { unsafe start.release() }
        try UVError.check("thread", status)
        self.id = id
    }

    /// Waits for the end of the thread; called once.
    func join() {
        var id = id
        _ = unsafe uv_thread_join(&id)
    }
}
