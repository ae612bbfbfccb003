import CUV

extension TCPStream {
    /// Connects to a server; `completion` runs once, on the loop, when the connection stands or cannot be had.
    ///
    /// `host` is an address, or a name, which is resolved before this returns.
    ///
    /// - Returns: the stream, on its way to be connected.
    /// - Throws: `UVError` when the name is unknown or the system has no socket left.
    package static func connect(
        on loop: Loop,
        host: String,
        port: Int,
        _ completion: @escaping (TCPStream, UVError?) -> Void
    ) throws(UVError) -> TCPStream {
        let address = try SocketAddress(host: host, port: port, on: loop)
        let stream = try TCPStream(on: loop)
        stream.onConnected = { [unowned stream] in completion(stream, $0) }
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
        let completion = stream?.onConnected
        stream?.onConnected = nil
        completion?(status == 0 ? nil : UVError(code: status, operation: "connect"))
    }
}
