import Contracts
import HALClient

/// A process that says what a test wants, in the order of the calls, whichever process gets them.
final class CannedProcess: DriverProcess {
    /// What is said to one call.
    enum Answer: Sendable {
        case line(String)
        /// The only call of an answer to the current one.
        case call(String)
        case raw(DriverLine)
        /// Nothing, until the process is killed.
        case silence
        /// The beginning of a line, and nothing more until the process is killed.
        case silenceAfter(String)
        /// An answer with that call, and behind it lines that nobody has asked for; `ID` in them is that of the call.
        case chatter(String, [String])

        static let success = call(#"{"outcome":"success","status":204}"#)

        var isSilence: Bool {
            switch self {
            case .silence, .silenceAfter: true
            case .line, .call, .raw, .chatter: false
            }
        }
    }

    /// Starts processes that share their answers.
    final class Launcher: Sendable {
        private struct State {
            var answers: [Answer]
            var starts = 0
            var running = 0
            var lines: [String] = []
        }

        private let hellos: [Answer]
        private let state: Locked<State>

        init(hellos: [Answer], answers: [Answer]) {
            self.hellos = hellos
            state = Locked(State(answers: answers))
        }

        convenience init(hello: [String], answers: [Answer]) {
            self.init(hellos: hello.map { .line($0) }, answers: answers)
        }

        var starts: Int { state.withLock { $0.starts } }
        var running: Int { state.withLock { $0.running } }
        /// What the processes were told, in order.
        var lines: [String] { state.withLock { $0.lines } }

        func launch() -> any DriverProcess {
            state.withLock {
                $0.starts += 1
                $0.running += 1
            }
            return CannedProcess(self)
        }

        fileprivate func hello() -> Answer { hellos[0] }

        /// Without any answers left, the process ends.
        fileprivate func next() -> Answer {
            state.withLock { $0.answers.isEmpty ? .raw(.ended("has ended")) : $0.answers.removeFirst() }
        }

        fileprivate func keep(_ line: String) {
            state.withLock { $0.lines.append(line) }
        }

        fileprivate func didEnd() {
            state.withLock { $0.running -= 1 }
        }
    }

    private let launcher: Launcher
    private let lastID = Locked(0)
    private let end: AsyncStream<Void>
    private let kills: AsyncStream<Void>.Continuation
    private let isRunning = Locked(true)
    private let unread = Locked<[String]>([])

    private init(_ launcher: Launcher) {
        self.launcher = launcher
        (end, kills) = AsyncStream.makeStream(of: Void.self)
    }

    func exchange(_ line: String?) async -> DriverLine {
        let id = lastID.withLock { id in
            if line != nil { id += 1 }
            return id
        }
        guard id > 0 else { return await say(launcher.hello(), id: 0) }
        if let line { launcher.keep(line) }
        return await say(launcher.next(), id: id)
    }

    func unasked() async -> [[UInt8]] {
        unread.withLock { lines in
            defer { lines = [] }
            return lines.map { Array($0.utf8) }
        }
    }

    func kill() {
        kills.finish()
        guard
            isRunning.withLock({ running in
                defer { running = false }; return running
            })
        else { return }
        launcher.didEnd()
    }

    func end() async -> [[UInt8]] {
        kill()
        return await unasked()
    }

    private func say(_ answer: Answer, id: Int) async -> DriverLine {
        switch answer {
        case .line(let text): return .line(Array(text.utf8))
        case .call(let text): return .line(Array(#"{"id":\#(id),"calls":[\#(text)]}"#.utf8))
        case .raw(let line): return line
        case .silenceAfter(let text):
            for await _ in end {}
            return .line(Array(text.utf8))
        case .chatter(let text, let more):
            unread.withLock { $0 += more.map { $0.replacing("ID", with: "\(id)") } }
            return await say(.call(text), id: id)
        case .silence:
            for await _ in end {}
            return .ended("was stopped")
        }
    }
}
