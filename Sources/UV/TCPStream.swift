import CUV

/// A TCP connection, accepted or made by `connect`; accepted ones are without Nagle's delay.
package final class TCPStream: ByteStream {
    /// `connect` is done, or failed.
    var onConnected: ((UVError?) -> Void)?

    init(on loop: Loop) throws(UVError) {
        try unsafe super.init(UV_TCP, on: loop) { loop, memory in
            unsafe uv_tcp_init(loop, memory.assumingMemoryBound(to: uv_tcp_t.self))
        }
    }

    /// How many of the bytes that were written the peer's system has not acknowledged.
    package var undeliveredBytes: Int {
        guard isOpen else { return 0 }
        return Int(unsafe hypermock_undelivered(memory.assumingMemoryBound(to: uv_tcp_t.self)))
    }

    /// The address of the other side in text, without its port; empty when it has gone already.
    package var peerHost: String {
        guard isOpen else { return "" }
        return unsafe SocketAddress(peerOf: memory.assumingMemoryBound(to: uv_tcp_t.self))?.host ?? ""
    }

    /// Closes with RST instead of FIN.
    package func closeReset() {
        loop.assertOnLoop()
        guard markClosing() else { return }
        let tcp = unsafe memory.assumingMemoryBound(to: uv_tcp_t.self)
        // It refuses a stream that is shutting down; that one is closed in the ordinary way.
        guard unsafe uv_tcp_close_reset(tcp, Handle.closed) != 0 else { return }
        requestClose()
    }

    override func forgetHandlers() {
        super.forgetHandlers()
        onConnected = nil
    }

    func disableDelay() {
        _ = unsafe uv_tcp_nodelay(memory.assumingMemoryBound(to: uv_tcp_t.self), 1)
    }
}
