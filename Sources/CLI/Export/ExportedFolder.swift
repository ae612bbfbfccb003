import Recordings
import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of exported files.
struct ExportedFolder {
    private let path: String

    /// Checks that the folder may be written: it is empty, or does not exist.
    ///
    /// - Throws: `CommandFailure` if it contains files, or one of the files that are read.
    init(path: String, isForced: Bool) throws {
        guard path != "-" else { throw CommandFailure(.usage, "hypermock: this kind is a folder; pass --out FOLDER") }
        self.path = path
        guard !isForced, DiskFile.kind(of: path) != nil else { return }
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        guard names?.isEmpty != true else { return }
        throw CommandFailure(.usage, "hypermock: \(path) exists already; pass --force to replace its files")
    }

    /// Writes the files, the last one of which refers to the others, and says so on standard error.
    ///
    /// - Throws: `CommandFailure` if one cannot be written, or there are none.
    func write(_ export: MappingsExport) throws {
        let skipped = export.skipped.reasons.map { "  skipped: \(IssueReport.count($0.count, $0.text))\n" }.joined()
        guard !export.files.isEmpty else {
            StandardStream.error.write("hypermock: nothing to export\n" + skipped)
            throw CommandFailure(.nothingExecuted, "")
        }
        for file in export.files {
            let target = URL(filePath: path).appending(path: file.path)
            do {
                try FileManager.default.createDirectory(
                    at: target.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.bytes).write(to: target, options: .atomic)
            } catch {
                let reason = OutputFile.reason(error)
                throw CommandFailure(.infrastructure, "hypermock: \(target.path) cannot be written: \(reason)")
            }
        }
        let facts = [(export.count, "mapping"), (export.files.count - 1, "body file")].map(IssueReport.count)
        StandardStream.error.write("hypermock: wrote \(path): \(facts[0]), \(facts[1])\n" + skipped)
    }
}
