import Messages
import Mocking
import Scenarios
import URITemplates

/// A request for the admin API, taken apart.
struct AdminRequest: Sendable {
    /// The fields that the API reads.
    private static let names = [
        "authorization", "accept", "content-encoding", "host", "origin", "sec-fetch-site", "sec-fetch-mode",
        "sec-fetch-dest",
    ]

    /// In bytes; a larger document is read and compiled beside the loop.
    private static let largestOnLoop = 32 << 10

    let method: String
    /// The path below `/__admin`, as it was sent.
    let path: String
    /// Its segments, decoded.
    let segments: [String]
    let query: [String: String]
    let fields: [String: String]
    let body: [UInt8]
    /// In milliseconds since 1970.
    let receivedAt: Int64

    /// Takes `path`, what follows `/__admin`, apart; it has the query.
    init(_ request: Request, path: String) {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        method = request.methodText == "HEAD" ? "GET" : request.methodText
        self.path = String(parts[0])
        segments = parts[0].split(separator: "/").map { PercentEncoding.decoded($0) }
        query = parts.count > 1 ? Self.pairs(of: parts[1]) : [:]
        body = request.body
        receivedAt = request.receivedAt
        // Several lines of one field are one list (RFC 9110 §5.3), which none of these fields has.
        fields = Dictionary(
            Self.names.compactMap { name in
                let values = request.values(of: name)
                return values.isEmpty ? nil : (name, values.joined(separator: ", "))
            }
        ) { $1 }
    }

    /// Whether to read its document takes too long for the loop.
    var isLarge: Bool { body.count > Self.largestOnLoop }

    private static func pairs(of query: Substring) -> [String: String] {
        let pairs = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (PercentEncoding.decoded(parts[0]), parts.count > 1 ? PercentEncoding.decoded(parts[1]) : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
