import CUV

/// A listening TCP socket.
package final class TCPListener: Handle {
    /// Where it listens, with the port that the system chose if it was asked for port 0.
    package private(set) var address: SocketAddress

    private var onConnection: ((TCPStream) -> Void)?

    /// Binds and listens.
    ///
    /// `host` is an address in text or a name; with `reusePort` several loops share the port (`SO_REUSEPORT`).
    ///
    /// - Throws: `UVError`: the port is taken, or the address is not of this machine.
    package init(
        on loop: Loop,
        host: String,
        port: Int,
        reusePort: Bool = false,
        backlog: Int = 1024,
        onConnection: @escaping (TCPStream) -> Void
    ) throws(UVError) {
        address = try SocketAddress(host: host, port: port, on: loop)
        self.onConnection = onConnection
        // With the family, libuv makes the socket at once.
        let family: UInt32 = address.isIPv6 ? UInt32(AF_INET6) : UInt32(AF_INET)
        try unsafe super.init(UV_TCP, on: loop) { loop, memory in
            unsafe uv_tcp_init_ex(loop, memory.assumingMemoryBound(to: uv_tcp_t.self), family)
        }
        do throws(UVError) {
            try listen(reusePort: reusePort, backlog: backlog)
        } catch {
            close()
            throw error
        }
    }

    override func forgetHandlers() {
        onConnection = nil
    }

    private func listen(reusePort: Bool, backlog: Int) throws(UVError) {
        let tcp = unsafe memory.assumingMemoryBound(to: uv_tcp_t.self)
        let stream = unsafe memory.assumingMemoryBound(to: uv_stream_t.self)
        if reusePort { try UVError.check("reuse port", unsafe hypermock_set_reuse_port(tcp)) }
        try UVError.check("bind", unsafe address.withPointer { unsafe uv_tcp_bind(tcp, $0, 0) })
        let connected: uv_connection_cb = { handle, status in unsafe TCPListener.didConnect(handle, status) }
        // libuv reports a taken port only here.
        try UVError.check("listen", unsafe uv_listen(stream, Int32(clamping: backlog), connected))
        address = try unsafe SocketAddress(boundBy: tcp)
    }

    private static func didConnect(_ handle: UnsafeMutablePointer<uv_stream_t>?, _ status: Int32) {
        // A connection that ended before it was accepted is nobody's concern.
        guard status == 0, let handle = unsafe handle, let data = unsafe handle.pointee.data else { return }
        let listener = unsafe Unmanaged<TCPListener>.fromOpaque(data).takeUnretainedValue()
        guard let stream = try? TCPStream(on: listener.loop) else { return }
        guard unsafe uv_accept(handle, stream.raw) == 0 else { return stream.close() }
        stream.disableDelay()
        listener.onConnection?(stream)
    }
}
