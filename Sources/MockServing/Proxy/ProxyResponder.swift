import HTTPServing
import Messages
import UV

/// Forwards the requests of one loop; responses follow when the origin has responded.
final class ProxyResponder: Responder {
    /// A request until its response.
    private struct Forwarding {
        let request: Request
        let task: Task<Void, Never>
    }

    private let configuration: ProxyConfiguration
    private var target: ProxyTarget
    private let loop: Loop
    private let log: RequestLog?
    /// Gives the result of a request to `finish` on the loop.
    private let deliver: @Sendable (ResponseToken, Result<IncomingResponse, ProxyProblem>) -> Void
    /// The host for clients that send no `Host`.
    private var authority = ""
    private var pending: [ResponseToken: Forwarding] = [:]
    private var lastToken = 0

    init(
        _ configuration: ProxyConfiguration,
        on loop: Loop,
        log: RequestLog?,
        deliver: @escaping @Sendable (ResponseToken, Result<IncomingResponse, ProxyProblem>) -> Void
    ) {
        self.configuration = configuration
        target = ProxyTarget(origin: configuration.origin)
        self.loop = loop
        self.log = log
        self.deliver = deliver
    }

    /// Notes the port on which it listens.
    func listens(on port: Int) {
        target.port = port
        authority = "\(configuration.host):\(port)"
    }

    func respond(to request: consuming Request) -> Response {
        let outgoing: OutgoingRequest
        do throws(ProxyProblem) {
            outgoing = try target.request(request, at: base(of: request))
        } catch {
            return refuse(request, error)
        }
        lastToken += 1
        let token = ResponseToken(lastToken)
        let task = Task { [configuration, deliver, sent = target.sent(outgoing)] in
            do throws(UpstreamFailure) {
                let response = try await configuration.upstream.send(sent)
                guard (200...999).contains(response.status) else {
                    throw UpstreamFailure("its response has the status \(response.status)")
                }
                // Before the response is sent: a client that has it may end the recording.
                configuration.record(ForwardedExchange(outgoing, response))
                deliver(token, .success(response))
            } catch {
                deliver(token, .failure(ProxyProblem(error)))
            }
        }
        pending[token] = Forwarding(request: request, task: task)
        return Response(.token(token))
    }

    /// The response to a request that waits for the token; nil if none does.
    func finish(_ token: ResponseToken, _ result: Result<IncomingResponse, ProxyProblem>) -> Response? {
        guard let request = pending.removeValue(forKey: token)?.request else { return nil }
        switch result {
        case .failure(let problem): return refuse(request, problem)
        case .success(let incoming):
            log?.append(ProxyLine(request, incoming.status, nil, configuration.logStyle))
            return target.response(
                incoming,
                isHEAD: request.methodText == "HEAD",
                at: base(of: request)
            )
        }
    }

    /// Cancels all requests to the origin.
    func close() {
        for forwarding in pending.values { forwarding.task.cancel() }
        pending = [:]
    }

    private func refuse(_ request: Request, _ problem: ProxyProblem) -> Response {
        log?.append(ProxyLine(request, problem.status, problem, configuration.logStyle))
        return problem.response
    }

    /// The address of the proxy, as the client knows it.
    private func base(of request: Request) -> String {
        let host = request.firstValue(of: "host") ?? ""
        return "\(request.scheme.rawValue)://" + (host.isEmpty ? authority : host)
    }

    func clientHungUp(_ hangUp: HangUp) {
        log?.append(hangUp, at: Int64(loop.wallClock / 1000))
    }

    func connectionHasProblem(_ problem: ConnectionProblem) {
        log?.append(problem, at: Int64(loop.wallClock / 1000))
    }

    func refusal(_ refusal: Refusal) -> Response {
        ProxyProblem(status: refusal.status, title: "The request was rejected", detail: refusal.reason).response
    }
}
