import Foundation
import Testing

/// Somebody who does what a page says, word by word, in an empty folder; the port alone is another one.
final class TutorialReader {
    let folder: TemporaryFolder
    private let home: TemporaryFolder
    private let replacements: [String: String]
    private var server: RunningTool?
    private var port = "8080"
    /// What the scripts have printed.
    private(set) var printed = ""

    /// With links to these things of the package in the folder, and with other text in the files that are written.
    init(linking names: String..., replacing replacements: [String: String] = [:]) throws {
        self.replacements = replacements
        folder = try TemporaryFolder()
        home = try TemporaryFolder()
        // On a terminal, which is not here, curl shows no progress.
        try home.write(".curlrc", "silent\nshow-error\n")
        try Self.link(home.url.appending(path: "bin/hypermock"), to: Tool.executable)
        for name in names {
            try Self.link(folder.url.appending(path: name), to: Tool.packageFolder.appending(path: name))
        }
    }

    func follow(_ tutorial: Tutorial) async throws {
        for step in tutorial.steps {
            switch step {
            case .file(let name, let text): try await write(name, text)
            case .command(let command, let output) where command.hasPrefix("hypermock serve "):
                try await serve(command, output)
            case .command(let command, let output):
                let printed = try await run("exec 2>&1; " + command).output
                expect(command, toPrint: output, printed)
            case .script(let text): try await follow(script: text)
            case .shown: break
            }
        }
    }

    /// Runs the text in bash, or in another shell, with the built `hypermock` on its path.
    func run(_ text: String, shell: String = "/bin/bash", _ flag: String = "-c") async throws -> Tool.Result {
        let text = text.replacing(":8080", with: ":" + port)
        return try await RunningTool(
            [flag, text],
            environment: environment,
            in: folder.url,
            program: URL(filePath: shell)
        ).finish()
    }

    /// Starts a server, which the commands on the page are for; the command's port is another one.
    func serve(_ command: String) async throws {
        try await serve(command, [])
    }

    /// Presses Control-C where a server runs.
    func finish() async throws {
        guard let server else { return }
        server.interrupt()
        #expect(await server.finish().status == 0)
        self.server = nil
    }

    /// A line that serves does so until it is ready; of others, all that stand together are one script.
    func follow(script text: String) async throws {
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.allSatisfy({ $0.hasPrefix("hypermock ") }) else { return try await runScript(text) }
        for line in lines {
            guard line.hasPrefix("hypermock serve ") else { try await runScript(line); continue }
            try await serve(line)
            try await finish()
        }
    }

    private func runScript(_ text: String) async throws {
        // What it leaves running in the background ends with it.
        let prefix = "set -euo pipefail; exec 2>&1; trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n"
        let result = try await run(prefix + text)
        #expect(result.status == 0, "\(text)\(result.output)")
        printed += result.output
    }

    private var environment: [String: String] {
        let variables = ProcessInfo.processInfo.environment
        let path = variables["PATH"] ?? "/usr/bin:/bin"
        return ["HOME": home.path, "PATH": home.url.appending(path: "bin").path() + ":" + path]
    }

    private func serve(_ command: String, _ output: [Substring]) async throws {
        let words = command.replacing("--port 8080", with: "").split(separator: " ").filter { $0 != "&" }
        let arguments = words.dropFirst().map(String.init)
        let server = try RunningTool(arguments, environment: ["HYPERMOCK_PORT": "0"], in: folder.url)
        port = String(try #require(await server.readPort()))
        self.server = server
        guard !output.isEmpty else { return }
        var printed = "hypermock ready http://127.0.0.1:\(port)\n"
        for _ in output.dropFirst() { printed += try #require(await server.readLine()) + "\n" }
        expect(command, toPrint: output, printed)
    }

    /// A server that watches the folder has seen the file when this returns.
    private func write(_ name: String, _ text: String) async throws {
        let seen = Self.reloads(server?.errorsSoFar ?? "")
        try folder.write(name, replacements.reduce(text) { $0.replacing($1.key, with: $1.value) })
        guard let server else { return }
        #expect(await server.waitForErrors { Self.reloads($0) > seen })
    }

    private static func reloads(_ errors: String) -> Int {
        errors.split(separator: "\n").count { $0.hasPrefix("hypermock: reloaded") }
    }

    private func expect(_ command: String, toPrint expected: [Substring], _ printed: String) {
        let lines = printed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let text = lines.last == "" ? lines.dropLast() : lines[...]
        #expect(Self.matches(expected[...], text, port), "$ \(command)\n\(printed)")
    }

    /// Whether the lines are as expected; a line that is `…` stands for any number of lines, a `…` for any text.
    private static func matches(
        _ expected: ArraySlice<Substring>,
        _ lines: ArraySlice<Substring>,
        _ port: String
    ) -> Bool {
        guard let first = expected.first else { return lines.isEmpty }
        if first == "…" {
            return lines.indices.contains { matches(expected.dropFirst(), lines[$0...], port) }
                || expected.count == 1
        }
        guard let line = lines.first else { return false }
        let pieces = first.replacing(":8080", with: ":" + port).split(separator: "…", omittingEmptySubsequences: false)
        return line.contains(pieces) && matches(expected.dropFirst(), lines.dropFirst(), port)
    }

    private static func link(_ place: URL, to target: URL) throws {
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: target)
    }
}

extension Substring {
    /// Whether this is the pieces in their order, with anything between them.
    fileprivate func contains(_ pieces: [Substring]) -> Bool {
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return [self] == pieces }
        guard hasPrefix(first), dropFirst(first.count).hasSuffix(last) else { return false }
        var rest = dropFirst(first.count)
        for piece in pieces.dropFirst() where !piece.isEmpty {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
