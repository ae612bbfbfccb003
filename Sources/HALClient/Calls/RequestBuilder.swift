import HAL
import HTTPTypes

/// Makes the first request of a call from its options and the configuration; rejects invalid requests.
struct RequestBuilder {
    let runner: CallRunner
    let method: HTTPRequest.Method
    let content: RequestContent?
    let options: RequestOptions
    /// The `Accept` value of the serializer.
    let accept: String
    /// The file for the body of the response, or nil.
    let file: PartialFile?

    private var configuration: HypermediaClient.Configuration { runner.configuration }

    /// The request and the fragment of its target, which redirects inherit.
    ///
    /// `start` is the URI at which the chain of calls that led to `uri` began; nil if the caller wrote `uri`.
    func request(to uri: URIReference, from start: String?) throws(InvalidRequest) -> (
        TransportRequest, fragment: String?
    ) {
        let base = configuration.baseURI.map { URIReference($0) }
        let absolute = base.map { uri.resolved(against: $0) } ?? uri
        let parameters = RequestParameters(options, configuration, for: absolute)
        let content = try content(with: parameters)
        guard let address = HTTPAddress(try target(absolute, with: parameters)) else {
            throw InvalidRequest(.address, "'\(uri)' is not an absolute http or https URI")
        }
        let credentials = credentials(for: address, from: start)
        let headers = headers(for: address, from: start, credentials, content)
        guard headers.refused.isEmpty else {
            throw InvalidRequest(.field, "refused to send: \(headers.refused.joined(separator: ", "))")
        }
        var request = TransportRequest(
            method: method,
            url: address.requested,
            fields: headers.fields,
            timeouts: options.timeouts ?? configuration.timeouts,
            limits: configuration.limits,
            isRetryable: options.isRetryable
        )
        request.expiry = options.expiry
        request.identity = credentials?.identity
        try content?.source.put(into: &request)
        request.transfer = TransferPlan(onProgress: options.onProgress, file: file)
        if file != nil { request.limits.bodyBytes = .max }
        return (request, address.reference.fragment)
    }

    /// The body: the content of the call, or the parameters if the method has them in the body.
    private func content(with parameters: RequestParameters?) throws(InvalidRequest) -> RequestContent? {
        guard let parameters, !RequestParameters.isInQuery(method) else {
            return content?.written(by: configuration.encoder)
        }
        guard let content else {
            return try parameters.content(options.bodyEncoding ?? configuration.bodyEncoding)
        }
        guard case .form(let form) = content.source else { return content.written(by: configuration.encoder) }
        return RequestContent.multipart(form.adding(try FormItems(parameters.merged)))
    }

    /// Whether the body contains the parameters.
    private var hasParametersInBody: Bool {
        guard !RequestParameters.isInQuery(method) else { return false }
        guard case .form? = content?.source else { return content == nil }
        return true
    }

    private func target(_ uri: URIReference, with parameters: RequestParameters?) throws(InvalidRequest) -> URIReference
    {
        var target = uri
        if let parameters, !hasParametersInBody { target = try parameters.added(to: uri) }
        return options.query.isEmpty ? target : target.appending(query: FormItems(options.query).text)
    }

    private func headers(
        for address: HTTPAddress,
        from start: String?,
        _ credentials: Authorization?,
        _ content: RequestContent?
    ) -> RequestHeaders {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .accept, value: options.accept.map(Self.accept) ?? accept))
        var headers = RequestHeaders(fields)
        if let language = configuration.acceptLanguage { headers.set("Accept-Language", language) }
        if let charset = configuration.acceptCharset { headers.set("Accept-Charset", charset) }
        let home = { Origin(start.map { URIReference($0) } ?? address.reference) }
        let common = configuration.headers.sendable(
            to: address,
            in: CredentialScope(
                home: configuration.baseURI == nil ? home() : configuration.server,
                others: configuration.credentialOrigins
            )
        )
        let own = options.headers.sendable(
            to: address,
            in: CredentialScope(home: home(), others: options.credentialOrigins)
        )
        headers = headers.merging(common).merging(own)
        if let mediaType = content?.mediaType { headers.set("Content-Type", mediaType.description) }
        for (name, value) in options.precondition?.fields ?? [:] { headers.set(name.rawName, value) }
        switch credentials {
        case Authorization.anonymous?: headers.remove(.authorization)
        case let authorization?: headers.set("Authorization", authorization.fieldValue ?? "\n")
        case nil: break
        }
        return headers
    }

    /// The credentials of the call if they may be sent to the address, else those for its origin.
    private func credentials(for address: HTTPAddress, from start: String?) -> Authorization? {
        guard let own = options.authorization else { return authorization(for: address) }
        guard let start, own != .anonymous else { return own }
        let scope = CredentialScope(home: Origin(start), others: options.credentialOrigins)
        return scope.includes(address.origin) ? own : authorization(for: address)
    }

    /// The credentials for the origin of an address, or nil.
    private func authorization(for address: HTTPAddress) -> Authorization? {
        let isAnonymous = options.authorizations.isEmpty && configuration.authorizations.isEmpty
        guard !isAnonymous || configuration.serverAuthorization != nil, let origin = address.origin else { return nil }
        return options.authorizations[origin] ?? configuration.authorizations[origin]
            ?? (configuration.isServer(origin) ? configuration.serverAuthorization : nil)
    }

    /// `application/hal+json, application/json;q=0.9`.
    static func accept(_ mediaTypes: [MediaType]) -> String {
        guard !mediaTypes.isEmpty else { return "*/*" }
        return mediaTypes.enumerated()
            .map { $0 == 0 ? "\($1)" : "\($1);q=0.\(max(10 - $0, 1))" }
            .joined(separator: ", ")
    }
}

extension RequestContent.Source {
    /// Sets the body of a request; sizes of files are read now.
    fileprivate func put(into request: inout TransportRequest) throws(InvalidRequest) {
        switch self {
        case .bytes(let bytes): request.body = bytes
        case .form(let form): request.stream = try form.body()
        case .file(let path): request.stream = StreamedBody([try BodySegment(file: path)])
        case .stream(let body): request.stream = body
        case .refused(let error): throw error
        }
    }
}
