import HAL
import HTTPTypes

/// Runs calls with one configuration.
struct CallRunner: Sendable {
    var configuration: HypermediaClient.Configuration
    let transport: any Transport

    func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
        call.options.delivery?.queue = configuration.callbackQueue
        let outcome: Outcome<Model> =
            if let file = call.destination { await download(call, to: file) } else { mapped(await send(call)) }
        observe(outcome, call.options.delivery)
        return outcome
    }

    /// Makes a call; the body of a success is written to `file` if it is not nil.
    func send<Model>(_ call: Call<Model>, file: PartialFile? = nil) async -> Outcome<Model> {
        var options = call.options
        let expiry = options.expiry ?? CallExpiry(options.deadline ?? configuration.deadline)
        options.expiry = expiry
        let requests = RequestBuilder(
            configuration: configuration,
            method: call.method,
            content: call.content,
            options: options,
            accept: call.serializer.accept,
            file: file
        )
        let arrival =
            if let expiry { await arrival(at: call.target, requests, within: expiry) } else {
                await arrival(at: call.target, requests)
            }
        var models = configuration.models
        if let coding = configuration.coding { models.coding = coding }
        let builder = OutcomeBuilder(
            serializer: configuration.prepared(call.serializer),
            models: models,
            acceptable: file == nil ? configuration.acceptableMediaTypes : nil
        )
        return builder.outcome(of: arrival)
    }

    private func arrival(
        at target: Target,
        _ requests: RequestBuilder,
        within expiry: CallExpiry
    ) async -> FinalResponse {
        let end = await expiry.limit { await arrival(at: target, requests) }
        switch end {
        case .failure(let failure)? where failure.kind == .cancelled && expiry.hasPassed && !Task.isCancelled:
            return .failure(expiry.failure(failure))
        case let end?: return end
        case nil: return .failure(expiry.failure())
        }
    }

    private func arrival(at target: Target, _ requests: RequestBuilder) async -> FinalResponse {
        switch target.kind {
        case .uri(let uri, let start, let deprecated):
            if let deprecated {
                let notice = CallNotice.deprecatedLink(
                    relation: deprecated.relation,
                    information: deprecated.information
                )
                requests.options.onNotice?(notice)
            }
            return await arrival(at: uri, from: start.uri(base: configuration.baseURI), requests)
        case .embedded(let resource, let base, let response):
            guard requests.method == .get else {
                let location = resource.link(.itself).flatMap { try? $0.target() }
                return await arrival(
                    at: (location ?? URIReference("")).resolved(against: URIReference(base)),
                    from: response.start,
                    requests
                )
            }
            return .embedded(resource, base: base, in: response)
        case .missing(let failure, let response):
            return .undecodable(CallError.Undecodable(failure: failure, response: response))
        case .invalid(let error):
            return .failure(ConnectionFailure(.other, underlying: error))
        }
    }

    private func arrival(at uri: URIReference, from start: String?, _ requests: RequestBuilder) async -> FinalResponse {
        let prepared: (request: TransportRequest, fragment: String?)
        do {
            prepared = try requests.request(to: uri, from: start)
        } catch {
            return .failure(ConnectionFailure(.other, underlying: error))
        }
        let follower = RedirectFollower(
            first: prepared.request,
            fragment: prepared.fragment,
            policy: requests.options.redirectPolicy ?? configuration.redirectPolicy
        )
        return await follow(prepared.request, from: start ?? prepared.request.url, follower, requests.options.onNotice)
    }

    private func follow(
        _ first: TransportRequest,
        from start: String,
        _ follower: RedirectFollower,
        _ onNotice: (@Sendable (CallNotice) -> Void)?
    ) async -> FinalResponse {
        let resuming: any Transport = first.transfer?.file == nil ? transport : ResumingTransport(transport: transport)
        let chain = MiddlewareChain(transport: resuming, middlewares: configuration.middlewares)
        var follower = follower
        var request = first
        while true {
            do {
                var response = try await chain.send(request)
                let decision = follower.decision(after: response)
                if case .follow(let next) = decision {
                    if let hop = follower.redirects.last, hop.isPermanent { onNotice?(.movedPermanently(hop)) }
                    request = next
                    continue
                }
                response.redirects = follower.redirects
                response.start = start
                let location = follower.location(of: response)
                guard case .stop(let reason) = decision else {
                    return .response(response, redirection: .notFollowed, location: location)
                }
                return .response(response, redirection: reason, location: location)
            } catch {
                var failure = error
                failure.request = failure.request ?? request
                failure.redirects = follower.redirects
                return .failure(failure)
            }
        }
    }
}

extension CallRunner {
    /// The outcome with the error of the application's mapping.
    func mapped<Model>(_ outcome: Outcome<Model>) -> Outcome<Model> {
        guard let map = configuration.errorMapping, let error = map(outcome.withoutModel()) else { return outcome }
        return outcome.with(applicationError: error)
    }

    /// Calls the observer, after the caller has the outcome.
    func observe<Model>(_ outcome: Outcome<Model>, _ delivery: CallbackDelivery?) {
        guard let observer = configuration.observer else { return }
        let seen: Outcome<Never> = outcome.withoutModel()
        guard let delivery else {
            Task { observer(seen) }
            return
        }
        delivery.add { observer(seen) }
    }
}
