import CUV

/// The process that runs this code: its environment, limits, memory, time zone and end.
package enum CurrentProcess {
    // MARK: Environment

    /// Returns the value of an environment variable; nil if it is not set, or not valid UTF-8.
    package static func variable(_ name: String) -> String? {
        var size = 256
        while true {
            var buffer = [CChar](repeating: 0, count: size)
            let status = unsafe uv_os_getenv(name, &buffer, &size)
            // `size` is now the length of the value.
            if status == UV_ENOBUFS.rawValue { continue }
            guard status == 0 else { return nil }
            return String(validating: buffer.prefix(size).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// The name of the machine in its network; nil if it has none that is valid UTF-8.
    package static var hostName: String? {
        var size = 256
        var buffer = [CChar](repeating: 0, count: size)
        guard unsafe uv_os_gethostname(&buffer, &size) == 0 else { return nil }
        return String(validating: buffer.prefix(size).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns how many seconds local time is ahead of UTC at a time in seconds since 1970, by `TZ` or the system's
    /// setting.
    package static func timeZoneOffset(at seconds: Int64) -> Int {
        hypermock_local_offset(seconds)
    }

    /// Returns freed memory to the system, which takes milliseconds if there is much of it.
    package static func releaseMemory() {
        hypermock_release_memory()
    }

    // MARK: Usage

    /// The processor time of all threads in milliseconds, and the resident memory in bytes; 0 if it is unknown.
    package static var usage: (cpuMilliseconds: Int, residentBytes: Int) {
        var usage = uv_rusage_t()
        var bytes = 0
        _ = unsafe uv_getrusage(&usage)
        _ = unsafe uv_resident_set_memory(&bytes)
        let seconds = Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)
        return (seconds * 1000 + (Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)) / 1000, bytes)
    }

    // MARK: Limits

    /// Number of open files below which Swift's runtime and libuv end the process without a message.
    package static let leastFiles = 9

    /// Raises the limit of open files, sockets included, to the most that the system allows (`setrlimit`).
    package static func raiseFileLimit() {
        hypermock_raise_descriptor_limit()
    }

    /// The limit of open files, sockets included.
    package static var fileLimit: Int { Int(clamping: hypermock_open_file_limit()) }

    /// The number of open files, sockets included; nil where the system has no folder of them.
    package static var openFileCount: Int? {
        var request = unsafe uv_fs_t()
        let count = unsafe uv_fs_scandir(nil, &request, "/proc/self/fd", 0, nil)
        unsafe uv_fs_req_cleanup(&request)
        // One of them is the folder itself, while it is read.
        return count < 0 ? nil : Int(count) - 1
    }

    /// Explains that the limit of open files is too low for `needed` files; nil if it suffices.
    package static func fileLimitProblem(needing needed: Int) -> String? {
        let limit = fileLimit
        guard limit < needed else { return nil }
        return "the limit of open files is \(limit), but at least \(needed) are needed; raise it with ulimit -n"
    }

    /// Makes `free` return large blocks of memory to the system at once.
    package static func returnLargeBlocks() {
        hypermock_return_large_blocks()
    }

    // MARK: End

    /// Sends SIGINT to this process, as Ctrl-C does.
    package static func interrupt() {
        _ = uv_kill(uv_os_getpid(), SignalWatcher.interrupt)
    }

    /// Ends the process at once, without finishing or waiting for anything.
    package static func end(_ status: Int32) {
        hypermock_end_process(status)
    }
}
