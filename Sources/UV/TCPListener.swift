import CUV

/// A listening TCP socket.
package final class TCPListener: Handle {
    /// The address that it listens on, with the port that the system chose for port 0.
    package private(set) var address: SocketAddress

    private var onConnection: ((TCPStream) -> Void)?
    /// Accepts the next connection when this turn has accepted enough.
    private var idler: LoopIdler?

    /// The turn in which connections were last accepted, by the time of the loop, and the nanoseconds at its first one.
    private var turn = (time: Int.min, start: 0)
    /// In nanoseconds.
    private let turnBudget: Int

    /// Binds and listens.
    ///
    /// `host` is an address or a name; with `reusePort` several loops share the port (`SO_REUSEPORT`). After `turnBudget`
    /// nanoseconds of accepting, a turn of the loop accepts no more. Since each of them has events in the next turns, this
    /// limits those turns too, so that many new clients hold up no other one.
    ///
    /// - Throws: `UVError` if the port is in use, or the address does not belong to this machine.
    package init(
        on loop: Loop,
        host: String,
        port: Int,
        reusePort: Bool = false,
        backlog: Int = 4096,
        turnBudget: Int = 1_000_000,
        onConnection: @escaping (TCPStream) -> Void
    ) throws(UVError) {
        address = try SocketAddress(host: host, port: port, on: loop)
        self.onConnection = onConnection
        self.turnBudget = turnBudget
        // Given the family, libuv makes the socket at once.
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

    override func requestClose() {
        idler?.close()
        super.requestClose()
    }

    private func listen(reusePort: Bool, backlog: Int) throws(UVError) {
        let tcp = unsafe memory.assumingMemoryBound(to: uv_tcp_t.self)
        let stream = unsafe memory.assumingMemoryBound(to: uv_stream_t.self)
        if reusePort { try UVError.check("reuse port", unsafe hypermock_set_reuse_port(tcp)) }
        try UVError.check("bind", unsafe address.withPointer { unsafe uv_tcp_bind(tcp, $0, 0) })
        let connected: uv_connection_cb = { handle, status in unsafe TCPListener.didConnect(handle, status) }
        // libuv reports a port that is in use only here.
        try UVError.check("listen", unsafe uv_listen(stream, Int32(clamping: backlog), connected))
        address = try unsafe SocketAddress(boundBy: tcp)
    }

    private static func didConnect(_ handle: UnsafeMutablePointer<uv_stream_t>?, _ status: Int32) {
        // A connection that ended before it was accepted is ignored.
        guard status == 0, let handle = unsafe handle, let data = unsafe handle.pointee.data else { return }
        let listener = unsafe Unmanaged<TCPListener>.fromOpaque(data).takeUnretainedValue()
        listener.hasTime ? listener.accept() : listener.acceptInNextTurn()
    }

    /// Whether this turn may accept one more connection.
    private var hasTime: Bool {
        let time = Loop.nanoseconds
        if turn.time != loop.now { turn = (loop.now, time) }
        return time - turn.start < turnBudget
    }

    /// Leaves the connection with libuv, which reports no other one until this one is accepted.
    private func acceptInNextTurn() {
        do {
            let idler =
                try idler
                ?? LoopIdler(on: loop) { [unowned self] in
                    self.idler?.stop()
                    accept()
                }
            self.idler = idler
            idler.start()
        } catch {
            accept()
        }
    }

    private func accept() {
        guard isOpen, let stream = try? TCPStream(on: loop) else { return }
        guard unsafe uv_accept(memory.assumingMemoryBound(to: uv_stream_t.self), stream.raw) == 0 else {
            return stream.close()
        }
        stream.disableDelay()
        onConnection?(stream)
    }
}

/// A bound port on loopback without a listener: connections to it are refused.
package final class ReservedPort: Handle {
    /// The port that the system chose.
    package private(set) var port = 0

    /// Binds a free port.
    ///
    /// - Throws: `UVError` if no port is free.
    package init(on loop: Loop) throws(UVError) {
        let address = try SocketAddress(host: "127.0.0.1", port: 0, on: loop)
        try unsafe super.init(UV_TCP, on: loop) { loop, memory in
            unsafe uv_tcp_init(loop, memory.assumingMemoryBound(to: uv_tcp_t.self))
        }
        let tcp = unsafe memory.assumingMemoryBound(to: uv_tcp_t.self)
        do throws(UVError) {
            try UVError.check("bind", unsafe address.withPointer { unsafe uv_tcp_bind(tcp, $0, 0) })
            port = try unsafe SocketAddress(boundBy: tcp).port
        } catch {
            close()
            throw error
        }
    }
}
