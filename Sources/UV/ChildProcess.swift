import CUV

/// A command of the shell as a process of its own, with pipes to its standard input and output.
///
/// Its standard error is this process'. It leads a session of its own: a key that interrupts this process does not reach
/// it, and what it has started ends with it. When this process is gone, whatever has ended it, they are ended too.
package final class ChildProcess: Handle {
    /// How a process has ended.
    package enum Ending: Sendable, Hashable {
        case exit(code: Int)
        case signal(Int)
    }

    /// What is written here the process reads from its standard input; closing it is the end of that.
    package let input: PipeStream
    /// What the process writes to its standard output.
    package let output: PipeStream

    /// Its end without a line says to the child's guard that this process is gone.
    private let lifeline: PipeStream
    private var onExit: ((Ending) -> Void)?

    /// Runs `/bin/sh -c command`; `onExit` runs once, when the process has ended.
    ///
    /// - Throws: `UVError` when the system starts no process.
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
            // A process that was not started is a handle all the same, and has to be closed.
            return 0
        }
        // The system tells by a signal that the process has ended.
        hypermock_unblock(SIGCHLD)
        guard status != 0 else { return }
        closeAll()
        throw UVError(code: status, operation: "start process")
    }

    /// Ends the process and whatever it has started, at once.
    package func kill() {
        loop.assertOnLoop()
        let pid = unsafe uv_process_get_pid(memory.assumingMemoryBound(to: uv_process_t.self))
        guard isOpen, pid > 0 else { return }
        _ = uv_kill(-pid, Self.killSignal)
    }

    /// Closes the pipes and the handle; a process that is still running is on its own then.
    package func closeAll() {
        input.close()
        output.close()
        dismissGuard()
        close()
    }

    /// The pipe takes so few bytes at once; where nobody reads them, there is no guard any more.
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
