import HAL
import Messages

extension Response {
    /// Creates the response while the shared state cannot be used (RFC 9110 §15.6.4, RFC 9457).
    init(unavailable reason: String) {
        let problem: JSONObject = [
            "type": "about:blank",
            "title": "The shared state is unavailable",
            "status": 503,
            "detail": .string(reason),
            "help": "GET /__admin/ready, with the admin token, shows the store; without --shared-state none is needed",
        ]
        self.init(
            status: 503,
            fields: [("Retry-After", "1"), ("Content-Type", "application/problem+json")],
            body: JSONValue.object(problem).serializedBytes(pretty: true) + [UInt8(ascii: "\n")]
        )
    }
}
