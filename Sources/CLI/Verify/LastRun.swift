import Contracts
import HAL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The variants that failed in their last run, stored in `.hypermock/last-run.json` in the working directory.
///
/// The folder has its own `.gitignore`; CI can cache it between jobs.
struct LastRun {
    /// The path of the file.
    static let path = ".hypermock/last-run.json"

    /// The names of the failed variants.
    private(set) var failed: Set<String>

    /// Reads the file.
    ///
    /// - Throws: `CommandFailure` if there is none, or it is invalid.
    static func read() throws -> LastRun {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw CommandFailure(.nothingExecuted, "hypermock: --last-failed: no previous run: \(path) does not exist")
        }
        guard let names = try? JSONValue(parsing: [UInt8](data))["failed"]?.array?.compactMap(\.string) else {
            throw CommandFailure(
                .infrastructure,
                "hypermock: --last-failed: \(path) is invalid; run without --last-failed to replace it"
            )
        }
        return LastRun(failed: Set(names))
    }

    /// Stores the results of a run; variants that did not run keep theirs.
    ///
    /// If the file cannot be written, nothing is stored, and the run does not fail.
    static func keep(_ report: RunReport) {
        var last = (try? read()) ?? LastRun(failed: [])
        for variant in report.variants {
            switch variant.status {
            case .failed: last.failed.insert(variant.name)
            case .passed, .known: last.failed.remove(variant.name)
            // A skipped variant was not checked, so it keeps its result.
            case .skipped: break
            }
        }
        last.write()
    }

    private func write() {
        let folder = URL(filePath: Self.path).deletingLastPathComponent()
        let ignore = folder.appending(path: ".gitignore")
        let document: JSONValue = ["version": 1, "failed": .array(failed.sorted().map { .string($0) })]
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            if !FileManager.default.fileExists(atPath: ignore.path()) { try Data("*\n".utf8).write(to: ignore) }
            let text = document.serialized(pretty: true) + "\n"
            try Data(text.utf8).write(to: URL(filePath: Self.path), options: .atomic)
        } catch {
            return
        }
    }
}
