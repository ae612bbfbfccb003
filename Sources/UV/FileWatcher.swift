import CUV

/// Calls a handler on the loop when a file, or an entry of a folder, changes.
///
/// Not recursive on Linux. One change may be reported several times, and names are hints: read the whole folder again.
package final class FileWatcher: Handle {
    private var handler: ((String?) -> Void)?

    /// Starts watching; the handler gets the name of the changed entry if the system reports it.
    ///
    /// - Throws: `UVError` if the path does not exist or the system's limit of watches is reached.
    package init(on loop: Loop, path: String, _ handler: @escaping (String?) -> Void) throws(UVError) {
        self.handler = handler
        try unsafe super.init(UV_FS_EVENT, on: loop) { loop, memory in
            unsafe uv_fs_event_init(loop, memory.assumingMemoryBound(to: uv_fs_event_t.self))
        }
        let raw = unsafe memory.assumingMemoryBound(to: uv_fs_event_t.self)
        let changed: uv_fs_event_cb = { handle, name, _, _ in unsafe FileWatcher.didChange(handle, name) }
        let status = unsafe uv_fs_event_start(raw, changed, path, 0)
        guard status == 0 else {
            close()
            throw UVError(code: status, operation: "watch \(path)")
        }
    }

    override func forgetHandlers() {
        handler = nil
    }

    private static func didChange(_ handle: UnsafeMutablePointer<uv_fs_event_t>?, _ name: UnsafePointer<CChar>?) {
        guard let data = unsafe handle?.pointee.data else { return }
        let watcher = unsafe Unmanaged<FileWatcher>.fromOpaque(data).takeUnretainedValue()
        watcher.handler?(unsafe name.map { unsafe String(cString: $0) })
    }
}
