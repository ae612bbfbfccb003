import HAL
import HTTPTypes

/// Runs calls with one configuration.
///
/// A class, because each call would copy the configuration otherwise.
final class CallRunner: Sendable {
    let configuration: HypermediaClient.Configuration
    /// The types of embedded resources, with the decoder of the configuration.
    let models: ModelRegistry
    private let transport: any Transport
    private let queue: CallQueue

    convenience init(_ configuration: HypermediaClient.Configuration, _ transport: any Transport) {
        self.init(configuration, transport, CallQueue(limit: configuration.concurrentCalls))
    }

    private init(
        _ configuration: HypermediaClient.Configuration,
        _ transport: any Transport,
        _ queue: CallQueue
    ) {
        self.configuration = configuration
        self.transport = transport
        self.queue = queue
        var models = configuration.models
        if let coding = configuration.coding { models.coding = coding }
        self.models = models
    }

    /// A runner with another configuration, whose calls are limited together with those of this one.
    func with(_ configuration: HypermediaClient.Configuration) -> CallRunner {
        queue.limit(to: configuration.concurrentCalls)
        return CallRunner(configuration, transport, queue)
    }

    func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
        if call.options.expiry == nil, let expiry = CallExpiry(call.options.deadline ?? configuration.deadline) {
            var limited = call
            limited.options.expiry = expiry
            return await perform(limited)
        }
        call.options.delivery?.queue = configuration.callbackQueue
        let expiry = call.options.expiry
        let made: Outcome<Model>? = await queue.run(within: expiry) { await outcome(making: call) }
        let final = made ?? mapped(.connectionFailure(Self.failureOfWaiting(within: expiry)))
        observe(final, call.options.delivery)
        return final
    }

    private static func failureOfWaiting(within expiry: CallExpiry?) -> ConnectionFailure {
        guard let expiry, expiry.hasPassed, !Task.isCancelled else { return ConnectionFailure(.cancelled) }
        return expiry.failure()
    }

    private func outcome<Model>(making call: Call<Model>) async -> Outcome<Model> {
        guard let file = call.destination else { return mapped(await send(call)) }
        return await download(call, to: file)
    }

    /// Makes a call; the body of a success is written to `file` if it is not nil.
    func send<Model>(_ call: Call<Model>, file: PartialFile? = nil) async -> Outcome<Model> {
        let requests = RequestBuilder(
            runner: self,
            method: call.method,
            content: call.content,
            options: call.options,
            accept: call.serializer.accept,
            file: file
        )
        let arrival =
            if let expiry = call.options.expiry { await arrival(at: call.target, requests, within: expiry) } else {
                await arrival(at: call.target, requests)
            }
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
        let end = await expiry.limit { [self] in await arrival(at: target, requests) }
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
        var request = prepared.request
        let start = start ?? request.url
        var follower = RedirectFollower(
            first: request,
            fragment: prepared.fragment,
            policy: requests.options.redirectPolicy ?? configuration.redirectPolicy
        )
        let isWhole = request.transfer?.file == nil
        let chain = MiddlewareChain(
            transport: isWhole ? transport : ResumingTransport(transport: transport),
            middlewares: configuration.middlewares
        )
        while true {
            do {
                var response = try await chain.send(request)
                let decision = follower.decision(after: response)
                if case .follow(let next) = decision {
                    if let hop = follower.redirects.last, hop.isPermanent {
                        requests.options.onNotice?(.movedPermanently(hop))
                    }
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
    func mapped<Model>(_ outcome: consuming Outcome<Model>) -> Outcome<Model> {
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
