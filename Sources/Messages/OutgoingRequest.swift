/// A request that the server sends to another server.
package struct OutgoingRequest: Sendable {
    /// A header field.
    package typealias Field = (name: String, value: String)

    package var method: String
    /// The absolute URI, without user information and without a fragment.
    package var url: String
    /// The fields, without those of the connection, the framing and `Host`.
    package var fields: [Field]
    /// nil: none.
    package var body: [UInt8]?

    package init(method: String, url: String, fields: [Field] = [], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }

    /// The bytes in memory, approximately.
    package var byteCount: Int {
        fields.reduce(url.utf8.count + (body?.count ?? 0)) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}

/// The response of another server.
package struct IncomingResponse: Sendable {
    package var status: Int
    package var fields: [OutgoingRequest.Field]
    package var body: [UInt8]
    /// The time until the head, and from the head to the end, in milliseconds; nil if it was not measured.
    package var timing: (wait: Int, receive: Int)?

    package init(
        status: Int,
        fields: [OutgoingRequest.Field] = [],
        body: [UInt8] = [],
        timing: (wait: Int, receive: Int)? = nil
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.timing = timing
    }
}
