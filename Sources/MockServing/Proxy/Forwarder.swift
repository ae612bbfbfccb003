import HAL
import HTTPTypes
import Messages
import Mocking
import Scenarios
import UV

/// How a server forwards requests for responses with a proxy.
package struct ForwardingConfiguration: Sendable {
    package var upstream: any Upstream
    package var targets: UpstreamTargets

    package init(upstream: any Upstream, targets: UpstreamTargets = UpstreamTargets()) {
        self.upstream = upstream
        self.targets = targets
    }
}

/// A reply whose request was forwarded, with the response to it.
struct FinishedForwarding: Sendable {
    let token: ResponseToken
    let request: Request
    let reply: MockReply
    let response: RenderedResponse
    /// The response of the other server, with the fields that it gets; nil: there is none.
    let incoming: IncomingResponse?
}

/// Forwards requests to other servers.
final class Forwarder: Sendable {
    /// The most servers of this kind that a request passes.
    private static let mostHops = 4

    private let configuration: ForwardingConfiguration
    private let calls = UpstreamCalls()
    private let finish = Guarded<(@Sendable (FinishedForwarding) -> Void)?>(nil)

    init(_ configuration: ForwardingConfiguration) {
        self.configuration = configuration
    }

    /// Gives `finish` the responses, on any thread.
    func start(_ finish: @escaping @Sendable (FinishedForwarding) -> Void) {
        self.finish.withLock { $0 = finish }
    }

    /// Never forwards anything to these ports of loopback addresses.
    func avoid(_ ports: Set<Int>) {
        calls.avoid(ports)
    }

    /// Cancels all requests; further ones get 503.
    func close() {
        calls.close()
    }

    /// Forwards the request of a call; the response follows with the token, which is nil if too many are in progress.
    func forward(_ call: ForwardedCall, for reply: MockReply) -> ResponseToken? {
        guard let finish = finish.withLock({ $0 }) else { return nil }
        let admission = calls.start(bytes: call.request.head.count + call.request.body.count) { [self] in
            await response(to: call)
        } then: { number, result in
            let (response, incoming) = result
            finish(
                FinishedForwarding(
                    token: Self.token(number),
                    request: call.request,
                    reply: reply,
                    response: response.rendered,
                    incoming: incoming
                )
            )
        }
        guard case .admitted(let number) = admission else { return nil }
        return Self.token(number)
    }

    /// Negative, unlike the numbers of other tokens.
    private static func token(_ number: Int) -> ResponseToken { ResponseToken(-number) }

    /// The reason why requests are not forwarded to a server; nil: they are.
    func refusal(of proxy: ProxyDefinition) -> String? {
        do throws(UpstreamFailure) {
            _ = try checked(OutgoingRequest(method: "GET", url: proxy.target))
            return nil
        } catch {
            return error.reason
        }
    }

    private func checked(_ request: OutgoingRequest) throws(UpstreamFailure) -> OutgoingRequest {
        try configuration.targets.checked(request, option: "--proxy-hosts", ownPorts: calls.ownPorts)
    }

    private func response(to call: ForwardedCall) async -> (Response, IncomingResponse?) {
        do throws(ProxyProblem) {
            guard call.request.hops < Self.mostHops else { throw .loop }
            let (target, outgoing) = try call.outgoing()
            return try await send(outgoing, to: target, of: call)
        } catch {
            return (call.proxy.isOfMapping ? call.failure(error) : error.response, nil)
        }
    }

    private func send(
        _ outgoing: OutgoingRequest,
        to target: ProxyTarget,
        of call: ForwardedCall
    ) async throws(ProxyProblem) -> (Response, IncomingResponse?) {
        do throws(UpstreamFailure) {
            var incoming = try await configuration.upstream.send(checked(outgoing))
            guard (200...999).contains(incoming.status) else {
                throw UpstreamFailure("its response has the status \(incoming.status)")
            }
            incoming = call.completed(incoming)
            let isHEAD = call.request.methodText == "HEAD"
            return (target.response(incoming, isHEAD: isHEAD, at: call.linkBase), incoming)
        } catch {
            throw ProxyProblem(error)
        }
    }
}

extension ForwardedCall {
    /// The address that replaces the target in links.
    fileprivate var linkBase: String { base + (proxy.removedPrefix ?? "") }

    /// The other server, and the request for it.
    fileprivate func outgoing() throws(ProxyProblem) -> (ProxyTarget, OutgoingRequest) {
        guard let place = proxy.place else { throw ProxyProblem(UpstreamFailure("the target is not a URL")) }
        var target = ProxyTarget(origin: place.origin)
        (target.root, target.rewritesLinks) = (place.path, proxy.rewritesLinks)
        var rest = path[...]
        if let removed = proxy.removedPrefix, rest.hasPrefix(removed) { rest = rest.dropFirst(removed.count) }
        let path = "/" + rest.drop { $0 == "/" }
        guard !Self.leavesRoot(path) else { throw .outside(proxy.target) }
        var outgoing = target.outgoing(request, path: path, at: linkBase)
        var replaced = Set((proxy.removedFields + proxy.addedFields.map(\.name.rawName)).map { $0.lowercased() })
        // The server has decompressed the body already.
        if RequestBodyCoding.isGzip(request), !request.body.starts(with: [0x1F, 0x8B]) {
            replaced.insert("content-encoding")
        }
        outgoing.fields.removeAll { replaced.contains($0.name.lowercased()) }
        outgoing.fields += proxy.addedFields.map { ($0.name.rawName, $0.value) }
        outgoing.fields.append(("Accept-Encoding", "identity"))
        outgoing.url = target.url(of: outgoing)
        return (target, outgoing)
    }

    /// Whether a path contains `..`, which the other server may resolve.
    private static func leavesRoot(_ path: String) -> Bool {
        path.prefix { $0 != "?" }.split { $0 == "/" || $0 == "\\" }.contains { segment in
            segment.lowercased().replacing("%2e", with: ".") == ".."
        }
    }

    /// The response with the fields that it gets.
    fileprivate func completed(_ incoming: IncomingResponse) -> IncomingResponse {
        guard !fields.isEmpty else { return incoming }
        var completed = incoming
        let names = Set(fields.map { $0.name.rawName.lowercased() })
        completed.fields.removeAll { names.contains($0.name.lowercased()) }
        completed.fields += fields.map { ($0.name.rawName, $0.value) }
        return completed
    }

    /// WireMock's response without one of the other server.
    fileprivate func failure(_ problem: ProxyProblem) -> Response {
        let text =
            "Network failure trying to make a proxied request from WireMock to \(proxy.target)\r\n\(problem.detail)"
        return Response(status: 500, contentType: "text/plain", body: Array(text.utf8))
    }
}

extension Request {
    /// The number of servers of this kind that have forwarded it.
    fileprivate var hops: Int {
        values(of: "via").flatMap { $0.split(separator: ",") }.count { proxy in
            proxy.split(separator: " ").dropFirst().first.map(String.init) == Engine.pseudonym
        }
    }
}
