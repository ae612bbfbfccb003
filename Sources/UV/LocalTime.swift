import CUV

/// The time zone of the process, as the C library knows it: by `TZ`, else by the system's setting.
package enum LocalTime {
    /// How many seconds local time is ahead of UTC at a moment in seconds since 1970.
    package static func offset(at seconds: Int64) -> Int {
        hypermock_local_offset(seconds)
    }
}
