import Mocking

/// A metric of the whole server, for each format.
struct ServerMetric {
    enum Kind: String { case counter, gauge, histogram }

    /// Prometheus' name, without `_total`.
    let name: String
    let kind: Kind
    let help: String
    var unit: String?
    /// The numbers by their labels, as the format has them: an integer, or one with decimals.
    let samples: [(labels: [OTLP.Attribute], value: String)]

    init(_ name: String, _ kind: Kind, _ help: String, unit: String? = nil, _ value: Int) {
        self.init(name, kind, help, unit: unit, samples: [([], String(value))])
    }

    init(
        _ name: String,
        _ kind: Kind,
        _ help: String,
        unit: String? = nil,
        samples: [(labels: [OTLP.Attribute], value: String)]
    ) {
        (self.name, self.kind, self.help, self.unit, self.samples) = (name, kind, help, unit, samples)
    }

    /// The metrics of the product, without those of requests.
    static func all(_ metrics: EngineMetrics, _ loops: LoopGauges, _ exported: SpanCounts?) -> [ServerMetric] {
        let own: [ServerMetric] = [
            ServerMetric("hypermock_connections", .gauge, "The open connections.", loops.connections),
            ServerMetric("hypermock_pending_responses", .gauge, "The responses that wait.", loops.pendingResponses),
            ServerMetric("hypermock_sandboxes", .gauge, "The sandboxes.", metrics.sandboxes),
            ServerMetric("hypermock_journal_entries", .gauge, "The requests in the journal.", metrics.journalEntries),
            ServerMetric(
                "hypermock_journal_bytes",
                .gauge,
                "The size of the journal in memory.",
                unit: "bytes",
                metrics.journalBytes
            ),
            ServerMetric(
                "hypermock_journal_evicted",
                .counter,
                "The requests dropped for newer ones.",
                metrics.journalEvicted
            ),
            ServerMetric(
                "hypermock_reloads",
                .counter,
                "How often changed scenario files were read: with success, or with errors.",
                samples: [
                    ([("result", "success")], String(metrics.reloads)),
                    ([("result", "error")], String(metrics.failedReloads)),
                ]
            ),
            ServerMetric(
                "hypermock_build_info",
                .gauge,
                "The version; the value is 1.",
                samples: [([("version", Product.version)], "1")]
            ),
        ]
        guard let exported else { return own }
        return own + [
            ServerMetric("hypermock_spans_exported", .counter, "The spans that the collector has.", exported.exported),
            ServerMetric(
                "hypermock_spans_dropped",
                .counter,
                "The spans that the collector did not get: it was away, or the journal had dropped them.",
                exported.dropped
            ),
        ]
    }
}

/// The numbers of spans since the start.
package struct SpanCounts: Sendable, Hashable {
    /// The spans that the collector has accepted.
    package var exported = 0
    /// The spans that it does not have.
    package var dropped = 0

    package init() {}
}
