import Contracts
import HAL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Results of earlier runs, stored in `.hypermock/last-run.json` in the working directory.
///
/// The folder has its own `.gitignore`; CI can cache it between jobs.
struct RunState {
    /// The path of the file.
    static let path = ".hypermock/last-run.json"

    /// The maximum number of runs of a trend, and of trends.
    private static let (runLimit, trendLimit) = (20, 20)
    /// The number of durations from which those of other runs are forgotten.
    private static let durationLimit = 100_000

    /// The variants that failed in their last run.
    private(set) var failed = FailedVariants()
    /// The durations of variants in their last run, by their names: those of the longest cases.
    private(set) var durations: [String: Duration] = [:]
    /// The digest of the last run, for the page of `hypermock serve`; null without one.
    private var last = JSONValue.null
    /// The latest complete runs of the same contracts and clients; the oldest first.
    private var trends: [(subject: String, runs: [RunSummary])] = []

    /// Reads the file; without one, nothing is known.
    ///
    /// - Throws: `CommandFailure` if it is invalid.
    static func read(for option: String) throws -> RunState? {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        guard let state = RunState([UInt8](data)) else {
            let remedy = "\(path) is invalid; run without \(option) to replace it"
            throw CommandFailure(.infrastructure, "hypermock: \(option): \(remedy)")
        }
        return state
    }

    /// Returns the state; an empty one if the file is absent or invalid.
    static func current() -> RunState { (try? read(for: "")) ?? RunState() }

    private init() {}

    private init?(_ bytes: [UInt8]) {
        guard let document = try? JSONValue(parsing: bytes),
            let names = document["failed"]?.array?.compactMap(\.string)
        else { return nil }
        failed = FailedVariants(names)
        for member in document["seconds"]?.object?.members ?? [] {
            guard let seconds = member.value.number?.double, (0...1e9).contains(seconds) else { continue }
            durations[member.name] = .seconds(seconds)
        }
        last = document["last"] ?? .null
        trends = (document["trends"]?.array ?? []).prefix(Self.trendLimit).compactMap { item in
            guard let subject = item["subject"]?.string, let runs = item["runs"]?.array else { return nil }
            return (subject, runs.suffix(Self.runLimit).compactMap(RunSummary.init(json:)))
        }
    }

    /// Returns the earlier complete runs of the same contracts and clients; none for a run of a selection.
    func trend(of report: RunReport) -> [RunSummary] {
        guard let subject = Self.subject(of: report) else { return [] }
        return trends.first { $0.subject == subject }?.runs ?? []
    }

    /// Stores the results of a run; variants that did not run keep theirs.
    ///
    /// If the file cannot be written, nothing is stored, and the run does not fail.
    mutating func keep(_ report: RunReport) {
        if durations.count > Self.durationLimit { durations = [:] }
        failed.update(by: report)
        last = report.digest
        for variant in report.variants {
            durations[variant.name] = variant.cases.map(\.duration).max()
        }
        if !report.isInterrupted { addToTrend(report) }
        write()
    }

    private mutating func addToTrend(_ report: RunReport) {
        guard let subject = Self.subject(of: report) else { return }
        let runs = trend(of: report) + [RunSummary(report)]
        trends.removeAll { $0.subject == subject }
        trends.append((subject, runs.suffix(Self.runLimit)))
    }

    /// Returns the contracts and clients of a run of all contracts; nil for a run of a selection.
    private static func subject(of report: RunReport) -> String? {
        guard let setup = report.setup, setup.shard == nil, setup.unselected.isEmpty else { return nil }
        let clients = report.clients.map(\.name)
        return "\(setup.paths.joined(separator: " ")): \(clients.joined(separator: ", ")), \(setup.profile.rawValue)"
    }

    private var document: JSONValue {
        let seconds = durations.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, $0.value.json) }
        let trends = trends.suffix(Self.trendLimit).map { trend -> JSONValue in
            ["subject": .string(trend.subject), "runs": .array(trend.runs.map(\.json))]
        }
        return [
            "version": 1, "failed": .array(failed.names.sorted().map { .string($0) }),
            "seconds": .object(JSONObject(seconds)), "trends": .array(trends), "last": last,
        ]
    }

    private func write() {
        let folder = URL(filePath: Self.path).deletingLastPathComponent()
        let ignore = folder.appending(path: ".gitignore")
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

/// The variants that failed in their last run.
struct FailedVariants {
    private(set) var names: Set<String>

    init(_ names: [String] = []) {
        self.names = Set(names)
    }

    /// Takes the results of a run into account; variants that did not run keep theirs.
    mutating func update(by report: RunReport) {
        for variant in report.variants {
            switch variant.status {
            case .failed: names.insert(variant.name)
            case .passed, .flaky, .known: names.remove(variant.name)
            // A skipped variant was not checked, so it keeps its result.
            case .skipped: break
            }
        }
    }
}
