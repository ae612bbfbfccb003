import ArgumentParser
import Contracts
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The value of `--report`: `junit=report.xml`; `json=-` is for the standard output.
struct ReportRequest: ExpressibleByArgument {
    let kind: ReportKind
    let path: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let kind = ReportKind(rawValue: String(parts[0])) else { return nil }
        self.kind = kind
        path = String(parts[1])
    }

    var isStandardOutput: Bool { path == "-" }
}

/// A report that is going to be written: all of it or nothing.
struct ReportFile {
    private let request: ReportRequest
    /// Where it goes in the end; nil: the standard output.
    private let place: URL?
    /// A pipe or a device, which cannot be replaced.
    private let isStream: Bool

    /// Makes sure that it can be written, and takes away an older one, so that nobody reads that for the new one.
    ///
    /// - Throws: `Failure` when it cannot be written.
    init(_ request: ReportRequest) throws {
        self.request = request
        place = request.isStandardOutput ? nil : URL(filePath: request.path).resolvingSymlinksInPath()
        let type = place.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.path) }?[.type]
        let fileType = type as? FileAttributeType
        guard fileType != .typeDirectory else { throw Self.failure(request, "it is a folder") }
        isStream = fileType != nil && fileType != .typeRegular
        guard let place, !isStream else { return }
        try Self.attempt(request) {
            let probe = place.deletingLastPathComponent()
                .appending(path: ".\(place.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
            if fileType != nil { try FileManager.default.removeItem(at: place) }
        }
    }

    /// Writes the report.
    ///
    /// - Throws: `Failure` when it cannot be written after all.
    func write(_ report: RunReport) throws {
        let text = request.kind.text(of: report)
        guard let place else { return StandardStream.output.write(text) }
        try Self.attempt(request) { try Data(text.utf8).write(to: place, options: isStream ? [] : .atomic) }
    }

    private static func attempt(_ request: ReportRequest, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            throw failure(request, "its folder does not exist")
        } catch let error as CocoaError where error.code == .fileWriteNoPermission {
            throw failure(request, "permission denied")
        } catch {
            throw failure(request, "\(error)")
        }
    }

    private static func failure(_ request: ReportRequest, _ reason: String) -> Failure {
        Failure(.infrastructure, "hypermock: the report \(request.path) cannot be written: \(reason)")
    }
}
