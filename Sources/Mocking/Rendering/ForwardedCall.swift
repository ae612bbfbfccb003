package import HTTPTypes
import Matching
package import Messages
package import Scenarios

/// A request that is forwarded to another server in place of a response.
package struct ForwardedCall: Sendable {
    package let proxy: ProxyDefinition
    /// Fields of the response, instead of those of the other server with these names.
    package let fields: [HTTPField]
    package let request: Request
    /// The path and the query below the address of the scenario, as received.
    package let path: String
    /// The address of the scenario, as the client knows it.
    package let base: String

    init(_ route: ForwardingRoute, _ request: Request, _ target: RequestTarget, _ base: LinkBase?) {
        proxy = route.proxy
        fields = route.fields
        self.request = request
        path = String(decoding: request.head[target.sent], as: UTF8.self)
        self.base = base.map { String(decoding: $0.absolute, as: UTF8.self) } ?? "http://localhost"
    }
}

/// A proxy, and the fields that its responses get.
struct ForwardingRoute: Sendable, Hashable {
    let proxy: ProxyDefinition
    var fields: [HTTPField] = []

    /// The work for a request: forwarding it, or where the server does not do that, a 500.
    func work(for request: Request, _ target: RequestTarget, _ base: LinkBase?) -> RenderingWork {
        let call = ForwardedCall(self, request, target, base)
        return RenderingWork(forwarding: call) {
            let reason = "the response is that of \(call.proxy.target), to which 'serve --proxy' forwards the request"
            var definition = ResponseDefinition()
            definition.isMapping = call.proxy.isOfMapping
            return ResponseParts(definition.failed(reason), ResponseContext()).rendered(for: nil, isReused: false)
        }
    }

    /// The reply to a request that nothing else responds to.
    func reply(to request: Request, _ target: RequestTarget, _ base: LinkBase?, pendingGroup: Int) -> MockReply {
        var definition = ResponseDefinition()
        definition.proxy = proxy
        return MockReply(
            response: .empty,
            work: work(for: request, target, base),
            delayMilliseconds: 0,
            source: InteractionSource(
                Interaction(name: "fallback", request: RequestPattern(), responses: ResponseSequence([definition])),
                isForOneRequest: true
            ),
            responseNumber: 0,
            pendingGroup: pendingGroup
        )
    }
}
