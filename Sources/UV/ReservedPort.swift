import CUV

/// A port of loopback that is taken and on which nobody listens: whoever connects to it is refused.
package final class ReservedPort: Handle {
    /// The port that the system has chosen.
    package private(set) var port = 0

    /// - Throws: `UVError` when no port is free.
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
