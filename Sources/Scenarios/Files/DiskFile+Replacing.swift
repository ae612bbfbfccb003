#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

extension DiskFile {
    /// Replaces a file atomically: after a crash it has the old bytes or the new ones.
    ///
    /// - Throws: `Failure` if the file cannot be written; it keeps its old bytes.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
        let draft = path + ".new"
        unsafe unlink(draft)
        let descriptor = systemCreate(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        guard write(bytes, to: descriptor), fsync(descriptor) == 0 else {
            let failure = failure(path)
            close(descriptor)
            unsafe unlink(draft)
            throw failure
        }
        close(descriptor)
        guard unsafe rename(draft, path) == 0 else {
            let failure = failure(path)
            unsafe unlink(draft)
            throw failure
        }
    }

    /// Whether a file can be created in the folder of a path, or replaced there.
    package static func canReplace(_ path: String) -> Bool {
        guard kind(of: path) ?? .file == .file, !isLink(path) else { return false }
        return unsafe access(FileName(path).folder, W_OK | X_OK) == 0
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
            }
            if count > 0 { written += count } else if errno != EINTR { return false }
        }
        return true
    }

    private static func failure(_ path: String) -> Failure {
        Failure(reason: "'\(path)' cannot be written: \(unsafe String(cString: strerror(errno)))")
    }
}

// The functions above have the same names.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, buffer.baseAddress, buffer.count)
}

private func systemCreate(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    unsafe open(path, flags, mode)
}
