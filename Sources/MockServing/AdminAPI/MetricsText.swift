import Messages
import Mocking

/// Metrics in Prometheus' text format 0.0.4, or in OpenMetrics 1.0.
///
/// Names and labels of requests are those of OpenTelemetry's HTTP conventions. Routes are limited; sandboxes and paths
/// as they were sent are never labels.
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

    private enum Kind: String { case counter, gauge, histogram }

    /// A name and a value of a label.
    private typealias Label = (name: String, value: String)

    /// The maximum number of routes; the requests of further ones are counted together.
    private static let mostRoutes = 500

    private let form: Form
    private(set) var text = ""

    init(_ metrics: EngineMetrics, startedAt: Int64, _ form: Form) {
        self.form = form
        addRequests(Self.limited(metrics.requests))
        add("hypermock_sandboxes", .gauge, "The sandboxes.", metrics.sandboxes)
        add("hypermock_journal_entries", .gauge, "The requests in the journal.", metrics.journalEntries)
        add(
            "hypermock_journal_bytes",
            .gauge,
            "The size of the journal in memory.",
            unit: "bytes",
            metrics.journalBytes
        )
        add("hypermock_journal_evicted", .counter, "The requests dropped for newer ones.", metrics.journalEvicted)
        add("hypermock_reloads", .counter, "How often the scenarios were replaced.", metrics.reloads)
        begin("hypermock_build_info", .gauge, "The version; the value is 1.")
        sample("hypermock_build_info", [("version", Product.version)], "1")
        begin("process_start_time_seconds", .gauge, "The start of the server, since 1970.", unit: "seconds")
        sample("process_start_time_seconds", [], Self.seconds(Int(startedAt)))
        if form == .openMetrics { text += "# EOF\n" }
    }

    // MARK: Requests

    /// A series with its scenario and its route, which may be those of all others.
    private typealias Limited = (series: RequestSeries, scenario: String, route: String?)

    /// The series with at most the first routes; the others have the same name.
    private static func limited(_ series: [RequestSeries]) -> [Limited] {
        var known: Set<String> = []
        return series.map { each in
            guard let route = each.route else { return (each, each.scenario, nil) }
            let name = each.scenario + " " + route
            guard known.contains(name) || known.count < mostRoutes else {
                return (each, RequestSeries.others, RequestSeries.others)
            }
            known.insert(name)
            return (each, each.scenario, route)
        }
    }

    private mutating func addRequests(_ all: [Limited]) {
        let counts = Self.merged(all) { each in
            [
                ("scenario", each.scenario), ("outcome", each.series.outcome.rawValue),
                ("status_class", each.series.status == 0 ? "raw" : "\(each.series.status / 100)xx"),
            ]
        }
        begin("hypermock_requests", .counter, "The requests to mocks, without those to the admin API.")
        for (labels, durations) in counts { sample("hypermock_requests_total", labels, String(durations.count)) }
        let durations = Self.merged(all) { each in
            let route = each.route.map { [("http_route", $0)] } ?? []
            let status = each.series.status == 0 ? [] : [("http_response_status_code", String(each.series.status))]
            let isError = each.series.status >= 500
            return [("http_request_method", each.series.method)] + route + status + [
                ("url_scheme", each.series.scheme.rawValue),
                ("network_protocol_version", String(each.series.version.rawValue.dropFirst("HTTP/".count))),
            ] + (isError ? [("error_type", String(each.series.status))] : [])
        }
        let name = "http_server_request_duration_seconds"
        begin(name, .histogram, "The delay of responses after the complete request.", unit: "seconds")
        for (labels, histogram) in durations {
            var sum = 0
            for (bound, count) in zip(DurationHistogram.bounds.map { Self.seconds($0) } + ["+Inf"], histogram.counts) {
                sum += count
                sample(name + "_bucket", labels + [("le", bound)], String(sum))
            }
            sample(name + "_sum", labels, Self.seconds(histogram.sumMilliseconds))
            sample(name + "_count", labels, String(sum))
        }
    }

    /// Adds up the series with equal labels, in the order of their first ones.
    private static func merged(
        _ all: [Limited],
        _ labels: (Limited) -> [Label]
    ) -> [(labels: [Label], durations: DurationHistogram)] {
        var places: [[String]: Int] = [:]
        var merged: [(labels: [Label], durations: DurationHistogram)] = []
        for each in all {
            let labels = labels(each)
            let key = labels.flatMap { [$0.name, $0.value] }
            if let place = places[key] {
                merged[place].durations.add(each.series.durations)
            } else {
                places[key] = merged.count
                merged.append((labels, each.series.durations))
            }
        }
        return merged
    }

    // MARK: Text

    private mutating func add(_ name: String, _ kind: Kind, _ help: String, unit: String? = nil, _ value: Int) {
        begin(name, kind, help, unit: unit)
        sample(name + (kind == .counter ? "_total" : ""), [], String(value))
    }

    /// Adds the lines about a metric; `name` is without `_total`.
    private mutating func begin(_ name: String, _ kind: Kind, _ help: String, unit: String? = nil) {
        let shown = name + (kind == .counter && form == .prometheus ? "_total" : "")
        text += "# HELP \(shown) \(help)\n# TYPE \(shown) \(kind.rawValue)\n"
        if form == .openMetrics, let unit { text += "# UNIT \(shown) \(unit)\n" }
    }

    private mutating func sample(_ name: String, _ labels: [Label], _ value: String) {
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// Milliseconds as seconds with up to three decimals: `0.005`, `2.5`, `10.0`.
    private static func seconds(_ milliseconds: Int) -> String {
        var fraction = String(1000 + milliseconds % 1000).dropFirst()
        while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
        return "\(milliseconds / 1000).\(fraction)"
    }
}
