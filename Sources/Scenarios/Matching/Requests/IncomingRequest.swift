/// A received request as both towers judge it: the head's bytes, and where in them everything stands.
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

    /// A request that came by another way than a parser; `receivedAt` is in milliseconds since 1970.
    package init(
        method: String,
        target: String,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        receivedAt: Int64 = 0
    ) {
        self.init(head: [], method: 0..<0, target: 0..<0, fields: [], body: body, receivedAt: receivedAt)
        self.method = append(method)
        self.target = append(target)
        for field in fields { self.fields.append((append(field.name), append(field.value))) }
    }

    /// Puts a text at the head's end, behind a space, and returns where it stands.
    private mutating func append(_ text: String) -> Range<Int> {
        if !head.isEmpty { head.append(UInt8(ascii: " ")) }
        let start = head.count
        head += text.utf8
        return start..<head.count
    }
}
