/// One complete request: the bytes of its head, and where in them everything stands.
///
/// Nothing is copied out of the head and nothing decoded, so a request costs two allocations.
package struct Request: Sendable {
    /// Where a field's name and value stand in `head`.
    ///
    /// A tuple, so that a module that must not know this one can take the array as it is.
    package typealias FieldRange = (name: Range<Int>, value: Range<Int>)

    package var head: [UInt8]
    package var method: Range<Int>
    /// The request target as it was sent (RFC 9112 §3.2).
    package var target: Range<Int>
    /// In the order of arrival; values without surrounding white space.
    package var fields: [FieldRange]
    package var body: [UInt8]
    /// Trailer fields of a chunked body; their ranges point into `head` too.
    package var trailers: [FieldRange]
    package var minorVersion: Int
    /// The address of the client in text, without its port; empty when nobody knows.
    package var peer: String

    package init(
        head: [UInt8],
        method: Range<Int>,
        target: Range<Int>,
        fields: [FieldRange],
        body: [UInt8] = [],
        trailers: [FieldRange] = [],
        minorVersion: Int = 1,
        peer: String = ""
    ) {
        self.head = head
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.trailers = trailers
        self.minorVersion = minorVersion
        self.peer = peer
    }
}
