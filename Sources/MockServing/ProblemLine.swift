import HAL
import Messages

/// The content of a line for a problem of a connection.
struct ProblemLine: LogLine {
    private let time: String
    private let problem: ConnectionProblem

    init(_ problem: ConnectionProblem, at milliseconds: Int64) {
        time = Timestamp(epochMilliseconds: milliseconds).local
        self.problem = problem
    }

    var text: String {
        let peer = problem.peer.isEmpty ? "" : "  (client \(problem.peer))"
        return "\(time) \(message)\(peer)"
    }

    private var message: String {
        switch problem.kind {
        case .http2(let code, let reason, true):
            "HTTP/2 connection error \(code.name): \(reason.printable); the connection is closed"
        case .http2(let code, let reason, false):
            "HTTP/2 stream error \(code.name): \(reason.printable); the stream is reset"
        case .plainOnSecurePort: "plain HTTP on a port that speaks HTTPS → 400; use https://"
        case .tlsOnPlainPort: "TLS handshake on a port that speaks plain HTTP; use http://, or start with --https"
        case .http2IsOff: "HTTP/2 on a port where it is off; use HTTP/1.1, or start without --no-http2"
        case .tooManyConnections(let limit):
            "connection rejected: \(limit) others are busy; start with a higher --max-connections"
        }
    }

    var json: String {
        var line: JSONObject = ["time": .string(time), "event": .string(event)]
        if case .http2(let code, let reason, let endsConnection) = problem.kind {
            line["code"] = .string(code.name)
            line["reason"] = .string(reason.printable)
            line["scope"] = .string(endsConnection ? "connection" : "stream")
        }
        if case .tooManyConnections(let limit) = problem.kind { line["limit"] = .number(JSONNumber(limit)) }
        if !problem.peer.isEmpty { line["peer"] = .string(problem.peer) }
        return JSONValue.object(line).serialized()
    }

    private var event: String {
        switch problem.kind {
        case .http2: "http2Error"
        case .plainOnSecurePort: "plainOnSecurePort"
        case .tlsOnPlainPort: "tlsOnPlainPort"
        case .http2IsOff: "http2IsOff"
        case .tooManyConnections: "tooManyConnections"
        }
    }
}

/// Limits the lines about connections, which cost a client less than a request: so many a second, and the number of those
/// that are left out.
struct ProblemRate {
    static let perSecond = 10

    private var written = 0
    private var omitted = 0
    private var second = Int64.min

    /// Whether a line may be written; the time is in milliseconds.
    mutating func allows(at time: Int64) -> Bool {
        if time / 1000 != second { (second, written) = (time / 1000, 0) }
        guard written < Self.perSecond else {
            omitted += 1
            return false
        }
        written += 1
        return true
    }

    /// Returns the number of lines that were left out since the last call, once their second is over.
    mutating func takeOmitted(at time: Int64) -> Int {
        guard omitted > 0, time / 1000 != second else { return 0 }
        defer { omitted = 0 }
        return omitted
    }
}
