import CUV

/// An IPv4 or IPv6 address with a port.
package struct SocketAddress: Sendable {
    /// The address as text, without brackets.
    package let host: String
    package let port: Int
    package let isIPv6: Bool

    let storage: sockaddr_storage

    /// Parses an address, or resolves a name, for which it blocks.
    ///
    /// - Throws: `UVError` if the port is not valid or the name is unknown.
    init(host: String, port: Int, on loop: Loop) throws(UVError) {
        var storage = sockaddr_storage()
        guard (0...65535).contains(port) else { throw UVError(code: UV_EINVAL.rawValue, operation: "port \(port)") }
        let status = unsafe Self.parse(host, Int32(port), into: &storage)
        if status != 0 {
            try UVError.check("resolve \(host)", unsafe hypermock_resolve(loop.raw, host, Int32(port), &storage))
        }
        self.init(storage)
    }

    init(_ storage: sockaddr_storage) {
        var storage = storage
        self.storage = storage
        port = Int(unsafe hypermock_port(&storage))
        isIPv6 = unsafe hypermock_is_ipv6(&storage) != 0
        host = unsafe Self.text(of: &storage)
    }

    /// The local address of a socket.
    ///
    /// - Throws: `UVError` if the socket is not bound.
    init(boundBy tcp: UnsafePointer<uv_tcp_t>) throws(UVError) {
        var storage = sockaddr_storage()
        var length = Int32(MemoryLayout<sockaddr_storage>.size)
        let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe uv_tcp_getsockname(tcp, $0, &length)
            }
        }
        try UVError.check("socket name", status)
        self.init(storage)
    }

    /// The remote address of a socket; nil if it is no longer connected.
    init?(peerOf tcp: UnsafePointer<uv_tcp_t>) {
        var storage = sockaddr_storage()
        var length = Int32(MemoryLayout<sockaddr_storage>.size)
        let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe uv_tcp_getpeername(tcp, $0, &length)
            }
        }
        guard status == 0 else { return nil }
        self.init(storage)
    }

    /// The address and the port as in a URL: `127.0.0.1:8080`, `[::1]:8080`.
    package var authority: String { Self.authority(host, port) }

    /// A host and a port as in a URL: an IPv6 address is in brackets (RFC 3986 §3.2.2).
    package static func authority(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
        }
    }

    static func parse(_ host: String, _ port: Int32, into storage: UnsafeMutablePointer<sockaddr_storage>)
        -> Int32
    {
        let four = unsafe UnsafeMutableRawPointer(storage).assumingMemoryBound(to: sockaddr_in.self)
        guard unsafe uv_ip4_addr(host, port, four) != 0 else { return 0 }
        return unsafe uv_ip6_addr(
            host,
            port,
            UnsafeMutableRawPointer(storage).assumingMemoryBound(to: sockaddr_in6.self)
        )
    }

    private static func text(of storage: UnsafeMutablePointer<sockaddr_storage>) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            let address = unsafe UnsafeRawPointer(storage).assumingMemoryBound(to: sockaddr.self)
            guard unsafe uv_ip_name(address, start, buffer.count) == 0 else { return "" }
            return unsafe String(cString: start)
        }
    }
}

/// The network interfaces of this machine.
package enum NetworkInterfaces {
    /// The distinct addresses of all interfaces, as text.
    package static var addresses: [String] {
        var list: UnsafeMutablePointer<uv_interface_address_t>?
        var count: Int32 = 0
        guard unsafe uv_interface_addresses(&list, &count) == 0, let list = unsafe list else { return [] }
        defer { unsafe uv_free_interface_addresses(list, count) }
        var addresses: [String] = []
        for index in 0..<Int(count) {
            let address = unsafe text(of: list + index)
            if !address.isEmpty, !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }

    private static func text(of interface: UnsafeMutablePointer<uv_interface_address_t>) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress, unsafe hypermock_interface_name(interface, start, buffer.count) == 0
            else {
                return ""
            }
            return unsafe String(cString: start)
        }
    }
}
