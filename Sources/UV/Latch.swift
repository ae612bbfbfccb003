import CUV

/// Lets a thread, never that of a loop, wait until other threads have finished (`uv_sem_t`).
@safe package final class Latch: Sendable, Hashable {
    /// The semaphore's address as a number, because pointers are not `Sendable`; freed with the latch.
    private let address: UInt
    private let expected = Guarded(0)

    package init() {
        let semaphore = UnsafeMutablePointer<uv_sem_t>.allocate(capacity: 1)
        let status = unsafe uv_sem_init(semaphore, 0)
        precondition(status == 0, "the system has no semaphore left")
        address = UInt(bitPattern: semaphore)
    }

    deinit {
        guard let semaphore = unsafe semaphore else { return }
        unsafe uv_sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Makes `wait` wait for another call of `arrive`.
    package func expect() {
        expected.withLock { $0 += 1 }
    }

    package func arrive() {
        guard let semaphore = unsafe semaphore else { return }
        unsafe uv_sem_post(semaphore)
    }

    /// Returns when `arrive` was called as often as `expect`.
    package func wait() {
        guard let semaphore = unsafe semaphore else { return }
        let count = expected.withLock { $0 }
        for _ in 0..<count { unsafe uv_sem_wait(semaphore) }
    }

    private var semaphore: UnsafeMutablePointer<uv_sem_t>? {
        unsafe UnsafeMutablePointer(bitPattern: address)
    }

    package static func == (left: Latch, right: Latch) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
