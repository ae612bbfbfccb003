import CUV

/// The base of everything that lives on a loop.
///
/// A handle keeps itself alive from its making until its close callback, and its memory is freed only there.
@safe package class Handle {
    package let loop: Loop
    /// libuv's word for its type: "tcp", "timer".
    package let kind: String
    /// Runs once, when the handle is closed: after its close callback's work, never before.
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

    /// Asks for the end; safe to call again, and from the handle's own callbacks.
    package final func close() {
        loop.assertOnLoop()
        guard isOpen else { return }
        isOpen = false
        requestClose()
    }

    /// What `close` does to an open handle.
    func requestClose() {
        unsafe uv_close(base, Handle.closed)
    }

    /// Drops what the handle's owner gave it, so that the two do not keep each other alive.
    func forgetHandlers() {}

    final var base: UnsafeMutablePointer<uv_handle_t> {
        unsafe memory.assumingMemoryBound(to: uv_handle_t.self)
    }

    /// Marks the handle as closing for a close that libuv was asked for in another way.
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
