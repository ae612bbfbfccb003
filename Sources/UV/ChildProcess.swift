import CUV

/// A shell command as a child process, with pipes to its standard input and output.
///
/// It shares the standard error of this process and leads its own session, so that Ctrl-C does not reach it. A guard, the
/// parent of the child, kills it with all its descendants when `kill` asks for it or when this process has ended, even by
/// SIGKILL. On Linux these are the descendants in other sessions as well; elsewhere those in the child's session.
package final class ChildProcess {
    /// How a process ended.
    package enum Ending: Sendable, Hashable {
        case exit(code: Int)
        case signal(Int)
    }

    /// The standard input of the process; closing it sends the end of the input.
    package let input: PipeStream
    /// The standard output of the process.
    package let output: PipeStream

    /// Carries commands to the guard and the ending of the child back; it ends with the guard.
    private let lifeline: PipeStream
    private let guardProcess: Int32
    private var onExit: ((Ending) -> Void)?
    private var report: [UInt8] = []

    /// Runs `/bin/sh -c command`; `onExit` is called once, when the process has ended.
    ///
    /// - Throws: `UVError` if the system cannot start a process.
    package init(on loop: Loop, command: String, onExit: @escaping (Ending) -> Void) throws(UVError) {
        var ends: [Int32] = [-1, -1, -1]
        guardProcess = unsafe ends.withUnsafeMutableBufferPointer {
            unsafe hypermock_spawn_shell(command, $0.baseAddress)
        }
        try UVError.check("start process", guardProcess)
        input = try PipeStream(on: loop, descriptor: ends[0])
        output = try PipeStream(on: loop, descriptor: ends[1])
        lifeline = try PipeStream(on: loop, descriptor: ends[2])
        self.onExit = onExit
        // The lifeline retains the child until the guard has ended.
        lifeline.onBytes = { [self] in didReport($0) }
        lifeline.onEnd = { [self] _ in guardDidEnd() }
        try lifeline.startReading()
    }

    /// Kills the process and its descendants.
    package func kill() {
        send(hypermock_guard_kill)
    }

    /// Closes the pipes and ends the guard, without killing what is left of the descendants; the process must have ended.
    package func closeAll() {
        input.close()
        output.close()
        send(hypermock_guard_dismiss)
    }

    /// Sends a command to the guard; the pipe always has room for one.
    private func send(_ command: some BinaryInteger) {
        guard lifeline.isOpen else { return }
        _ = try? lifeline.tryWrite([UInt8(truncatingIfNeeded: command)].span)
    }

    private func didReport(_ bytes: Span<UInt8>) {
        report.append(copying: bytes)
        guard report.count >= 2 else { return }
        exit(report[0] == 0 ? .exit(code: Int(report[1])) : .signal(Int(report[0])))
    }

    /// The guard's child is killed with it.
    private func guardDidEnd() {
        lifeline.close()
        hypermock_reap_guard(guardProcess)
        exit(.signal(Int(SIGKILL)))
    }

    private func exit(_ ending: Ending) {
        let onExit = onExit.take()
        onExit?(ending)
    }
}

/// The end of a pipe to a child that this process keeps.
package final class PipeStream: ByteStream {
    /// Takes over a connected descriptor.
    init(on loop: Loop, descriptor: Int32) throws(UVError) {
        try unsafe super.init(UV_NAMED_PIPE, on: loop) { loop, memory in
            unsafe uv_pipe_init(loop, memory.assumingMemoryBound(to: uv_pipe_t.self), 0)
        }
        let pipe = unsafe memory.assumingMemoryBound(to: uv_pipe_t.self)
        let status = unsafe uv_pipe_open(pipe, descriptor)
        guard status != 0 else { return }
        close()
        throw UVError(code: status, operation: "open pipe")
    }
}
