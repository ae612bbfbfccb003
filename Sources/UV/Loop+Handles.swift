import CUV

extension Loop {
    /// The handles on the loop that are not closing, in no order.
    package var openHandles: [Handle] {
        assertOnLoop()
        let found = Found()
        unsafe uv_walk(
            raw,
            { handle, context in unsafe Found.recover(context)?.add(handle) },
            Unmanaged.passUnretained(found).toOpaque()
        )
        return found.handles
    }

    /// Closes what is open; the loop ends when their close callbacks have run.
    ///
    /// - Returns: the kinds of the handles that were open.
    @discardableResult
    package func closeAllHandles() -> [String] {
        let handles = openHandles
        for handle in handles { handle.close() }
        return handles.map(\.kind)
    }

    private final class Found {
        var handles: [Handle] = []

        static func recover(_ context: UnsafeMutableRawPointer?) -> Found? {
            guard let context = unsafe context else { return nil }
            return unsafe Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
        }

        func add(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
            guard let handle = unsafe handle, unsafe uv_is_closing(handle) == 0 else { return }
            guard let data = unsafe handle.pointee.data else { return }
            handles.append(unsafe Unmanaged<Handle>.fromOpaque(data).takeUnretainedValue())
        }
    }
}
