import HAL
import Mocking

/// The metrics as a document of OTLP/JSON, `ExportMetricsServiceRequest`; sums are cumulative.
struct MetricsDocument {
    private static let cumulative: JSONValue = 2

    let requests: MeasuredRequests
    let metrics: [ServerMetric]
    /// In milliseconds since 1970.
    let startedAt: Int64
    let now: Int64

    func bytes(_ resource: [OTLP.Attribute]) -> [UInt8] {
        let scope: JSONValue = ["scope": OTLP.scope, "metrics": .array([durations, outcomes] + metrics.map(json))]
        let document: JSONValue = [
            "resourceMetrics": [["resource": OTLP.resource(resource), "scopeMetrics": [scope]]]
        ]
        return document.serializedBytes()
    }

    private var durations: JSONValue {
        let bounds = DurationHistogram.bounds.map { JSONValue.number(Self.seconds($0)) }
        let points = requests.durations.map { attributes, durations -> JSONValue in
            .object(
                point(attributes).merged([
                    "count": .string(String(durations.count)),
                    "sum": .number(Self.seconds(durations.sumMilliseconds)),
                    "bucketCounts": .array(durations.counts.map { .string(String($0)) }),
                    "explicitBounds": .array(bounds),
                ])
            )
        }
        return [
            "name": "http.server.request.duration", "unit": "s",
            "description": "The delay of responses after the complete request.",
            "histogram": ["aggregationTemporality": Self.cumulative, "dataPoints": .array(points)],
        ]
    }

    private var outcomes: JSONValue {
        let samples = requests.outcomes.map { (labels: $0.attributes, value: String($0.durations.count)) }
        let help = "The requests to mocks, without those to the admin API."
        return json(ServerMetric("hypermock_requests", .counter, help, unit: "{request}", samples: samples))
    }

    private func json(_ metric: ServerMetric) -> JSONValue {
        let points = metric.samples.map { labels, value -> JSONValue in
            .object(point(labels).merged(["asInt": .string(value)]))
        }
        var json: JSONObject = [
            "name": .string(metric.name.replacing("_", with: ".")), "description": .string(metric.help),
        ]
        if let unit = metric.unit { json["unit"] = .string(unit == "bytes" ? "By" : unit) }
        if metric.kind == .counter {
            json["sum"] = [
                "aggregationTemporality": Self.cumulative, "isMonotonic": true, "dataPoints": .array(points),
            ]
        } else {
            json["gauge"] = ["dataPoints": .array(points)]
        }
        return .object(json)
    }

    private func point(_ attributes: [OTLP.Attribute]) -> JSONObject {
        [
            "attributes": OTLP.list(attributes), "startTimeUnixNano": OTLP.nanoseconds(startedAt),
            "timeUnixNano": OTLP.nanoseconds(now),
        ]
    }

    private static func seconds(_ milliseconds: Int) -> JSONNumber {
        JSONNumber(MetricsText.seconds(milliseconds)) ?? JSONNumber(0)
    }
}

extension JSONObject {
    fileprivate func merged(_ others: JSONObject) -> JSONObject {
        var merged = self
        for member in others.members { merged[member.name] = member.value }
        return merged
    }
}
