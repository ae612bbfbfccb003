package import Documents
import HAL
import Scenarios

/// A baseline as a YAML file.
///
/// ```yaml
/// hypermockBaseline: 1
/// failures:
///   - reason: the client follows 307 by itself
///     until: 2027-06-30
///     checks: [outcome, received]
///     cases: ["not-followed[GET,307]", "redirects*"]
/// ```
package struct BaselineFile: Sendable {
    /// The version of the format.
    private static let version = 1

    private var version = 0
    private var entries: [Baseline.Entry] = []

    /// Reads a file.
    ///
    /// - Returns: The baseline, and the issues of the file; nil for the baseline if one of them is an error.
    package static func read(_ bytes: [UInt8], path: String) -> (baseline: Baseline?, issues: [ScenarioIssue]) {
        let log = IssueLog(SourceFile(path: path, bytes: bytes))
        let start = Mark(line: 1, column: 1)
        var file: BaselineFile?
        do throws(SyntaxProblem) {
            let document = try DocumentSyntax.yaml.compose(bytes)
            for problem in document.problems { log.add(problem) }
            if let root = document.root {
                file = codec.read(NodeReader(log: log), root)
            } else {
                log.add(.error, "the file is empty; a baseline begins with 'hypermockBaseline: 1'", at: start)
            }
        } catch {
            log.add(error)
        }
        return (log.hasErrors ? nil : file.map { Baseline($0.entries) }, log.issues.sorted())
    }

    /// Returns the text of a file.
    package static func text(of baseline: Baseline) -> String {
        let head = """
            # Known failures: hypermock verify --baseline FILE. --write-baseline keeps the reasons and the dates.
            hypermockBaseline: \(version)
            failures:
            """
        guard !baseline.entries.isEmpty else { return head + " []\n" }
        return head + "\n" + baseline.entries.map(text).joined()
    }

    private static func text(of entry: Baseline.Entry) -> String {
        let until = entry.until.map { "    until: \($0)\n" } ?? ""
        let intermittent = entry.isIntermittent ? "    intermittent: true\n" : ""
        let checks = entry.checks.isEmpty ? "" : "    checks: [\(entry.checks.joined(separator: ", "))]\n"
        let steps = entry.steps.isEmpty ? "" : "    steps:\n" + entry.steps.map { "      - \(quoted($0))\n" }.joined()
        let cases = entry.cases.map { "      - \(quoted($0))\n" }.joined()
        return "  - reason: \(quoted(entry.reason))\n\(until)\(intermittent)\(checks)\(steps)    cases:\n\(cases)"
    }

    /// A string of JSON is one of YAML.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).serialized() }
}

extension BaselineFile {
    private static let codec = ObjectCodec(
        "baseline",
        "a baseline",
        BaselineFile(),
        keys: [
            Key(
                FileSignature.baseline.key,
                required: \.version,
                .integer(version...version),
                "The version of the format.",
                example: "hypermockBaseline: 1"
            ),
            Key(
                "failures",
                \.entries,
                entry.codec.list(),
                default: [],
                "The known failures.",
                example: "failures: [{ reason: a bug of the client, cases: ['links*'] }]"
            ),
        ]
    )

    private static let entry = ObjectCodec(
        "knownFailures",
        "known failures",
        Baseline.Entry(reason: "", cases: []),
        keys: [
            Key(
                "reason",
                required: \.reason,
                .text,
                "Why the failures are accepted.",
                example: "reason: the client follows 307 by itself"
            ),
            Key("until", \.until, .day, "The last day on which they are accepted.", example: "until: 2027-06-30"),
            Key(
                "intermittent",
                \.isIntermittent,
                .boolean,
                default: false,
                "Whether the cases fail only in some runs.",
                example: "intermittent: true"
            ),
            Key(
                "checks",
                \.checks,
                Codec.text.list(of: "a check"),
                default: [],
                "The names of the checks that fail; by default any.",
                example: "checks: [outcome, received]"
            ),
            Key(
                "steps",
                \.steps,
                Codec.text.list(of: "a step"),
                default: [],
                "The names of the steps whose checks fail; by default any.",
                example: "steps: [a redirect with a body]"
            ),
            Key(
                "cases",
                required: \.cases,
                Codec.text.list(of: "a case"),
                "Names of scenarios or variants; * and ? are wildcards.",
                example: "cases: ['not-followed[GET,307]']"
            ),
        ],
        check: { reader, members, entry in
            for item in members["checks"]?.value.items ?? [] where !checks.contains(item.text) {
                let suggestion = Spelling.suggestion(for: item.text, among: checks)
                reader.log.error("'\(item.text)' is not a valid check", at: item, suggestion: suggestion)
            }
            if entry.checks.isEmpty, let checks = members["checks"] {
                reader.log.error("'checks' must name a check; without it, any check may fail", at: checks.value)
            }
            guard entry.cases.isEmpty, let cases = members["cases"] else { return }
            reader.log.error("'cases' must name a case", at: cases.value)
        }
    )

    /// The names of all checks.
    private static let checks = Check.all.map(\.name) + CaseJudge.checks
}

extension Codec where Value == String {
    /// A day: `2027-06-30`.
    fileprivate static let day = Codec(reading: .text) { reader, node, name in
        guard let text = reader.text(node, name) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.map(\.count) == [4, 2, 2], numbers.count == 3,
            CivilTime(year: numbers[0], month: numbers[1], day: numbers[2], hour: 0, minute: 0, second: 0) != nil
        else {
            reader.log.error("\(name) must be a day such as 2027-06-30, not '\(text)'", at: node)
            return nil
        }
        return text
    }
}
