import Messages
import Scenarios

/// What of an interaction and its scenario a response needs to be rendered.
struct ResponseContext {
    var interactionName: String?
    /// The identifier of a mapping; nil for what is none.
    var interactionID: String?
    var origins = LinkOrigins()
    /// Whether only HEAD requests come here, so that the file may say the length of a body that it does not have.
    var answersOnlyHead = false
    /// Names parts of the path for templates.
    var pathTemplate: PathTemplate?
}

/// A response definition, worked out at load.
///
/// Either one message for all, or the parts of one whose links differ by address.
final class ResponseBlueprint: Sendable {
    private enum Content {
        case constant(RenderedResponse)
        case live(ResponseParts)
        case template(TemplatedResponse)
    }

    let delay: DelayPlan
    private let content: Content

    init(_ definition: ResponseDefinition, _ context: ResponseContext) {
        delay = DelayPlan(definition)
        if let raw = definition.raw {
            content = .constant(RenderedResponse(raw: raw))
            return
        }
        if let template = definition.template {
            content = .template(TemplatedResponse(definition, template, context))
            return
        }
        let parts = ResponseParts(definition, context)
        content = parts.hasLinks ? .live(parts) : .constant(parts.rendered(for: nil))
    }

    /// The message when nothing in it depends on the address.
    @inline(__always)
    var constant: RenderedResponse? {
        guard case .constant(let message) = content else { return nil }
        return message
    }

    /// The message with its links under a base; nil: as the file has them.
    func rendered(for base: LinkBase?) -> RenderedResponse {
        switch content {
        case .constant(let message): message
        case .live(let parts): parts.rendered(for: base)
        case .template(let template): template.unrendered(for: base)
        }
    }

    /// What is made anew for each request; nil: nothing is.
    var template: TemplatedResponse? {
        guard case .template(let template) = content else { return nil }
        return template
    }
}
