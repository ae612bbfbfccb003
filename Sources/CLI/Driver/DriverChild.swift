import Contracts
import UV

/// The process of a driver on its loop: what was read and not yet asked for, and who waits for a line.
///
/// It keeps itself alive until the process has ended and its pipes are closed.
final class DriverChild {
    /// How long what belongs together may come apart: the end of the output, and the end of the process.
    private static let patience = 2000
    /// How long a driver whose input has ended may go on.
    private static let grace = 2000
    /// How many bytes are read that nobody waits for.
    private static let unaskedLimit = 64 << 10

    /// Runs once, when nothing is left of the process.
    var onGone: (() -> Void)?

    private var child: ChildProcess?
    private var timer: LoopTimer?
    private var unread: [UInt8] = []
    /// So many bytes of `unread` have no line feed.
    private var searched = 0
    private var waiter: ((DriverLine) -> Void)?
    private var ending: ChildProcess.Ending?
    private var isOutputOver = false
    /// How the process has ended; nothing comes any more.
    private var obituary: String?

    init(on loop: Loop, command: String) throws(UVError) {
        timer = try LoopTimer(on: loop) { [unowned self] in giveUp() }
        do throws(UVError) {
            let child = try ChildProcess(on: loop, command: command) { [self] in didExit($0) }
            self.child = child
            child.output.onBytes = { [unowned self] in didRead($0) }
            child.output.onEnd = { [unowned self] _ in outputDidEnd() }
        } catch {
            timer?.close()
            throw error
        }
    }

    /// Sends a line, if there is one, and gives the next line to `reply`.
    func exchange(_ line: String?, _ reply: @escaping (DriverLine) -> Void) {
        waiter = reply
        // When nobody reads it, the end of the process says so.
        if let line { try? child?.input.write(Array("\(line)\n".utf8).span) }
        deliver()
    }

    /// Ends the process at once.
    func kill() {
        child?.kill()
        end("was ended")
    }

    /// Closes the standard input of the process, which ends it, or else its time is up.
    func finish() {
        child?.input.close()
        try? child?.output.startReading()
        timer?.start(afterMilliseconds: Self.grace)
    }

    /// Takes the whole lines that were read and that nobody has waited for.
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

    /// The end of the output and of the process come in any order; what one of them has started may keep the other open.
    private func settle() {
        guard let ending, isOutputOver else {
            timer?.start(afterMilliseconds: Self.patience)
            return
        }
        end(ending.text)
    }

    private func giveUp() {
        child?.kill()
        end(ending?.text ?? (isOutputOver ? "has closed its standard output" : "was ended"))
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
    /// Gives the next line to whoever waits, or reads on for it.
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
        // The last line may do without its line feed.
        defer { (unread, searched) = ([], 0) }
        return .line(unread)
    }
}

extension ChildProcess.Ending {
    /// To be read after `the driver`.
    fileprivate var text: String {
        switch self {
        case .exit(code: 127): "has ended with exit code 127 (the shell has not found the command)"
        // As a shell tells it of a command that it has started.
        case .exit(let code) where (129...159).contains(code):
            "was killed by signal \(code - 128) (exit code \(code))"
        case .exit(let code): "has ended with exit code \(code)"
        case .signal(let number): "was killed by signal \(number)"
        }
    }
}
