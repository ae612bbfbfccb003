import HAL
import HTTPTypes

/// Makes the outcome of a final response.
struct OutcomeBuilder<Model: Sendable> {
    let serializer: any Serializer<Model>
    let models: ModelRegistry
    /// The accepted media types in place of those of the serializer, or nil.
    let acceptable: [MediaType]?

    func outcome(of arrival: FinalResponse) -> Outcome<Model> {
        switch arrival {
        case .response(let response, let reason, let location):
            outcome(of: response, redirection: reason, location: location)
        case .embedded(let resource, let base, let response):
            outcome(ofEmbedded: resource, base: base, in: response)
        case .undecodable(let undecodable):
            .undecodable(undecodable)
        case .failure(let failure):
            .connectionFailure(failure)
        }
    }

    private func outcome(
        of response: TransportResponse,
        redirection reason: CallError.Redirection.Reason,
        location: String?
    ) -> Outcome<Model> {
        switch StatusClass(status: response.status) {
        case .protocolViolation:
            .connectionFailure(ConnectionFailure(.protocolViolation, request: response.request))
        case .success:
            success(response)
        case .redirection:
            .redirection(redirection(response, reason, location))
        case .authenticationRequired:
            .authenticationRequired(
                CallError.AuthenticationRequired(
                    challenges: Challenge.challenges(in: response.fields[values: .wwwAuthenticate]),
                    response: response
                )
            )
        case .conflict:
            .conflict(conflict(response))
        case .clientError(let kind):
            .clientError(
                CallError.ClientError(
                    kind: kind,
                    problem: JSONBody.problem(of: response),
                    retryAfter: RetryAfter(response),
                    response: response
                )
            )
        case .serverUnavailable:
            .serverUnavailable(
                CallError.ServerUnavailable(
                    retryAfter: RetryAfter(response),
                    problem: JSONBody.problem(of: response),
                    response: response
                )
            )
        case .serverError:
            .serverError(CallError.ServerError(problem: JSONBody.problem(of: response), response: response))
        }
    }

    private func redirection(_ response: TransportResponse, _ reason: CallError.Redirection.Reason, _ location: String?)
        -> CallError.Redirection
    {
        CallError.Redirection(
            reason: reason,
            location: response.status == 304 ? nil : location,
            retryAfter: RetryAfter(response),
            response: response
        )
    }

    private func success(_ response: TransportResponse) -> Outcome<Model> {
        guard response.hasModel else { return .success(representation(response, nil)) }
        do {
            return .success(representation(response, try decoded(response)))
        } catch {
            return .undecodable(CallError.Undecodable(failure: error, response: response))
        }
    }

    private func conflict(_ response: TransportResponse) -> Representation<Model> {
        do {
            return representation(response, try decoded(response), problem: JSONBody.problem(of: response))
        } catch {
            return representation(response, nil, problem: JSONBody.problem(of: response), failure: error)
        }
    }
}

extension OutcomeBuilder {
    typealias Parts = (model: Model, resource: HALResource?, embedded: [EmbeddedModel])

    /// The parts of a body, or nil if there is none (RFC 9110 §6.4.1) or it is empty.
    private func decoded(_ response: TransportResponse) throws(DecodingFailure) -> Parts? {
        guard response.hasModel else { return nil }
        try checkMediaType(of: response)
        let decoded = try decodedBody(of: response)
        return try populated(decoded.model, decoded.resource)
    }

    /// Decodes the body; a coding that the transport did not remove is reported as the problem.
    private func decodedBody(of response: TransportResponse) throws(DecodingFailure) -> Decoded<Model> {
        do {
            return try serializer.decode(response)
        } catch {
            guard error.code == .syntax, let coding = response.unsupportedCoding else { throw error }
            throw DecodingFailure(.syntax, "the \(coding) is not supported", underlying: error)
        }
    }

    /// Rejects a body with an unexpected media type.
    func checkMediaType(of response: TransportResponse) throws(DecodingFailure) {
        let isTaken =
            acceptable.map { types in types.contains { $0.essence == response.mediaType?.essence } }
            ?? serializer.takes(response.mediaType)
        guard isTaken, response.mediaType != nil || response.hasNoMediaType else {
            let type = response.fields[values: .contentType].first ?? "none"
            throw DecodingFailure(.mediaType, "unexpected media type: \(type)")
        }
    }

    private func populated(_ model: Model, _ resource: HALResource?) throws(DecodingFailure) -> Parts {
        guard let resource else { return (model, nil, []) }
        let embedded = try models.models(in: resource)
        var model = model
        models.give(embedded, to: &model)
        return (model, resource, embedded)
    }

    private func representation(
        _ response: TransportResponse,
        _ parts: Parts?,
        problem: ProblemDetails? = nil,
        failure: DecodingFailure? = nil
    ) -> Representation<Model> {
        Representation(
            model: parts?.model,
            resource: parts?.resource,
            embeddedModels: parts?.embedded ?? [],
            baseURI: response.baseURI,
            location: response.location,
            lastModified: response.lastModified,
            problem: problem,
            decodingFailure: failure,
            fieldLinks: response.links,
            response: response
        )
    }

    /// The outcome of following a relation whose resource is embedded in `response`.
    private func outcome(ofEmbedded resource: HALResource, base: String, in response: TransportResponse) -> Outcome<
        Model
    > {
        do {
            let parts = try populated(try serializer.decode(embedded: resource), resource)
            let location = resource.location.map { URIReference($0).resolved(against: URIReference(base)).description }
            return .success(
                Representation(
                    model: parts.model,
                    resource: parts.resource,
                    embeddedModels: parts.embedded,
                    baseURI: location ?? base,
                    location: location,
                    lastModified: resource.lastModified,
                    problem: nil,
                    decodingFailure: nil,
                    fieldLinks: HALLinks(),
                    response: response
                )
            )
        } catch {
            return .undecodable(CallError.Undecodable(failure: error, response: response))
        }
    }
}

extension TransportResponse {
    /// The links of the fields.
    fileprivate var links: HALLinks {
        let fields = fields.filter { $0.name.canonicalName == "link" }.map(\.value)
        let profile = mediaType?.parameter("profile")
        guard profile != nil || !fields.isEmpty else { return HALLinks() }
        let base = URIReference(url)
        var links = HALLinks(fields: fields, base: base)
        let profiles = profile?.split(separator: " ") ?? []
        links.append(
            profiles.map { (.profile, HALLink(URIReference(String($0)).resolved(against: base).description)) }
        )
        return links
    }

    /// Whether the response has a body to decode.
    fileprivate var hasModel: Bool {
        !body.isEmpty && request.method != .head && status != 204 && status != 205
    }

    /// The codings if the transport does not remove them; it removes a single `gzip`, `x-gzip` or `deflate`, and `chunked`.
    fileprivate var unsupportedCoding: String? {
        let content = fields[values: .contentEncoding].joined(separator: ", ")
        guard ["", "identity", "gzip", "x-gzip", "deflate"].contains(content.lowercased().trimmingSpaces) else {
            return "content coding '\(content)'"
        }
        let transfer = fields[values: .transferEncoding].joined(separator: ", ")
        guard ["", "identity", "chunked"].contains(transfer.lowercased().trimmingSpaces) else {
            return "transfer coding '\(transfer)'"
        }
        return nil
    }

    /// Whether `Content-Type` is missing, not merely malformed.
    fileprivate var hasNoMediaType: Bool {
        fields[values: .contentType].isEmpty
    }
}

/// The end of a call before its content becomes a model.
///
/// Independent of the type of the model, so that the code up to here is compiled once and not generic.
enum FinalResponse: Sendable {
    /// The final response, and the reason why a redirect was not followed.
    case response(TransportResponse, redirection: CallError.Redirection.Reason, location: String?)
    /// A resource embedded in the response to another call.
    case embedded(HALResource, base: String, in: TransportResponse)
    case undecodable(CallError.Undecodable)
    case failure(ConnectionFailure)
}
