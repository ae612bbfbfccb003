import CUV

/// A TCP connection, accepted by a listener (with `TCP_NODELAY`) or made by `connect`.
package final class TCPStream: ByteStream {
    /// Called once, when `connect` has succeeded (nil) or failed.
    var onConnected: ((TCPStream, UVError?) -> Void)?

    init(on loop: Loop) throws(UVError) {
        try unsafe super.init(UV_TCP, on: loop) { loop, memory in
            unsafe uv_tcp_init(loop, memory.assumingMemoryBound(to: uv_tcp_t.self))
        }
    }

    /// The number of written bytes that the peer's system has not acknowledged.
    package var undeliveredBytes: Int {
        guard isOpen else { return 0 }
        return Int(unsafe hypermock_undelivered(memory.assumingMemoryBound(to: uv_tcp_t.self)))
    }

    /// Whether the peer has shut down its side, or has gone, although unread bytes may have come before.
    package var hasPeerLeft: Bool {
        guard isOpen else { return true }
        return unsafe hypermock_has_peer_left(memory.assumingMemoryBound(to: uv_tcp_t.self)) != 0
    }

    /// The address of the peer as text, without the port; empty if it has disconnected.
    package var peerHost: String {
        guard isOpen else { return "" }
        return unsafe SocketAddress(peerOf: memory.assumingMemoryBound(to: uv_tcp_t.self))?.host ?? ""
    }

    /// Closes the connection with RST instead of FIN.
    package func closeReset() {
        loop.assertOnLoop()
        guard markClosing() else { return }
        let tcp = unsafe memory.assumingMemoryBound(to: uv_tcp_t.self)
        // libuv refuses this for a stream that is shutting down, which is then closed normally.
        guard unsafe uv_tcp_close_reset(tcp, Handle.closed) != 0 else { return }
        requestClose()
    }

    override func forgetHandlers() {
        super.forgetHandlers()
        onConnected = nil
    }

    /// Sends small writes at once (`TCP_NODELAY`).
    package func disableDelay() {
        _ = unsafe uv_tcp_nodelay(memory.assumingMemoryBound(to: uv_tcp_t.self), 1)
    }
}

extension TCPStream {
    /// Connects to a server; `completion` is called once, on the loop, when the stream is connected or has failed.
    ///
    /// `host` is an address, or a name, which is resolved before this returns.
    ///
    /// - Returns: The stream, which is still connecting.
    /// - Throws: `UVError` if the name is unknown or no socket is available.
    package static func connect(
        on loop: Loop,
        host: String,
        port: Int,
        _ completion: @escaping (TCPStream, UVError?) -> Void
    ) throws(UVError) -> TCPStream {
        try connect(on: loop, to: SocketAddress(host: host, port: port, on: loop), completion)
    }

    /// Connects to an address; `completion` is called once, on the loop, when the stream is connected or has failed.
    ///
    /// - Returns: The stream, which is still connecting.
    /// - Throws: `UVError` if no socket is available.
    package static func connect(
        on loop: Loop,
        to address: SocketAddress,
        _ completion: @escaping (TCPStream, UVError?) -> Void
    ) throws(UVError) -> TCPStream {
        let stream = try TCPStream(on: loop)
        stream.onConnected = completion
        let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
        let status = unsafe address.withPointer { address in
            let tcp = unsafe stream.memory.assumingMemoryBound(to: uv_tcp_t.self)
            return unsafe uv_tcp_connect(request, tcp, address) { unsafe TCPStream.didConnect($0, $1) }
        }
        guard status != 0 else { return stream }
        unsafe request.deallocate()
        stream.close()
        throw UVError(code: status, operation: "connect to \(address.authority)")
    }

    private static func didConnect(_ request: UnsafeMutablePointer<uv_connect_t>?, _ status: Int32) {
        guard let request = unsafe request else { return }
        let stream = unsafe recover(request.pointee.handle) as? TCPStream
        unsafe request.deallocate()
        guard let stream else { return }
        let completion = stream.onConnected.take()
        completion?(stream, status == 0 ? nil : UVError(code: status, operation: "connect"))
    }
}
