import HTTPTypes
import Matching
import Messages
import Scenarios

/// The parts of an interaction and its scenario that rendering a response needs.
struct ResponseContext {
    var interactionName: String?
    /// The identifier of a mapping; nil for other interactions.
    var interactionID: String?
    var origins = LinkOrigins()
    /// Whether only HEAD requests get the response, so that its `Content-Length` may differ from the body.
    var answersOnlyHead = false
    /// The template that names parts of the path for response templates.
    var pathTemplate: PathTemplate?
}

/// A response definition, prepared at load.
///
/// One rendered response for all requests, the parts of a response whose links differ by address, or a template.
final class ResponseBlueprint: Sendable {
    private enum Content {
        case constant(RenderedResponse)
        case live(ResponseParts)
        case template(TemplatedResponse)
        case file(FileResponse)
        case proxy(ForwardingRoute)
    }

    let delay: DelayPlan
    let status: Int
    /// The responses to requests with preconditions that are false; nil for a response that ignores them.
    let conditional: ConditionalResponses?
    private let content: Content

    init(_ definition: ResponseDefinition, _ context: ResponseContext) {
        delay = DelayPlan(definition)
        status = definition.status
        conditional =
            definition.isConditional && (200...299).contains(definition.status)
            ? ConditionalResponses(definition, context) : nil
        if let failure = definition.failure {
            content = .constant(ResponseParts(definition.failed(failure), context).rendered(for: nil, isReused: true))
            return
        }
        if let proxy = definition.proxy {
            content = .proxy(ForwardingRoute(proxy: proxy, fields: definition.fields))
            return
        }
        if let raw = definition.raw {
            content = .constant(RenderedResponse(raw: raw))
            return
        }
        if let template = definition.template {
            content = .template(TemplatedResponse(definition, template, context))
            return
        }
        if case .file(let body) = definition.body {
            content = .file(FileResponse(definition, body, context))
            return
        }
        let parts = ResponseParts(definition, context)
        content =
            parts.hasLinks || conditional != nil ? .live(parts) : .constant(parts.rendered(for: nil, isReused: true))
    }

    /// The rendered response, if it is the same for all requests.
    @inline(__always)
    var constant: RenderedResponse? {
        guard case .constant(let message) = content else { return nil }
        return message
    }

    /// Whether the response depends on more than the address: on preconditions or a template, or its file is large.
    @inline(__always)
    var dependsOnRequest: Bool {
        switch content {
        case .constant: false
        case .live: conditional != nil
        case .template, .file, .proxy: true
        }
    }

    /// Whether the response to a request is 412 instead.
    func refuses(_ request: Request) -> Bool { conditional?.refuses(request) ?? false }

    /// Renders the response with its links under a base; nil leaves them as they are in the file.
    func rendered(for base: LinkBase?) -> RenderedResponse {
        switch content {
        case .constant(let message): message
        case .live(let parts): parts.rendered(for: base, isReused: true)
        case .template(let template): template.unrendered(for: base)
        case .file(let file): file.rendered(for: base)
        case .proxy: .empty
        }
    }

    /// The body file, whose responses are kept within a limit; nil for any other body.
    var file: FileResponse? {
        guard case .file(let file) = content else { return nil }
        return file
    }

    /// The server to which requests are forwarded; nil for most responses.
    var proxy: ForwardingRoute? {
        guard case .proxy(let proxy) = content else { return nil }
        return proxy
    }

    /// The template; nil if the response does not depend on the request.
    var template: TemplatedResponse? {
        guard case .template(let template) = content else { return nil }
        return template
    }
}

extension ResponseDefinition {
    /// The response instead of this one, which cannot be served.
    func failed(_ reason: String) -> ResponseDefinition {
        let field = HTTPField(name: .contentType, value: "text/plain;charset=utf-8")
        var response = ResponseDefinition(status: 500, fields: [field], body: .text(reason + "\n"))
        response.isMapping = isMapping
        return response
    }
}
