import HAL
import HTTPTypes
import URITemplates

/// Makes the first request of a call out of its options and the configuration; refuses what must not be sent.
struct RequestBuilder {
    let configuration: ExecutorConfiguration
    let method: HTTPRequest.Method
    let content: Content?
    let options: RequestOptions
    /// What the serializer asks for.
    let accept: String

    /// The request and the fragment of its target, which redirects inherit.
    func request(to uri: URIReference) throws(InvalidRequest) -> (Request, fragment: String?) {
        let base = configuration.baseURI.map { URIReference($0) }
        let absolute = base.map { uri.resolved(against: $0) } ?? uri
        guard let address = Address(absolute.appending(query: query)) else {
            throw InvalidRequest(.address, "'\(uri)' is no absolute http or https URI")
        }
        let headers = headers(for: address)
        guard headers.refused.isEmpty else {
            throw InvalidRequest(.field, "refused to send: \(headers.refused.joined(separator: ", "))")
        }
        let request = Request(
            method: method,
            url: address.requested,
            fields: headers.fields,
            body: try content?.bytes.get(),
            timeouts: options.timeouts ?? configuration.timeouts,
            limits: configuration.limits,
            isRetryable: options.isRetryable
        )
        return (request, address.reference.fragment)
    }

    private var query: String {
        guard !options.query.isEmpty else { return "" }
        return options.query.map { name, value in
            [name, value].map { PercentEncoding.encode($0, keepingReserved: false) }.joined(separator: "=")
        }.joined(separator: "&")
    }

    private func headers(for address: Address) -> RequestHeaders {
        var headers = RequestHeaders([.accept: options.accept.map(Self.accept) ?? accept])
        if let language = configuration.acceptLanguage { headers.set("Accept-Language", language) }
        if let charset = configuration.acceptCharset { headers.set("Accept-Charset", charset) }
        headers = headers.merging(configuration.headers).merging(options.headers)
        if let mediaType = content?.mediaType { headers.set("Content-Type", mediaType.description) }
        for (name, value) in options.precondition?.fields ?? [:] { headers.set(name.rawName, value) }
        switch options.authorization ?? authorization(for: address) {
        case Authorization.anonymous?: headers.remove(.authorization)
        case let authorization?: headers.set("Authorization", authorization.fieldValue ?? "\n")
        case nil: break
        }
        return headers
    }

    /// The credentials for the origin of an address; most clients have none at all.
    private func authorization(for address: Address) -> Authorization? {
        guard !options.authorizations.isEmpty || !configuration.authorizations.isEmpty, let origin = address.origin
        else { return nil }
        return options.authorizations[origin] ?? configuration.authorizations[origin]
    }

    /// `application/hal+json, application/json;q=0.9`.
    static func accept(_ mediaTypes: [MediaType]) -> String {
        guard !mediaTypes.isEmpty else { return "*/*" }
        return mediaTypes.enumerated()
            .map { $0 == 0 ? "\($1)" : "\($1);q=0.\(max(10 - $0, 1))" }
            .joined(separator: ", ")
    }
}
