import ArgumentParser
import Contracts
import Scenarios
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

    /// The same for every path of one file.
    var place: String { isStandardOutput ? path : URL(filePath: path).resolvingSymlinksInPath().standardized.path }
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
        let kind = place.flatMap { DiskFile.kind(of: $0.path) }
        guard kind != .folder else { throw Self.failure(request, "it is a folder") }
        isStream = kind == .other
        guard let place, !isStream else { return }
        try Self.attempt(request) {
            let probe = place.deletingLastPathComponent()
                .appending(path: ".\(place.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
            if kind != nil { try FileManager.default.removeItem(at: place) }
        }
    }

    /// Writes the report.
    ///
    /// - Throws: `Failure` when it cannot be written after all.
    func write(_ report: RunReport) throws {
        let text = request.kind.text(of: report)
        do throws(UVError) {
            guard let place else { return try StandardStream.output.send(text) }
            if isStream { return try OutputDevice.send(text, to: place.path) }
        } catch {
            throw Self.failure(request, error.isWithoutReader ? "no process reads this pipe" : error.text)
        }
        guard let place else { return }
        try Self.attempt(request) { try Data(text.utf8).write(to: place, options: .atomic) }
    }

    private static func attempt(_ request: ReportRequest, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            throw failure(request, "its folder does not exist")
        } catch let error as CocoaError where error.code == .fileWriteNoPermission {
            throw failure(request, "permission denied")
        } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
            throw failure(request, "no space left on the device")
        } catch let error as CocoaError where error.code == .fileWriteVolumeReadOnly {
            throw failure(request, "the file system is read-only")
        } catch {
            throw failure(request, "the system refuses it")
        }
    }

    private static func failure(_ request: ReportRequest, _ reason: String) -> Failure {
        Failure(.infrastructure, "hypermock: the report \(request.path) cannot be written: \(reason)")
    }
}
