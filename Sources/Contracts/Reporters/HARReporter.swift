import Documents
import HAL
import Scenarios

/// Reports the requests of a run, and their responses, as a HAR file without secrets.
package struct HARReporter {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// The document, with a final line break.
    package var text: String {
        let entries = report.variants.flatMap { variant in
            variant.cases.flatMap { run in
                run.steps.flatMap { step in
                    step.exchanges.map { entry(of: $0, step, run, variant).withoutSecrets }
                }
            }
        }
        let sorted = entries.enumerated().sorted { ($0.element.started, $0.offset) < ($1.element.started, $1.offset) }
        let archive = HTTPArchive(sorted.map(\.element), creatorVersion: report.setup?.version ?? "")
        return archive.json.serialized(pretty: true) + "\n"
    }

    private func entry(
        of exchange: StepExchange,
        _ step: StepReport,
        _ run: CaseReport,
        _ variant: VariantReport
    ) -> HTTPArchive.Entry {
        let isAbsolute = !exchange.target.hasPrefix("/")
        var entry = HTTPArchive.Entry(
            started: Self.time(exchange.receivedAt),
            method: exchange.method,
            url: isAbsolute ? exchange.target : run.address + exchange.target,
            version: exchange.version,
            fields: exchange.fields,
            body: exchange.body,
            status: exchange.status
        )
        entry.responseFields = exchange.responseFields
        if exchange.isComplete { entry.responseBody = exchange.responseBody }
        if !exchange.isComplete, step.outcome == OutcomeKind.connectionFailure.rawValue {
            entry.error = "connectionFailure"
        }
        entry.own = [
            "variant": .string(variant.name), "client": .string(run.label), "step": .string(step.name),
            "matched": .bool(exchange.wasMatched), "result": .string(step.status.rawValue),
        ]
        return entry
    }

    /// The time in UTC with milliseconds.
    private static func time(_ milliseconds: Int64) -> String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let date = HTTPDate(secondsSinceEpoch: Int(seconds)).iso8601
        return "\(date).\(String(1000 + rest).dropFirst())Z"
    }
}
