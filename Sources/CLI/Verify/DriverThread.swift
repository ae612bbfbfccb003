import Contracts
import UV

/// The thread and loop that run the processes of a driver.
final class DriverThread: Sendable {
    private let thread: LoopThread<DriverChildren>
    private let command: String

    private init(_ thread: LoopThread<DriverChildren>, _ command: String) {
        self.thread = thread
        self.command = command
    }

    /// Starts the loop without a process; `command` is a shell command.
    static func start(command: String) async throws -> DriverThread {
        DriverThread(try await LoopThread.start { DriverChildren(loop: $0) }, command)
    }

    /// Starts one process with the command.
    ///
    /// - Throws: `DriverFailure` if the system cannot start a process.
    func launch() async throws(DriverFailure) -> any DriverProcess {
        do {
            let id = try await thread.perform { [command] in try $0.launch(command) }
            return ShellProcess(id: id, thread: thread)
        } catch {
            throw DriverFailure("the driver cannot be started: \(error)")
        }
    }

    /// Kills all processes and ends the loop.
    func stop() async {
        _ = try? await thread.stop { $0.killAll() }
    }
}

/// A process that any thread can use.
private struct ShellProcess: DriverProcess {
    let id: Int
    let thread: LoopThread<DriverChildren>

    func exchange(_ line: String?) async -> DriverLine {
        await withCheckedContinuation { (done: CheckedContinuation<DriverLine, Never>) in
            let isPosted = thread.post { children in
                guard let child = children[id] else { return done.resume(returning: .ended("was stopped")) }
                child.exchange(line) { done.resume(returning: $0) }
            }
            if !isPosted { done.resume(returning: .ended("was stopped")) }
        }
    }

    func kill() {
        thread.post { $0[id]?.kill() }
    }

    func unasked() async -> [[UInt8]] {
        (try? await thread.perform { $0[id]?.takeLines() }) ?? []
    }

    func end() async -> [[UInt8]] {
        await withCheckedContinuation { (done: CheckedContinuation<[[UInt8]], Never>) in
            let isPosted = thread.post { children in
                guard let child = children[id] else { return done.resume(returning: []) }
                let onGone = child.onGone
                child.onGone = {
                    onGone?()
                    done.resume(returning: child.takeLines())
                }
                child.finish()
            }
            if !isPosted { done.resume(returning: []) }
        }
    }
}

/// The processes by their number, confined to the loop.
private final class DriverChildren {
    private let loop: Loop
    private var children: [Int: DriverChild] = [:]
    private var lastID = 0

    init(loop: Loop) {
        self.loop = loop
    }

    /// The process with this number; nil if it has ended.
    subscript(id: Int) -> DriverChild? { children[id] }

    func launch(_ command: String) throws(UVError) -> Int {
        let child = try DriverChild(on: loop, command: command)
        lastID += 1
        let id = lastID
        children[id] = child
        child.onGone = { [weak self] in self?.children[id] = nil }
        return id
    }

    func killAll() {
        for child in children.values { child.kill() }
    }
}
