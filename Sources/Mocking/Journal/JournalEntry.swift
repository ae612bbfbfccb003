package import Messages
package import Scenarios

/// A received request and its response.
package struct JournalEntry: Sendable {
    /// The response to a request.
    struct ServedResponse: Sendable {
        /// The interaction that responded; nil: none matched.
        var source: InteractionSource?
        /// The position of the response among those of the interaction.
        var response: Int32 = 0
        var status: Int
        var delayMilliseconds = 0

        static var unmatched: ServedResponse { ServedResponse(source: nil, status: 404) }
    }

    /// The id, counted from 1 over all addresses of an engine.
    package let id: Int
    package let request: Request
    /// The length of the received body, in bytes; `request.body` may be a prefix of it.
    package let bodyLength: Int
    /// FNV-1a (64 bits) of the whole body, if `request.body` is a prefix.
    package let bodyHash: UInt64?
    /// The status of the response: 404 for an unmatched request, 0 for `raw` bytes.
    package var status: Int { served.status }
    package var delayMilliseconds: Int { served.delayMilliseconds }
    /// The interaction that responded; nil: none matched.
    package var interaction: Interaction? { served.source?.definition }
    /// The position of the response among those of the interaction.
    package var responseNumber: Int { Int(served.response) }
    /// The slug of the scenario that responded; empty if none matched, or for a mapping outside of a scenario.
    package var scenario: String { served.source?.slug ?? "" }
    /// The path template, the path or the name of the interaction that responded; nil without one.
    package var route: String? { interaction?.route }
    /// The method; nil if it is not a common one.
    package var commonMethod: String? {
        let number = RequestMetrics.code(ofMethodOf: request)
        return number == 0 ? nil : RequestMethod.common[Int(number)]
    }
    package var wasMatched: Bool { served.source != nil }
    /// The definition of the response; nil if no interaction matched, or has one at this position.
    package var definition: ResponseDefinition? {
        guard let responses = interaction?.responses.responses, responses.indices.contains(responseNumber) else {
            return nil
        }
        return responses[responseNumber]
    }
    /// The fault of the response; nil: none.
    package var fault: Fault? { definition?.fault }
    /// Whether another server was to respond.
    package var isForwarded: Bool { definition?.proxy != nil }
    package var receivedAt: Int64 { request.receivedAt }
    /// The note of a request to an address whose time is not the server's.
    package internal(set) var note: JournalNote?
    /// The wait before the request, if it repeats one; set by queries that ask for it.
    package internal(set) var retry: RetryRecord?

    private let served: ServedResponse

    init(_ record: JournalRecord, _ request: Request) {
        id = record.id
        served = record.served
        bodyLength = record.bodyLength
        bodyHash = record.bodyHash
        self.request = request
    }
}

/// The part of a journal entry outside of the blocks.
struct JournalRecord {
    /// The largest body, in bytes, that is copied into a block; of a larger one the array is kept.
    static let copiedBodyLimit = 1024

    let id: Int
    /// The id of the previous entry of the same address, possibly removed; 0: none.
    var previous: Int
    private(set) var served: JournalEntry.ServedResponse
    let receivedAt: Int64
    let peer: String
    let method: Range<Int>
    let target: Range<Int>
    /// The number of the block, counted from the first one ever.
    var block: Int
    var place: JournalBlock.Place
    /// The kept part of a large body.
    private(set) var largeBody: [UInt8]
    let bodyLength: Int
    /// The hash of the whole body, if only its beginning is kept.
    let bodyHash: UInt64?
    let version: Request.Version
    let scheme: Request.Scheme
    /// Shared by the entries of a connection.
    private(set) var security: ConnectionSecurity?
    /// Whether its address has removed it; its memory is released later.
    var isForgotten = false

    /// The size of the entry for the limit, in bytes.
    var cost: Int {
        Self.cost(
            head: place.headLength,
            body: place.bodyLength + largeBody.count,
            fields: place.fieldCount,
            served
        )
    }

    static func cost(head: Int, body: Int, fields: Int, _ served: JournalEntry.ServedResponse) -> Int {
        let source = served.source?.isForOneRequest == true ? InteractionSource.costForOneRequest : 0
        return MemoryLayout<JournalRecord>.stride + head + body + source
            + fields * MemoryLayout<FieldRange>.stride
    }

    /// Sets the status of a response that was rendered later.
    mutating func settle(status: Int) {
        served.status = status
    }

    /// Releases the references; the slot in the ring is unused from now on.
    mutating func release() {
        served.source = nil
        largeBody = []
        security = nil
    }
}

/// The UUID of a journal entry for WireMock's clients, converted from and to its id.
///
/// Version 8 (RFC 9562 §5.8): no random number is drawn or stored while a request is served.
package enum JournalID {
    private static let prefix = "68797065-726d-8000-8000-"

    /// The UUID of an entry's id.
    package static func text(of number: Int) -> String {
        let digits = String(number, radix: 16)
        return prefix + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// The id in a UUID, in upper or lower case; nil if no entry can have the UUID.
    package static func number(of text: String) -> Int? {
        let text = text.lowercased()
        guard text.utf8.count == prefix.utf8.count + 12, text.hasPrefix(prefix) else { return nil }
        return Int(text.dropFirst(prefix.count), radix: 16).flatMap { $0 > 0 ? $0 : nil }
    }
}
