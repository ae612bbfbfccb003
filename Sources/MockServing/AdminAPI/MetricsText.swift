import Mocking

/// Metrics in Prometheus' text format 0.0.4, or in OpenMetrics 1.0.
struct MetricsText {
    enum Form: Sendable {
        case prometheus, openMetrics

        var contentType: String {
            switch self {
            case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
        }
    }

    private let form: Form
    private(set) var text = ""

    init(_ requests: MeasuredRequests, _ metrics: [ServerMetric], _ form: Form) {
        self.form = form
        addOutcomes(requests.outcomes)
        addDurations(requests.durations)
        for metric in metrics { add(metric) }
        if form == .openMetrics { text += "# EOF\n" }
    }

    private mutating func addOutcomes(_ outcomes: [MeasuredRequests.Series]) {
        let samples = outcomes.map { (labels: $0.attributes, value: String($0.durations.count)) }
        let help = "The requests to mocks, without those to the admin API."
        add(ServerMetric("hypermock_requests", .counter, help, samples: samples))
    }

    private mutating func addDurations(_ series: [MeasuredRequests.Series]) {
        let name = "http_server_request_duration_seconds"
        let help = "The delay of responses after the complete request."
        begin(ServerMetric(name, .histogram, help, unit: "seconds", samples: []))
        let bounds = DurationHistogram.bounds.map { Self.seconds($0) } + ["+Inf"]
        for (labels, histogram) in series {
            var sum = 0
            for (bound, count) in zip(bounds, histogram.counts) {
                sum += count
                sample(name + "_bucket", labels + [("le", bound)], String(sum))
            }
            sample(name + "_sum", labels, Self.seconds(histogram.sumMilliseconds))
            sample(name + "_count", labels, String(sum))
        }
    }

    private mutating func add(_ metric: ServerMetric) {
        begin(metric)
        let name = metric.name + (metric.kind == .counter ? "_total" : "")
        for (labels, value) in metric.samples { sample(name, labels, value) }
    }

    /// Adds the lines about a metric.
    private mutating func begin(_ metric: ServerMetric) {
        let shown = metric.name + (metric.kind == .counter && form == .prometheus ? "_total" : "")
        text += "# HELP \(shown) \(metric.help)\n# TYPE \(shown) \(metric.kind.rawValue)\n"
        if form == .openMetrics, let unit = metric.unit { text += "# UNIT \(shown) \(unit)\n" }
    }

    private mutating func sample(_ name: String, _ labels: [OTLP.Attribute], _ value: String) {
        let list = labels.map { label in
            "\(label.name.replacing(".", with: "_"))=\"\(Self.escaped(label.value))\""
        }.joined(separator: ",")
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// Milliseconds as seconds with up to three decimals: `0.005`, `2.5`, `10.0`.
    static func seconds(_ milliseconds: Int) -> String {
        var fraction = String(1000 + milliseconds % 1000).dropFirst()
        while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
        return "\(milliseconds / 1000).\(fraction)"
    }
}
