/// What a request says, decoded for whoever shows it.
package struct RequestSummary {
    package typealias Pair = (name: String, value: String)

    package let scheme: String
    package let host: String?
    package let port: Int?
    package let query: [Pair]
    package let form: [Pair]
    package let cookies: [Pair]

    /// Takes a request apart that came to that address.
    package init(_ request: IncomingRequest, at space: Space) {
        let facts = RequestFacts(request, space.target(of: request))
        scheme = facts.authority.scheme
        host = facts.authority.host
        port = facts.authority.port
        query = facts.query
        form = facts.form
        cookies = facts.cookies
    }
}
