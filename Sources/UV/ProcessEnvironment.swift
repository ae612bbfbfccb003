import CUV

/// The variables of the process' environment.
package enum ProcessEnvironment {
    /// The value of a variable; nil when it is not set, or is no UTF-8.
    package static func value(of name: String) -> String? {
        var size = 256
        while true {
            var buffer = [CChar](repeating: 0, count: size)
            let status = unsafe uv_os_getenv(name, &buffer, &size)
            // `size` is now what the value takes.
            if status == UV_ENOBUFS.rawValue { continue }
            guard status == 0 else { return nil }
            return String(validating: buffer.prefix(size).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
