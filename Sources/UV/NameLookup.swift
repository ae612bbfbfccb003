import CUV

extension SocketAddress {
    /// The most addresses of one name that are found.
    fileprivate static let mostAddresses = 16

    /// Finds the addresses of a host without blocking, by the system's resolver unless `host` is an address.
    ///
    /// They are in the order in which to try them (RFC 6724), at least one. `completion` is called once, on the loop,
    /// perhaps before this returns.
    package static func find(
        host: String,
        port: Int,
        on loop: Loop,
        then completion: @escaping (Result<[SocketAddress], UVError>) -> Void
    ) {
        loop.assertOnLoop()
        guard let number = UInt16(exactly: port) else {
            return completion(.failure(UVError(code: UV_EINVAL.rawValue, operation: "port \(port)")))
        }
        var storage = sockaddr_storage()
        if unsafe parse(host, Int32(number), into: &storage) == 0 {
            return completion(.success([SocketAddress(storage)]))
        }
        NameLookup(host: host, port: Int32(number), completion).start(on: loop)
    }
}

/// One lookup; the request retains it until its callback.
private final class NameLookup {
    private let host: String
    private let port: Int32
    private let completion: (Result<[SocketAddress], UVError>) -> Void

    init(host: String, port: Int32, _ completion: @escaping (Result<[SocketAddress], UVError>) -> Void) {
        self.host = host
        self.port = port
        self.completion = completion
    }

    func start(on loop: Loop) {
        let request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocate(capacity: 1)
        unsafe request.pointee.data = Unmanaged.passRetained(self).toOpaque()
        let status = unsafe hypermock_look_up(
            loop.raw,
            request,
            { request, status, found in unsafe NameLookup.finish(request, status, found) },
            host
        )
        if status != 0 { unsafe Self.finish(request, status, nil) }
    }

    private static func finish(
        _ request: UnsafeMutablePointer<uv_getaddrinfo_t>?,
        _ status: Int32,
        _ found: UnsafeMutablePointer<addrinfo>?
    ) {
        guard let request = unsafe request, let data = unsafe request.pointee.data else { return }
        unsafe request.deallocate()
        unsafe Unmanaged<NameLookup>.fromOpaque(data).takeRetainedValue().finish(status, found)
    }

    private func finish(_ status: Int32, _ found: UnsafeMutablePointer<addrinfo>?) {
        guard status == 0, let found = unsafe found else {
            return completion(.failure(UVError(code: status, operation: "resolve \(host)")))
        }
        defer { unsafe uv_freeaddrinfo(found) }
        var addresses: [SocketAddress] = []
        var next: UnsafeMutablePointer<addrinfo>? = unsafe found
        while let entry = unsafe next, addresses.count < SocketAddress.mostAddresses {
            var storage = sockaddr_storage()
            unsafe hypermock_copy_address(entry, port, &storage)
            addresses.append(SocketAddress(storage))
            unsafe next = entry.pointee.ai_next
        }
        completion(.success(addresses))
    }
}
