import HAL
import HTTPTypes
import MockServing
import URITemplates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The collector that gets spans and metrics, from OpenTelemetry's environment variables.
///
/// Only OTLP over HTTP with JSON is supported, which each collector accepts at the port of OTLP over HTTP.
struct TelemetryOptions: Sendable {
    /// Where documents of one kind are sent.
    struct Destination: Sendable {
        let url: String
        let fields: HTTPFields
        let timeout: Duration

        /// The address without its query, for messages.
        var shown: String { String(url.prefix { $0 != "?" }) }
    }

    /// nil: spans are not sent.
    var traces: Destination?
    /// nil: metrics are not sent.
    var metrics: Destination?
    /// The attributes of the server, such as `service.name`.
    var resource: [OTLP.Attribute]
    /// The number of spans that wait at most; further ones are dropped.
    var queueSize = 2048
    /// The number of spans of a document at most.
    var batchSize = 512
    /// The time after which waiting spans are sent.
    var spanDelay = Duration.milliseconds(5000)
    var metricInterval = Duration.milliseconds(60_000)
    /// The settings of the variables that this command does not support.
    var notes: [String] = []

    /// Reads the variables; nil if none names a collector, or OpenTelemetry is disabled.
    ///
    /// - Throws: `CommandFailure` if a value is not valid.
    init?(_ environment: @escaping (String) -> String?) throws(CommandFailure) {
        let variables = TelemetryVariables(environment)
        guard variables["OTEL_SDK_DISABLED"]?.lowercased() != "true" else { return nil }
        resource = try variables.resource()
        traces = try variables.destination("TRACES", path: "/v1/traces")
        metrics = try variables.destination("METRICS", path: "/v1/metrics")
        guard traces != nil || metrics != nil else { return nil }
        queueSize = try variables.number("OTEL_BSP_MAX_QUEUE_SIZE", in: 1...100_000) ?? queueSize
        batchSize = try variables.number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", in: 1...10_000) ?? batchSize
        batchSize = min(batchSize, queueSize)
        spanDelay = try variables.duration("OTEL_BSP_SCHEDULE_DELAY") ?? spanDelay
        metricInterval = try variables.duration("OTEL_METRIC_EXPORT_INTERVAL") ?? metricInterval
        if let name = variables["OTEL_EXPORTER_OTLP_PROTOCOL"], name == "grpc" {
            notes.append("OTEL_EXPORTER_OTLP_PROTOCOL=grpc is not supported: spans and metrics are sent as http/json")
        }
    }
}

/// OpenTelemetry's variables, of which empty ones are as good as unset.
private struct TelemetryVariables {
    private static let milliseconds = 1...3_600_000

    private let environment: (String) -> String?

    init(_ environment: @escaping (String) -> String?) {
        self.environment = environment
    }

    subscript(name: String) -> String? {
        let value = environment(name).map { Self.trimmed($0[...]) }
        return value?.isEmpty == false ? value : nil
    }

    /// The destination of `TRACES` or `METRICS`; nil if there is none.
    func destination(_ kind: String, path: String) throws(CommandFailure) -> TelemetryOptions.Destination? {
        guard self["OTEL_\(kind)_EXPORTER"] != "none" else { return nil }
        let own = "OTEL_EXPORTER_OTLP_\(kind)_ENDPOINT"
        let name = self[own] == nil ? "OTEL_EXPORTER_OTLP_ENDPOINT" : own
        guard let text = self[name] else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil,
            url.user() == nil
        else {
            throw CommandFailure(.usage, "hypermock: \(name) must be a URL like http://127.0.0.1:4318")
        }
        let isOwn = name == own
        let base = text.hasSuffix("/") && !isOwn ? String(text.dropLast()) : text
        let timeouts = (
            try duration("OTEL_EXPORTER_OTLP_\(kind)_TIMEOUT"), try duration("OTEL_EXPORTER_OTLP_TIMEOUT")
        )
        return TelemetryOptions.Destination(
            url: isOwn ? text : base + path,
            fields: try fields(["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_\(kind)_HEADERS"]),
            timeout: timeouts.0 ?? timeouts.1 ?? .seconds(10)
        )
    }

    /// The fields of `name=value,…`; those of later variables replace those before.
    private func fields(_ names: [String]) throws(CommandFailure) -> HTTPFields {
        var fields = HTTPFields([HTTPField(name: .contentType, value: "application/json")])
        for variable in names {
            for (name, value) in try pairs(variable) {
                guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else {
                    // The value may be a secret.
                    throw CommandFailure(.usage, "hypermock: \(variable) has a field that is not valid")
                }
                fields[name] = value
            }
        }
        return fields
    }

    func resource() throws(CommandFailure) -> [OTLP.Attribute] {
        var attributes: [OTLP.Attribute] = [
            ("service.name", "hypermock"), ("service.version", Product.version),
            ("telemetry.sdk.name", "hypermock"), ("telemetry.sdk.language", "swift"),
            ("telemetry.sdk.version", Product.version),
        ]
        let service = self["OTEL_SERVICE_NAME"].map { [("service.name", $0)] } ?? []
        let given = try pairs("OTEL_RESOURCE_ATTRIBUTES") + service
        for (name, value) in given {
            attributes.removeAll { $0.name == name }
            attributes.append((name, value))
        }
        return attributes
    }

    /// The pairs of `name=value,…`, percent-decoded.
    private func pairs(_ variable: String) throws(CommandFailure) -> [(String, String)] {
        var pairs: [(String, String)] = []
        for item in (self[variable] ?? "").split(separator: ",") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw CommandFailure(.usage, "hypermock: \(variable) must have the form name=value,name=value")
            }
            let (name, value) = (Self.trimmed(parts[0]), Self.trimmed(parts[1]))
            pairs.append((name, PercentEncoding.decoded(value)))
        }
        return pairs
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }

    func duration(_ name: String) throws(CommandFailure) -> Duration? {
        guard let number = try number(name, in: Self.milliseconds) else { return nil }
        return .milliseconds(number)
    }

    func number(_ name: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let limits = "between \(range.lowerBound) and \(range.upperBound)"
            throw CommandFailure(.usage, "hypermock: \(name) must be a number \(limits), not '\(text)'")
        }
        return number
    }
}
