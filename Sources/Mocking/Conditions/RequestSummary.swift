package import Messages
import Scenarios

/// What a request says, decoded for whoever shows it.
package struct RequestSummary {
    package typealias Pair = (name: String, value: String)

    /// The first ones of many fields.
    package struct Fields {
        /// More are not shown.
        package static let limit = 1000

        package let pairs: [Pair]
        /// How many there are in all.
        package let total: Int

        package var isCut: Bool { total > pairs.count }
    }

    package let scheme: String
    package let host: String?
    package let port: Int?
    package let query: Fields
    package let form: Fields
    package let cookies: Fields

    /// Takes a request apart that came to that address.
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
