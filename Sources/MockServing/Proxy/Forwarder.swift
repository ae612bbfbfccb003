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
    /// The exchange with the other server; nil if it did not respond.
    let exchange: ForwardedExchange?
}

/// Forwards requests to other servers; at most so many are in progress at a time.
final class Forwarder: Sendable {
    /// The maximum number of requests in progress; further ones get 503.
    private static let mostPending = 1000
    /// The maximum number of bytes of those requests.
    private static let mostBytes = 64 << 20
    /// The most servers of this kind that a request passes.
    private static let mostHops = 4

    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var bytes = 0
        /// Negative, unlike the numbers of other tokens.
        var last = 0
        var ports: Set<Int> = []
        var finish: (@Sendable (FinishedForwarding) -> Void)?
    }

    private let configuration: ForwardingConfiguration
    private let state = Guarded(State())

    init(_ configuration: ForwardingConfiguration) {
        self.configuration = configuration
    }

    /// Gives `finish` the responses, on any thread.
    func start(_ finish: @escaping @Sendable (FinishedForwarding) -> Void) {
        state.withLock { $0.finish = finish }
    }

    /// Never forwards anything to these ports of loopback addresses.
    func avoid(_ ports: Set<Int>) {
        state.withLock { $0.ports.formUnion(ports) }
    }

    /// Cancels all requests; further ones get 503.
    func close() {
        let tasks = state.withLock { state in
            state.finish = nil
            defer { state.tasks = [:] }
            return state.tasks
        }
        for task in tasks.values { task.cancel() }
    }

    /// Forwards the request of a call; the response follows with the token, which is nil if too many are in progress.
    func forward(_ call: ForwardedCall, for reply: MockReply) -> ResponseToken? {
        let bytes = call.request.head.count + call.request.body.count
        let number: Int? = state.withLock { state in
            guard let finish = state.finish, state.tasks.count < Self.mostPending,
                state.bytes + bytes <= Self.mostBytes
            else { return nil }
            state.last -= 1
            state.bytes += bytes
            let (number, ports) = (state.last, state.ports)
            state.tasks[number] = Task { [self] in
                let (response, exchange) = await response(to: call, avoiding: ports)
                guard remove(number, bytes) else { return }
                finish(
                    FinishedForwarding(
                        token: ResponseToken(number),
                        request: call.request,
                        reply: reply,
                        response: response.rendered,
                        exchange: exchange
                    )
                )
            }
            return number
        }
        return number.map { ResponseToken($0) }
    }

    private func remove(_ number: Int, _ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.tasks.removeValue(forKey: number) != nil else { return false }
            state.bytes -= bytes
            return true
        }
    }

    private func response(
        to call: ForwardedCall,
        avoiding ports: Set<Int>
    ) async -> (Response, ForwardedExchange?) {
        do throws(ProxyProblem) {
            guard call.request.hops < Self.mostHops else { throw .loop }
            let (target, outgoing) = try call.outgoing()
            return try await send(outgoing, to: target, of: call, avoiding: ports)
        } catch {
            return (call.proxy.isOfMapping ? call.failure(error) : error.response, nil)
        }
    }

    private func send(
        _ outgoing: OutgoingRequest,
        to target: ProxyTarget,
        of call: ForwardedCall,
        avoiding ports: Set<Int>
    ) async throws(ProxyProblem) -> (Response, ForwardedExchange) {
        do throws(UpstreamFailure) {
            let checked = try configuration.targets.checked(outgoing, option: "--proxy-hosts", ownPorts: ports)
            let incoming = try await configuration.upstream.send(checked)
            guard (200...999).contains(incoming.status) else {
                throw UpstreamFailure("its response has the status \(incoming.status)")
            }
            let response = target.response(
                call.completed(incoming),
                isHEAD: call.request.methodText == "HEAD",
                at: call.linkBase
            )
            return (response, ForwardedExchange(outgoing, incoming))
        } catch {
            throw ProxyProblem(error)
        }
    }
}

extension ForwardedCall {
    /// The address that stands for the target in links.
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
