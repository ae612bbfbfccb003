import CUV

/// A shell command as a child process, with pipes to its standard input and output.
///
/// It shares the standard error of this process and leads its own session: Ctrl-C does not reach it, and `kill` ends the
/// processes that it has started as well. They are also ended if this process ends for any reason.
package final class ChildProcess: Handle {
    /// How a process ended.
    package enum Ending: Sendable, Hashable {
        case exit(code: Int)
        case signal(Int)
    }

    /// The standard input of the process; closing it sends the end of the input.
    package let input: PipeStream
    /// The standard output of the process.
    package let output: PipeStream

    /// If it ends without a line, this process has ended, and the child's guard kills the child.
    private let lifeline: PipeStream
    private var onExit: ((Ending) -> Void)?

    /// Runs `/bin/sh -c command`; `onExit` is called once, when the process has ended.
    ///
    /// - Throws: `UVError` if the system cannot start a process.
    package init(on loop: Loop, command: String, onExit: @escaping (Ending) -> Void) throws(UVError) {
        input = try PipeStream(on: loop)
        output = try PipeStream(on: loop)
        lifeline = try PipeStream(on: loop)
        self.onExit = onExit
        let pipes = unsafe (input.raw, output.raw, lifeline.raw)
        var status: Int32 = 0
        try unsafe super.init(UV_PROCESS, on: loop) { loop, memory in
            let exited: uv_exit_cb = { unsafe ChildProcess.didExit($0, code: $1, signal: $2) }
            let process = unsafe memory.assumingMemoryBound(to: uv_process_t.self)
            status = unsafe hypermock_spawn_shell(loop, process, command, pipes.0, pipes.1, pipes.2, exited)
            // The handle of a process that did not start must be closed as well.
            return 0
        }
        // The system reports the end of the process by this signal.
        hypermock_unblock(SIGCHLD)
        guard status != 0 else { return }
        closeAll()
        throw UVError(code: status, operation: "start process")
    }

    /// Kills the process and the processes that it has started.
    package func kill() {
        loop.assertOnLoop()
        let pid = unsafe uv_process_get_pid(memory.assumingMemoryBound(to: uv_process_t.self))
        guard isOpen, pid > 0 else { return }
        _ = uv_kill(-pid, Self.killSignal)
    }

    /// Closes the pipes and the handle; a process that is still running continues.
    package func closeAll() {
        input.close()
        output.close()
        dismissGuard()
        close()
    }

    /// Ends the guard without killing the child; the pipe always has room for one byte.
    private func dismissGuard() {
        if lifeline.isOpen { _ = try? lifeline.tryWrite([UInt8(ascii: "\n")].span) }
        lifeline.close()
    }

    override func forgetHandlers() {
        onExit = nil
    }

    private static let killSignal: Int32 = 9

    private static func didExit(_ process: UnsafeMutablePointer<uv_process_t>?, code: Int64, signal: Int32) {
        guard let data = unsafe process?.pointee.data else { return }
        let child = unsafe Unmanaged<ChildProcess>.fromOpaque(data).takeUnretainedValue()
        let onExit = child.onExit.take()
        onExit?(signal == 0 ? .exit(code: Int(code)) : .signal(Int(signal)))
    }
}

/// The end of a pipe to a child that this process keeps.
package final class PipeStream: ByteStream {
    init(on loop: Loop) throws(UVError) {
        try unsafe super.init(UV_NAMED_PIPE, on: loop) { loop, memory in
            unsafe uv_pipe_init(loop, memory.assumingMemoryBound(to: uv_pipe_t.self), 0)
        }
    }
}
