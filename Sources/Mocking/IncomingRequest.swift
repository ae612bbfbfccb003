/// A request as the engine takes it: the head's bytes, and where in them everything stands.
package struct IncomingRequest: Sendable {
    /// Where a field's name and value stand in `head`.
    package typealias FieldRange = (name: Range<Int>, value: Range<Int>)

    package var head: [UInt8]
    package var method: Range<Int>
    /// The request target as it was sent; usually a path and perhaps a query.
    package var target: Range<Int>
    package var fields: [FieldRange]
    package var body: [UInt8]
    /// When the request was complete, in milliseconds since 1970.
    package var receivedAt: Int64
    /// The address of the client in text; empty when nobody knows.
    package var peer: String

    package init(
        head: [UInt8],
        method: Range<Int>,
        target: Range<Int>,
        fields: [FieldRange],
        body: [UInt8],
        receivedAt: Int64,
        peer: String = ""
    ) {
        self.head = head
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.receivedAt = receivedAt
        self.peer = peer
    }
}
