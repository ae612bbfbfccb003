/// Lets any thread run a closure on a loop, with something that lives there.
///
/// Letters run in the order in which they were posted.
package final class LoopMailbox<Target>: Sendable {
    package typealias Letter = @Sendable (Target) -> Void

    private struct State: Sendable {
        var letters: [Letter] = []
        /// Only woken while the lock is held, so that it cannot be closed meanwhile.
        var wakeup: UInt?
    }

    private let state = Guarded(State())

    private init() {}

    /// Opens the mailbox of `target`; on the loop's thread.
    ///
    /// - Returns: the mailbox, and the handle whose close is the mailbox's end.
    package static func open(
        on loop: Loop,
        to target: Target
    ) throws(UVError) -> (mailbox: LoopMailbox, handle: Handle) {
        let mailbox = LoopMailbox()
        let wakeup = try Wakeup(on: loop) {
            mailbox.deliver(to: target)
        } beforeClosing: {
            mailbox.close(target)
        }
        let address = wakeup.address
        mailbox.state.withLock { $0.wakeup = address }
        return (mailbox, wakeup)
    }

    /// Posts a letter from any thread.
    ///
    /// - Returns: false if the mailbox is closed; the letter is then dropped.
    @discardableResult
    package func post(_ letter: @escaping Letter) -> Bool {
        state.withLock { state in
            guard let wakeup = state.wakeup else { return false }
            state.letters.append(letter)
            Wakeup.wake(wakeup)
            return true
        }
    }

    private func deliver(to target: Target) {
        for letter in take() { letter(target) }
    }

    /// Takes no more letters, and delivers the last ones: nobody waits for a letter that never ran.
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
