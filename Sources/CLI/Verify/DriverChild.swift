import Contracts
import UV

/// The process of a driver on its loop: its unread output, and the caller that waits for a line.
///
/// It retains itself until the process has ended and its pipes are closed.
final class DriverChild {
    /// Milliseconds between the end of the output and the end of the process, in either order.
    private static let patience = 2000
    /// Milliseconds that a driver may run after the end of its input.
    private static let grace = 2000
    /// The maximum number of bytes that are read before a caller waits for a line.
    private static let unaskedLimit = 64 << 10

    /// Called once, when the process has ended and its pipes are closed.
    var onGone: (() -> Void)?

    private var child: ChildProcess?
    private var timer: LoopTimer?
    private var unread: [UInt8] = []
    /// The number of bytes at the start of `unread` without a line feed.
    private var searched = 0
    private var waiter: ((DriverLine) -> Void)?
    private var ending: ChildProcess.Ending?
    private var isOutputOver = false
    /// The end of the process as text; after it, there are no more lines.
    private var obituary: String?

    init(on loop: Loop, command: String) throws(UVError) {
        timer = try LoopTimer(on: loop) { [weak self] in self?.giveUp() }
        do throws(UVError) {
            let child = try ChildProcess(on: loop, command: command) { [self] in didExit($0) }
            self.child = child
            child.output.onBytes = { [weak self] in self?.didRead($0) }
            child.output.onEnd = { [weak self] _ in self?.outputDidEnd() }
        } catch {
            timer?.close()
            throw error
        }
    }

    /// Sends a line, if any, and calls `reply` with the next line of the process.
    func exchange(_ line: String?, _ reply: @escaping (DriverLine) -> Void) {
        waiter = reply
        // If the process does not read it, its end reports that.
        if let line { try? child?.input.write(Array("\(line)\n".utf8).span) }
        deliver()
    }

    /// Kills the process.
    func kill() {
        child?.kill()
        end("was stopped")
    }

    /// Closes the standard input of the process; kills it if it does not end in time.
    func finish() {
        child?.input.close()
        try? child?.output.startReading()
        timer?.start(afterMilliseconds: Self.grace)
    }

    /// Removes and returns the complete lines that no caller has read.
    func takeLines() -> [[UInt8]] {
        guard let end = unread.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        defer {
            unread.removeSubrange(...end)
            searched = 0
        }
        return unread[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    }

    private func didRead(_ bytes: Span<UInt8>) {
        guard obituary == nil else { return }
        unread.append(copying: bytes)
        if waiter == nil, unread.count > Self.unaskedLimit { child?.output.stopReading() }
        deliver()
    }

    private func outputDidEnd() {
        isOutputOver = true
        settle()
    }

    private func didExit(_ ending: ChildProcess.Ending) {
        self.ending = ending
        settle()
    }

    /// Waits for both the end of the output and the end of the process, which a process that it has started may delay.
    private func settle() {
        guard let ending, isOutputOver else {
            timer?.start(afterMilliseconds: Self.patience)
            return
        }
        end(ending.text)
    }

    private func giveUp() {
        child?.kill()
        end(ending?.text ?? (isOutputOver ? "closed its standard output" : "was stopped"))
    }

    private func end(_ text: String) {
        if obituary == nil { obituary = text }
        deliver()
        guard ending != nil else { return }
        child?.closeAll()
        timer?.close()
        (child, timer) = (nil, nil)
        let onGone = onGone.take()
        onGone?()
    }
}

extension DriverChild {
    /// Passes the next line to the waiting caller, or continues to read.
    private func deliver() {
        guard let waiter, let line = nextLine() else { return }
        self.waiter = nil
        if unread.count > Self.unaskedLimit { child?.output.stopReading() }
        waiter(line)
    }

    private func nextLine() -> DriverLine? {
        if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(unread[..<end])
            unread.removeSubrange(...end)
            searched = 0
            return .line(line)
        }
        searched = unread.count
        guard searched <= DriverLine.limit else { return .tooLong(Array(unread.prefix(1 << 16))) }
        guard let obituary else {
            try? child?.output.startReading()
            return nil
        }
        guard !unread.isEmpty else { return .ended(obituary) }
        // The line feed after the last line is optional.
        defer { (unread, searched) = ([], 0) }
        return .line(unread)
    }
}

extension ChildProcess.Ending {
    /// The end of the process, as a phrase after `the driver`.
    fileprivate var text: String {
        switch self {
        case .exit(code: 127): "exited with code 127 (the shell did not find the command)"
        // The exit code of a shell whose command was killed.
        case .exit(let code) where (129...159).contains(code):
            "was killed by signal \(code - 128) (exit code \(code))"
        case .exit(let code): "exited with code \(code)"
        case .signal(let number): "was killed by signal \(number)"
        }
    }
}
