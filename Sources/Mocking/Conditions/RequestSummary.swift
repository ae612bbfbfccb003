package import Matching
package import Messages

/// The decoded parts of a request, for display.
package struct RequestSummary {
    /// The first of many fields.
    package struct Fields {
        /// The maximum number of fields that are shown.
        package static let limit = 1000

        package let pairs: [DecodedRequest.Pair]
        /// The number of all fields.
        package let total: Int

        package var isCut: Bool { total > pairs.count }
    }

    package let scheme: String
    package let host: String?
    package let port: Int?
    package let query: Fields
    package let form: Fields
    package let cookies: Fields

    /// Decodes a request that was sent to that address.
    package init(_ request: Request, at place: RequestPlace) {
        let target = place.target(of: request)
        let facts = DecodedRequest(request, target)
        scheme = facts.authority.scheme
        host = facts.authority.host
        port = facts.authority.port
        query = Fields(of: target.bytes[target.query])
        form = facts.isForm ? Fields(of: request.body[...]) : Fields(pairs: [], total: 0)
        cookies = Fields(pairs: Array(facts.cookies.prefix(Fields.limit)), total: facts.cookies.count)
    }
}

extension RequestSummary.Fields {
    fileprivate init(of text: ArraySlice<UInt8>) {
        pairs = FormText.pairs(text, atMost: Self.limit)
        total = FormText.count(text)
    }
}
