import Contracts
import HAL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which variants failed when they last ran, kept in `.hypermock/last-run.json` below the working directory.
///
/// The folder ignores itself for git; CI may keep it from one job to the next.
struct LastRun {
    /// Where it is kept.
    static let path = ".hypermock/last-run.json"

    /// The names of the variants that have failed.
    private(set) var failed: Set<String>

    /// - Throws: `Failure` when there was no run, or the file is not what this wrote.
    static func read() throws -> LastRun {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw Failure(.nothingExecuted, "hypermock: --last-failed: there was no run here: no file \(path)")
        }
        guard let names = try? JSONValue(parsing: [UInt8](data))["failed"]?.array?.compactMap(\.string) else {
            throw Failure(
                .infrastructure,
                "hypermock: --last-failed: \(path) cannot be read; the next run makes it anew"
            )
        }
        return LastRun(failed: Set(names))
    }

    /// Keeps what has failed; a run that was a part of all leaves the rest as it was.
    ///
    /// Where nothing can be written, nothing is kept: the run is none the worse for it.
    static func keep(_ report: RunReport) {
        var last = (try? read()) ?? LastRun(failed: [])
        for variant in report.variants {
            switch variant.status {
            case .failed: last.failed.insert(variant.name)
            case .passed: last.failed.remove(variant.name)
            // Nothing was judged, so that nothing is known to be better.
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
