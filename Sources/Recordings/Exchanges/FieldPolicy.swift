internal import HAL

/// The fields that a scenario keeps of a response.
struct FieldPolicy {
    /// Fields that the mock server sets itself, or that describe the way to the real server and the request.
    static let unrecorded: Set<String> = [
        "date", "content-length", "content-encoding", "via", "age", "server", "alt-svc", "strict-transport-security",
        "x-request-id", "x-correlation-id", "request-id", "x-amzn-requestid", "x-amzn-trace-id", "x-trace-id",
        "x-b3-traceid", "traceparent", "tracestate", "cf-ray", "x-cache", "x-served-by", "x-timer",
        // Pseudo-fields of exporters that write HTTP/2 as fields.
        "status", "version",
    ]

    /// Names of fields that are kept although they usually are not, in lower case.
    let kept: Set<String>

    init(keeping names: [String]) {
        kept = Set(names.map { $0.lowercased() })
    }

    /// The fields of a message without those of the connection, those that `Connection` names, and pseudo-fields.
    static func endToEnd(_ fields: [FieldLine]) -> [FieldLine] {
        let removed = ConnectionFields.names(listedIn: fields.values(of: "Connection"))
        return fields.filter { field in
            let name = field.name.lowercased()
            return !removed.contains(name) && !name.hasPrefix(":")
        }
    }

    /// The exchange with the fields that are recorded; a date in `Retry-After` becomes seconds.
    func recorded(_ exchange: Exchange) -> Exchange {
        var exchange = exchange
        exchange.request.fields = Self.endToEnd(exchange.request.fields)
        var fields = exchange.response.fields
        if let retry = fields["Retry-After"].flatMap({ HTTPDate($0) }),
            let date = fields["Date"].flatMap({ HTTPDate($0) })
        {
            exchange.response.secondsToRetry = retry.secondsSinceEpoch - date.secondsSinceEpoch
            fields.removeAll { $0.isNamed("Retry-After") }
        }
        exchange.response.fields = recorded(fields)
        return exchange
    }

    /// The fields of a response that are recorded.
    func recorded(_ fields: [FieldLine]) -> [FieldLine] {
        Self.endToEnd(fields).filter { field in
            let name = field.name.lowercased()
            return kept.contains(name) || !Self.unrecorded.contains(name)
        }
    }
}
