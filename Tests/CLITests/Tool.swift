import Foundation
import Support
import UV

/// The built `hypermock`, run as people run it.
struct Tool {
    /// What a finished run has left.
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The output with one blank between words, however it is laid out.
        var words: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    static let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Beside the test bundle.
    static let executable: URL = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "hypermock")
    }()

    /// Runs to the end.
    static func run(
        _ arguments: String...,
        environment: [String: String] = [:],
        input: String? = nil
    ) async throws -> Result {
        try await RunningTool(arguments, environment: environment, input: input).finish()
    }
}

/// A `hypermock` that is still running.
final class RunningTool {
    /// Under the address sanitizer, the tool is not asked for leaks: Swift keeps marks in pointers of enums that are
    /// global, and they look like leaks when the process ends.
    private static let surroundings = ["PATH": "/usr/bin:/bin", "NO_COLOR": "1", "ASAN_OPTIONS": "detect_leaks=0"]

    private let process = Process()
    private let output = Pipe()
    private let errors: FileHandle
    private let errorsFile: URL
    private var unread = Data()
    /// An element when the standard error may have changed, or the tool has ended.
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    /// Starts it, or another program, in that folder, or in the package, with a terminal, a short input or none.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        in folder: URL? = nil,
        program: URL = Tool.executable,
        input: String? = nil,
        terminal: PseudoTerminal? = nil
    ) throws {
        (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        errorsFile = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: errorsFile)
        errors = try FileHandle(forWritingTo: errorsFile)
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder ?? Tool.packageFolder
        process.environment = environment.merging(Self.surroundings) { given, _ in given }
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = { [change] _ in change.yield() }
        let pipe = input.map { _ in Pipe() }
        process.standardInput = terminal?.device ?? pipe ?? FileHandle.nullDevice
        try process.run()
        guard let input, let pipe else { return }
        try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try pipe.fileHandleForWriting.close()
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: errorsFile)
    }

    /// The next line of the standard output; nil at its end.
    func readLine() async -> String? {
        while true {
            if let end = unread.firstIndex(of: 10) {
                defer { unread = Data(unread[unread.index(after: end)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = await readOutput()
            guard !more.isEmpty else { return nil }
            unread += more
        }
    }

    /// The port of the ready line, which is the first one.
    func readPort() async -> Int? {
        guard let line = await readLine(), line.hasPrefix("hypermock ready http://") else { return nil }
        let url = line.split(separator: " ")[2]
        return url.split(separator: ":").last.flatMap { Int($0) }
    }

    var processIdentifier: Int32 { process.processIdentifier }

    func terminate() {
        process.terminate()
    }

    /// As the keyboard does it.
    func interrupt() {
        process.interrupt()
    }

    /// Waits until the standard error contains the text; false if the tool ends without it.
    func waitForErrors(containing text: String) async -> Bool {
        await waitForErrors { $0.contains(text) }
    }

    /// Waits until the standard error meets the condition; false if the tool ends before.
    func waitForErrors(until condition: (String) -> Bool) async -> Bool {
        let (path, change) = (errorsFile.path, change)
        let watcher = try? await LoopThread.start { try FileWatcher(on: $0, path: path) { _ in change.yield() } }
        change.yield()
        for await _ in changes where condition(errorsSoFar) || !process.isRunning { break }
        _ = try? await watcher?.stop { $0.close() }
        return condition(errorsSoFar)
    }

    /// What was written to the standard error so far.
    var errorsSoFar: String {
        (try? String(contentsOf: errorsFile, encoding: .utf8)) ?? ""
    }

    /// Waits for its end without reading what it has written.
    func waitForEnd() async -> Int32 {
        await onOwnThread { [process] in process.waitUntilExit() }
        return process.terminationStatus
    }

    func finish() async -> Tool.Result {
        var text = unread
        while case let more = await readOutput(), !more.isEmpty { text += more }
        return Tool.Result(
            status: await waitForEnd(),
            output: String(decoding: text, as: UTF8.self),
            errors: errorsSoFar
        )
    }
}

extension RunningTool {
    /// What is there, as soon as there is something; nothing at the end.
    private func readOutput() async -> Data {
        let handle = output.fileHandleForReading
        return await onOwnThread { handle.availableData }
    }
}

/// A folder for one test.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path()
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }

    var path: String { url.path() }
}
