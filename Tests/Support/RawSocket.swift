import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A TCP socket of the system that never blocks; closed when it is let go.
final class RawSocket: Sendable {
    /// What a socket can be waited for.
    enum Readiness: Sendable {
        case reading, writing
        /// The connection is over, whatever is left to read.
        case end

        fileprivate var events: Int16 {
            switch self {
            case .reading: Int16(POLLIN)
            case .writing: Int16(POLLOUT)
            case .end: 0
            }
        }
    }

    private let descriptor: Int32
    private let timeout: Int32

    /// `timeout` bounds each wait, in milliseconds.
    init(timeout: Int) {
        signal(SIGPIPE, SIG_IGN)
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        self.timeout = Int32(clamping: timeout)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var on: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        _ = close(descriptor)
    }

    /// Begins to connect to a port of this machine; 0, or the error.
    func startConnecting(to port: Int) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return status == 0 ? 0 : errno
    }

    /// What became of `startConnecting`; 0, or the error.
    var pendingError: Int32 {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        return code
    }

    /// How many of the bytes the system took.
    func write(_ bytes: ArraySlice<UInt8>) -> Result<Int, POSIXError> {
        let count = unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, 0) }
        return count >= 0 ? .success(count) : .failure(.last)
    }

    /// What has come; empty at the end.
    func read() -> Result<[UInt8], POSIXError> {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        return count >= 0 ? .success([UInt8](buffer.prefix(count))) : .failure(.last)
    }

    func shutDown() {
        #if canImport(Glibc)
            shutdown(descriptor, Int32(SHUT_WR))
        #else
            shutdown(descriptor, SHUT_WR)
        #endif
    }

    /// Waits until the socket is ready or broken; false: in vain.
    ///
    /// Does not suspend when it is ready at once, so that a server with short time-outs sees a busy machine's test
    /// connect and send in one go.
    func isReady(for readiness: Readiness) async -> Bool {
        if isReady(for: readiness, within: 0) { return true }
        return await onOwnThread { [self] in isReady(for: readiness, within: timeout) }
    }

    private func isReady(for readiness: Readiness, within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: readiness.events, revents: 0)
        return unsafe poll(&request, 1, milliseconds) != 0
    }
}

extension POSIXError {
    fileprivate static var last: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}
