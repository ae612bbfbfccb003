package import Documents
import HAL
import HTTPTypes
import Messages

/// A request that the server received during a step, and its response as far as the client reported it.
///
/// It contains secrets, so that no report shows it as it is.
package struct StepExchange: Sendable, Hashable {
    package var method: String
    /// The path and the query below the address of the case.
    package var target: String
    package var fields: [Named<String>]
    package var body: [UInt8]
    /// The time of receipt in milliseconds since 1970.
    package var receivedAt: Int64
    /// The version of HTTP: `HTTP/1.1`.
    package var version: String
    /// The scheme of the connection.
    package var scheme: String
    package var wasMatched: Bool
    /// The status of the response; 0 for exact bytes, or none.
    package var status: Int
    package var responseFields: [Named<String>] = []
    package var responseBody: [UInt8] = []
    /// Whether the client reported a complete response.
    package var isComplete: Bool

    /// The exchanges of a step; the client reports the last response.
    static func all(of received: [ReceivedRequest], _ reported: ReportedOutcome?) -> [StepExchange] {
        received.enumerated().map { StepExchange($1, $0 == received.count - 1 ? reported : nil) }
    }

    private init(_ received: ReceivedRequest, _ reported: ReportedOutcome?) {
        method = received.method.rawValue
        target = received.target
        fields = received.fields.map { Named($0.name.rawName, $0.value) }
        body = received.body
        receivedAt = received.receivedAt
        version = received.version.rawValue
        scheme = received.scheme.rawValue
        wasMatched = received.wasMatched
        status = received.status
        isComplete = reported?.status != nil
        guard let reported, let number = reported.status else { return }
        status = number
        responseFields = reported.fields.map { Named($0.name.rawName, $0.value) }
        responseBody = Array((reported.body ?? "").utf8)
    }
}
