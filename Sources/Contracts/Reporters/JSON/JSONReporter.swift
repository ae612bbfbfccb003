import Documents
package import HAL
import Scenarios

/// Reports a run as JSON, in version 1 of the format that ``ReportSchema`` describes, with a fixed order of members.
package struct JSONReporter {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// The document, with a final line break.
    package var text: String { json.serialized(pretty: true) + "\n" }

    private var json: JSONValue {
        [
            "hypermockReport": 1,
            "status": .string((report.isInterrupted ? RunStatus.failed : report.status).rawValue),
            "interrupted": .bool(report.isInterrupted),
            "cause": report.cause.map { .string($0) } ?? .null,
            "aborted": .bool(report.isAborted),
            "startedAt": .string(report.startedAt.iso8601 + "Z"),
            "durationSeconds": report.duration.json,
            "setup": report.setup?.json ?? .null,
            "seed": report.seed.map { .number(JSONNumber($0)) } ?? .null,
            "clients": .array(report.clients.map(\.json)),
            "counts": counts,
            "coverage": coverage,
            "unsupportedOver": .array(report.unsupported.map { .string($0.rawValue) }),
            "notRun": .array(report.notRun.map(\.json)),
            "withoutContract": .array(report.silent.map { ["slug": .string($0.slug), "file": .string($0.file)] }),
            "neverReached": .array(UnreachedInteractions(report).interactions.map(\.json)),
            "baseline": report.drift.json,
            "trend": .array(report.trend.map(\.json)),
            "flakes": .array(report.flakes.map(\.json)),
            "variants": .array(report.variants.map(json)),
        ]
    }

    private var counts: JSONValue {
        let counts = RunCounts(report)
        return [
            "variants": counts.variants.json, "cases": counts.cases.json, "steps": counts.steps.json,
            "checks": counts.checks.json,
        ]
    }

    /// The pairs that some step expects.
    private var coverage: JSONValue {
        let table = CoverageTable(report)
        return .array(
            table.rows.flatMap { row in
                zip(table.methods, row.cells).filter { $0.1 != CoverageTable.Cell() }.map { method, cell -> JSONValue in
                    [
                        "outcome": .string(row.outcome), "method": .string(method),
                        "reached": .number(JSONNumber(cell.reached)), "missed": .number(JSONNumber(cell.missed)),
                        "failed": .number(JSONNumber(cell.failed)),
                    ]
                }
            }
        )
    }

    private func json(_ variant: VariantReport) -> JSONValue {
        [
            "name": .string(variant.name),
            "position": .number(JSONNumber(variant.position)),
            "slug": .string(variant.slug),
            "values": .array(variant.values.map { .string($0) }),
            "title": .string(variant.title),
            "tags": .array(variant.tags.map { .string($0) }),
            "file": .string(variant.file),
            "tlsFault": variant.tlsFault.map { .string($0) } ?? .null,
            "neverReached": .array(variant.unreached.map(\.json)),
            "status": .string(variant.status.rawValue),
            "cases": .array(variant.cases.map(json)),
        ]
    }

    private func json(_ run: CaseReport) -> JSONValue {
        [
            "client": .string(run.client),
            "over": run.wire.map { .string($0.rawValue) } ?? .null,
            "repetition": .number(JSONNumber(run.repetition)),
            "status": .string(run.status.rawValue),
            "durationSeconds": run.duration.json,
            "reproduction": .string(run.reproduction),
            "address": .string(run.address),
            "server": run.runningServer.map { .string($0) } ?? .null,
            "steps": .array(run.steps.map(json)),
            "checks": .array(run.checks.map(\.json)),
            "failedAttempts": .array(run.failedAttempts.map(json)),
        ]
    }

    private func json(_ step: StepReport) -> JSONValue {
        let isDetailed = step.status == .failed || step.status == .known
        return [
            "name": .string(step.name),
            "at": step.location.json,
            "method": .string(step.method),
            "target": .string(step.target),
            "status": .string(step.status.rawValue),
            "durationSeconds": step.duration.json,
            "expectedOutcome": .string(step.expectedOutcome),
            "outcome": step.outcome.map { .string($0) } ?? .null,
            "skipReason": step.skipReason.map { .string($0) } ?? .null,
            "skipCause": step.notJudged?.causeJSON ?? .null,
            "checks": .array(step.checks.map(\.json)),
            "driverFailed": .bool(step.isDriverFailure),
            "exchange": isDetailed && !step.exchange.isEmpty ? .string(step.exchange) : .null,
            "curl": (isDetailed ? step.curl : nil).map { .string($0) } ?? .null,
        ]
    }
}

extension CheckReport {
    fileprivate var json: JSONValue {
        let values: [JSONObject.Member] =
            switch verdict {
            case .passed: []
            case .failed(let expected, let actual):
                [.init("expected", .string(expected)), .init("actual", .string(actual))]
            case .known(let expected, let actual, let reason):
                [
                    .init("expected", .string(expected)), .init("actual", .string(actual)),
                    .init("reason", .string(reason)),
                ]
            case .notJudged(let notJudged):
                [.init("reason", .string(notJudged.reason)), .init("cause", notJudged.causeJSON)]
            }
        let head: [JSONObject.Member] = [
            .init("name", .string(name)), .init("status", .string(status.rawValue)), .init("at", location.json),
            .init("basis", basis?.json ?? .null),
        ]
        return .object(JSONObject(head + values))
    }
}

extension NotJudged {
    /// The cause, by which reports count; null for a circumstance.
    fileprivate var causeJSON: JSONValue {
        switch cause {
        case .lack(let lack):
            [
                "capability": .string(lack.capability.name), "method": lack.method.map { .string($0) } ?? .null,
                "outcome": lack.outcome.map { .string($0.rawValue) } ?? .null,
            ]
        case .unsupported(let reason): ["unsupported": .string(reason)]
        case .wire(let reason): ["protocol": .string(reason)]
        case .opinion(let text): ["opinion": .string(text), "contradicted": .bool(isContradicted)]
        case .circumstance: .null
        }
    }
}

extension RunSummary {
    /// The members that ``init(_:)`` reads.
    package var json: JSONValue {
        [
            "startedAt": .string(startedAt.iso8601 + "Z"), "durationSeconds": duration.json,
            "cases": .number(JSONNumber(cases)), "failed": .number(JSONNumber(failed)),
            "flaky": .number(JSONNumber(flaky)),
        ]
    }
}

extension RunSetup {
    fileprivate var json: JSONValue {
        [
            "version": .string(version), "paths": .array(paths.map { .string($0) }),
            "shard": shard.map { .string($0.text) } ?? .null,
            "profile": .string(profile.rawValue), "repetitions": .number(JSONNumber(repetitions)),
            "selected": .number(JSONNumber(selected)), "scenarios": .string(scenarios),
            "unselected": .array(unselected.map { .string($0) }), "slowSeconds": slow?.json ?? .null,
            "command": command.map { .string($0) } ?? .null,
        ]
    }
}

extension SelectedVariant {
    fileprivate var json: JSONValue { ["position": .number(JSONNumber(position)), "name": .string(name)] }
}

extension Basis {
    fileprivate var json: JSONValue {
        switch self {
        case .required(let section): ["requiredBy": .string(section)]
        case .opinion(let text): ["opinion": .string(text)]
        }
    }
}

extension ClientReport {
    fileprivate var json: JSONValue {
        let gaps = gaps.map { gap -> JSONValue in
            [
                "capability": .string(gap.lack.capability.name), "method": gap.lack.method.map { .string($0) } ?? .null,
                "outcome": gap.lack.outcome.map { .string($0.rawValue) } ?? .null,
                "steps": .number(JSONNumber(gap.steps)),
                "checks": .number(JSONNumber(gap.checks)),
            ]
        }
        let refusals = refusals.map { refusal -> JSONValue in
            ["reason": .string(refusal.reason), "steps": .number(JSONNumber(refusal.steps))]
        }
        return [
            "name": .string(name), "version": version.map { .string($0) } ?? .null, "undeclared": .array(gaps),
            "unsupported": .array(refusals),
        ]
    }
}

extension BaselineDrift {
    fileprivate var json: JSONValue {
        func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        return ["fixed": list(fixed), "expired": list(expired), "unmatched": list(unmatched)]
    }
}

extension Flake {
    fileprivate var json: JSONValue {
        [
            "variant": .string(variant), "client": .string(client), "total": .number(JSONNumber(total)),
            "failed": .array(failed.map { .number(JSONNumber($0)) }), "message": message.map { .string($0) } ?? .null,
        ]
    }
}

extension SourceLocation {
    fileprivate var json: JSONValue { .string(description) }
}

extension UnreachedInteraction {
    fileprivate var json: JSONValue { ["name": name.map { .string($0) } ?? .null, "at": location.json] }
}

extension RunCounts.Tally {
    fileprivate var json: JSONValue {
        [
            "passed": .number(JSONNumber(passed)), "failed": .number(JSONNumber(failed)),
            "flaky": .number(JSONNumber(flaky)), "known": .number(JSONNumber(known)),
            "skipped": .number(JSONNumber(skipped)),
        ]
    }
}

extension Duration {
    /// Seconds with three digits after the point.
    package var json: JSONValue { JSONNumber(decimalSeconds).map { .number($0) } ?? 0 }
}
