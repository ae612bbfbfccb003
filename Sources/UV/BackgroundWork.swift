import CUV

extension Loop {
    /// Runs `work` on a thread of libuv's pool, then `completion` with the result on this loop.
    ///
    /// - Throws: `UVError` if the pool rejects the work.
    package func runInBackground<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value,
        then completion: @escaping (Value) -> Void
    ) throws(UVError) {
        assertOnLoop()
        try BackgroundWork(work, completion).queue(on: self)
    }
}

/// Work in libuv's pool; the request retains it until `finish` has run on the loop.
private final class BackgroundWork<Value: Sendable>: AnyBackgroundWork {
    private let work: @Sendable () -> Value
    private let completion: (Value) -> Void
    private var value: Value?

    init(_ work: @escaping @Sendable () -> Value, _ completion: @escaping (Value) -> Void) {
        self.work = work
        self.completion = completion
    }

    override func run() {
        value = work()
    }

    override func finish() {
        if let value { completion(value) }
    }
}

/// The part of `BackgroundWork` that is independent of `Value`, because C callbacks cannot be generic.
private class AnyBackgroundWork {
    func run() {}
    func finish() {}

    final func queue(on loop: Loop) throws(UVError) {
        let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
        unsafe request.pointee.data = Unmanaged.passRetained(self).toOpaque()
        let status = unsafe uv_queue_work(loop.raw, request, { unsafe AnyBackgroundWork.run($0) }) { request, _ in
            unsafe AnyBackgroundWork.finish(request)
        }
        guard status != 0 else { return }
        unsafe Unmanaged.passUnretained(self).release()
        unsafe request.deallocate()
        throw UVError(code: status, operation: "background work")
    }

    private static func run(_ request: UnsafeMutablePointer<uv_work_t>?) {
        guard let data = unsafe request?.pointee.data else { return }
        unsafe Unmanaged<AnyBackgroundWork>.fromOpaque(data).takeUnretainedValue().run()
    }

    private static func finish(_ request: UnsafeMutablePointer<uv_work_t>?) {
        guard let request = unsafe request, let data = unsafe request.pointee.data else { return }
        unsafe request.deallocate()
        unsafe Unmanaged<AnyBackgroundWork>.fromOpaque(data).takeRetainedValue().finish()
    }
}
