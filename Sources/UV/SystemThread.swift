import CUV

/// A thread of the system, as `uv_thread_create` makes it.
struct SystemThread: Sendable {
    /// What the thread runs, on its way there.
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

    /// Waits for its end; to be called once.
    func join() {
        var id = id
        _ = unsafe uv_thread_join(&id)
    }
}
