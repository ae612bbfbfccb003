import Scenarios

/// What of an interaction and its scenario a response needs to be rendered.
struct ResponseContext {
    var interactionName: String?
    var origin: String?
    /// Whether only HEAD requests come here, so that the file may say the length of a body that it does not have.
    var answersOnlyHead = false
}

/// A response definition, worked out at load: either one message for all, or the parts of one whose links differ by address.
final class ResponseBlueprint {
    let delay: DelayPlan
    /// The message when nothing in it depends on the address.
    let constant: RenderedResponse?
    private let parts: ResponseParts?

    init(_ definition: ResponseDefinition, _ context: ResponseContext) {
        delay = DelayPlan(definition)
        if let raw = definition.raw {
            constant = RenderedResponse(status: 0, message: raw, headLength: 0, closes: true, isRaw: true)
            parts = nil
            return
        }
        let parts = ResponseParts(definition, context)
        constant = parts.hasLinks ? nil : parts.rendered(for: nil)
        self.parts = parts.hasLinks ? parts : nil
    }

    /// The message with its links under a base; nil: as the file has them.
    func rendered(for base: LinkBase?) -> RenderedResponse {
        constant ?? parts?.rendered(for: base) ?? RenderedResponse(status: 500, message: [], headLength: 0)
    }
}
