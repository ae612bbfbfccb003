import CUV

/// Lets any thread run closures on a loop, with a target that is confined to it.
///
/// Closures run in the order in which they are posted.
package final class LoopMailbox<Target>: Sendable {
    package typealias Letter = @Sendable (Target) -> Void

    private struct State: Sendable {
        var letters: [Letter] = []
        /// Used only while the lock is held, so that the handle cannot close meanwhile; nil: the mailbox is closed.
        var wakeup: AsyncHandle.Signal?
    }

    private let state = Guarded(State())

    private init() {}

    /// Opens a mailbox for `target`; called on the loop's thread.
    ///
    /// - Returns: The mailbox, and the handle that closes it.
    /// - Throws: `UVError` if libuv cannot make the handle.
    package static func open(
        on loop: Loop,
        to target: Target
    ) throws(UVError) -> (mailbox: LoopMailbox, handle: Handle) {
        let mailbox = LoopMailbox()
        let wakeup = try AsyncHandle(on: loop) {
            mailbox.deliver(to: target)
        } beforeClosing: {
            mailbox.close(target)
        }
        let signal = wakeup.signal
        mailbox.state.withLock { $0.wakeup = signal }
        return (mailbox, wakeup)
    }

    /// Posts a closure from any thread.
    ///
    /// - Returns: false if the mailbox is closed and the closure is dropped.
    @discardableResult
    package func post(_ letter: @escaping Letter) -> Bool {
        state.withLock { state in
            guard let wakeup = state.wakeup else { return false }
            state.letters.append(letter)
            wakeup.send()
            return true
        }
    }

    private func deliver(to target: Target) {
        for letter in take() { letter(target) }
    }

    /// Rejects further letters and delivers the pending ones, so that each accepted letter runs.
    private func close(_ target: Target) {
        state.withLock { $0.wakeup = nil }
        deliver(to: target)
    }

    private func take() -> [Letter] {
        state.withLock { state in
            let letters = state.letters
            state.letters = []
            return letters
        }
    }
}

/// A handle with which other threads wake the loop (`uv_async_t`).
final class AsyncHandle: Handle {
    /// Wakes the loop of one handle from any thread.
    ///
    /// Its address as a number, because pointers are not `Sendable`; valid until the handle closes.
    @safe struct Signal: Sendable {
        private let address: UInt

        fileprivate init(_ handle: AsyncHandle) {
            address = unsafe UInt(bitPattern: handle.memory)
        }

        func send() {
            _ = unsafe uv_async_send(UnsafeMutablePointer<uv_async_t>(bitPattern: address))
        }
    }

    private var onWake: (() -> Void)?
    private var beforeClosing: (() -> Void)?

    init(
        on loop: Loop,
        onWake: @escaping () -> Void,
        beforeClosing: @escaping () -> Void
    ) throws(UVError) {
        self.onWake = onWake
        self.beforeClosing = beforeClosing
        try unsafe super.init(UV_ASYNC, on: loop) { loop, memory in
            unsafe uv_async_init(loop, memory.assumingMemoryBound(to: uv_async_t.self)) { handle in
                unsafe AsyncHandle.recover(handle)?.onWake?()
            }
        }
    }

    override func requestClose() {
        beforeClosing?()
        super.requestClose()
    }

    override func forgetHandlers() {
        onWake = nil
        beforeClosing = nil
    }

    var signal: Signal { Signal(self) }

    private static func recover(_ handle: UnsafeMutablePointer<uv_async_t>?) -> AsyncHandle? {
        guard let data = unsafe handle?.pointee.data else { return nil }
        return unsafe Unmanaged<AsyncHandle>.fromOpaque(data).takeUnretainedValue()
    }
}
