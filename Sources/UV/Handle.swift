import CUV

/// The base class of everything that lives on a loop (`uv_handle_t`).
///
/// A handle retains itself from its initializer to its close callback, which frees its memory.
@safe package class Handle {
    package let loop: Loop
    /// The name of its type in libuv: "tcp", "timer".
    package let kind: String
    /// Called once, at the end of the close callback.
    package var onClosed: (() -> Void)?

    let memory: UnsafeMutableRawPointer
    private(set) var isOpen = true

    init(
        _ type: uv_handle_type,
        on loop: Loop,
        _ start: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutableRawPointer) -> Int32
    ) throws(UVError) {
        loop.assertOnLoop()
        self.loop = loop
        kind = unsafe String(cString: uv_handle_type_name(type))
        unsafe memory = .allocate(byteCount: uv_handle_size(type), alignment: 16)
        let status = unsafe start(loop.raw, memory)
        guard status == 0 else {
            unsafe memory.deallocate()
            throw UVError(code: status, operation: "\(kind) init")
        }
        unsafe base.pointee.data = Unmanaged.passRetained(self).toOpaque()
    }

    /// Closes the handle; safe to call again, and from the handle's own callbacks.
    package final func close() {
        loop.assertOnLoop()
        guard isOpen else { return }
        isOpen = false
        requestClose()
    }

    /// Closes an open handle; called once, by `close`.
    func requestClose() {
        unsafe uv_close(base, Handle.closed)
    }

    /// Releases the owner's closures, which breaks reference cycles; called when the handle is closed.
    func forgetHandlers() {}

    final var base: UnsafeMutablePointer<uv_handle_t> {
        unsafe memory.assumingMemoryBound(to: uv_handle_t.self)
    }

    /// Marks the handle as closing before a subclass closes it by another libuv call than `uv_close`.
    ///
    /// - Returns: false if it was closing already.
    final func markClosing() -> Bool {
        guard isOpen else { return false }
        isOpen = false
        return true
    }

    static let closed: uv_close_cb = { handle in unsafe Handle.finishClosing(handle) }

    private static func finishClosing(_ raw: UnsafeMutablePointer<uv_handle_t>?) {
        guard let raw = unsafe raw, let data = unsafe raw.pointee.data else { return }
        let handle = unsafe Unmanaged<Handle>.fromOpaque(data).takeRetainedValue()
        unsafe raw.pointee.data = nil
        unsafe handle.memory.deallocate()
        handle.forgetHandlers()
        let onClosed = handle.onClosed
        handle.onClosed = nil
        onClosed?()
    }
}
