import HAL
import Matching
import Messages
import Mocking
import Scenarios

/// A request of the journal as a span of the kind SERVER (OpenTelemetry's conventions for HTTP).
struct RequestSpan {
    /// The maximum length of a text from the request, in characters.
    private static let longestText = 2000

    private let entry: JournalEntry
    private let context: TraceContext?

    /// Creates the span of a request; nil if its caller does not record the trace.
    init?(_ entry: JournalEntry) {
        context = TraceContext(entry.request)
        guard context?.isSampled ?? true else { return nil }
        self.entry = entry
    }

    /// The span, with an identifier of random bytes; without a caller, the trace has one too.
    func json(_ random: inout some RandomNumberGenerator) -> JSONValue {
        let start = entry.receivedAt
        let (end, overflow) = start.addingReportingOverflow(Int64(entry.delayMilliseconds))
        var span: JSONObject = [
            "traceId": .string(context?.traceID ?? Self.identifier(bytes: 16, &random)),
            "spanId": .string(Self.identifier(bytes: 8, &random)),
        ]
        if let context {
            span["parentSpanId"] = .string(context.parentID)
            if !context.state.isEmpty { span["traceState"] = .string(context.state) }
        }
        // That the parent is known, and whether it is in another process.
        span["flags"] = .number(JSONNumber(Int(context?.flags ?? 1) | (context == nil ? 0x100 : 0x300)))
        span["name"] = .string(name)
        span["kind"] = 2
        span["startTimeUnixNano"] = OTLP.nanoseconds(start)
        span["endTimeUnixNano"] = OTLP.nanoseconds(overflow ? start : end)
        span["attributes"] = OTLP.list(attributes)
        if error != nil { span["status"] = ["code": 2] }
        return .object(span)
    }

    /// Random bytes as hexadecimal digits; not all are zero.
    private static func identifier(bytes: Int, _ random: inout some RandomNumberGenerator) -> String {
        (0..<bytes / 8).map { _ in
            let digits = String(UInt64.random(in: 1...UInt64.max, using: &random), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// `GET /orders/{id}`; only the method without a route.
    private var name: String {
        let method = entry.commonMethod ?? "HTTP"
        return entry.route.map { "\(method) \($0)" } ?? method
    }

    private var method: String { String(decoding: entry.request.head[entry.request.method], as: UTF8.self) }

    /// The status of a response that reports an error of the server, or the fault that ended it.
    private var error: String? {
        entry.fault?.effect.rawValue ?? (entry.status >= 500 ? String(entry.status) : nil)
    }

    private var attributes: [OTLP.Attribute] {
        let request = entry.request
        let target = String(decoding: request.head[request.target], as: UTF8.self)
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let authority = Authority(request)
        let all: [(name: String, value: String?)] = [
            ("http.request.method", entry.commonMethod ?? "_OTHER"),
            ("http.request.method_original", entry.commonMethod == nil ? method : nil),
            ("url.scheme", request.scheme.rawValue), ("url.path", parts.first.map(String.init)),
            ("url.query", parts.count > 1 ? Self.redacted(query: parts[1]) : nil),
            ("http.route", entry.route),
            ("http.response.status_code", entry.status == 0 ? nil : String(entry.status)),
            ("error.type", error),
            ("network.protocol.version", String(request.version.rawValue.dropFirst("HTTP/".count))),
            ("server.address", authority.host), ("server.port", authority.port.map(String.init)),
            ("client.address", request.peer.isEmpty ? nil : request.peer),
            ("user_agent.original", request.firstValue(of: "user-agent")),
            ("hypermock.outcome", entry.wasMatched ? entry.fault == nil ? "matched" : "fault" : "unmatched"),
            ("hypermock.scenario", entry.scenario.isEmpty ? nil : entry.scenario),
            ("hypermock.interaction", entry.interaction.map { $0.name ?? $0.place }),
            ("hypermock.address", request.addressPath), ("hypermock.request.id", JournalID.text(of: entry.id)),
        ]
        return all.compactMap { name, value in value.map { (name, String($0.prefix(Self.longestText))) } }
    }

    /// The query with marks in place of the values of parameters that are secret by their names.
    private static func redacted(query: Substring) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { parameter in
            let name = parameter.prefix { $0 != "=" }
            guard name.endIndex < parameter.endIndex, Redaction.hides(String(name)) else { return String(parameter) }
            return "\(name)=\(Redaction.mark)"
        }.joined(separator: "&")
    }
}
