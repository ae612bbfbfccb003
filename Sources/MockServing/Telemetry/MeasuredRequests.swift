import Messages
import Mocking

/// The requests of an engine by attributes, those of OpenTelemetry's conventions for HTTP.
///
/// Routes are limited; sandboxes and paths as they were sent are never attributes.
struct MeasuredRequests {
    /// Requests with equal attributes.
    typealias Series = (attributes: [OTLP.Attribute], durations: DurationHistogram)

    /// The maximum number of routes; the requests of further ones are counted together.
    private static let mostRoutes = 500

    /// The requests by `scenario`, `outcome` and `status_class`.
    let outcomes: [Series]
    /// The delays of responses, by the attributes of `http.server.request.duration`.
    let durations: [Series]

    init(_ series: [RequestSeries]) {
        let all = Self.limited(series)
        outcomes = Self.merged(all) { each in
            [
                ("scenario", each.scenario), ("outcome", each.series.outcome.rawValue),
                ("status_class", each.series.status == 0 ? "raw" : "\(each.series.status / 100)xx"),
            ]
        }
        durations = Self.merged(all) { each in
            let (status, isFault) = (each.series.status, each.series.outcome == .fault)
            let error = isFault ? each.series.fault : status >= 500 ? String(status) : nil
            let all: [(name: String, value: String?)] = [
                ("http.request.method", each.series.method), ("http.route", each.route),
                ("http.response.status_code", status == 0 ? nil : String(status)),
                ("url.scheme", each.series.scheme.rawValue),
                ("network.protocol.version", String(each.series.version.rawValue.dropFirst("HTTP/".count))),
                ("error.type", error),
            ]
            return all.compactMap { name, value in value.map { (name, $0) } }
        }
    }

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

    /// Adds up the series with equal attributes, in the order of their first ones.
    private static func merged(_ all: [Limited], _ attributes: (Limited) -> [OTLP.Attribute]) -> [Series] {
        var places: [[String]: Int] = [:]
        var merged: [Series] = []
        for each in all {
            let attributes = attributes(each)
            let key = attributes.flatMap { [$0.name, $0.value] }
            if let place = places[key] {
                merged[place].durations.add(each.series.durations)
            } else {
                places[key] = merged.count
                merged.append((attributes, each.series.durations))
            }
        }
        return merged
    }
}
