import Matching
import Messages
import Scenarios

/// The request that a template is rendered for, and its surroundings.
struct TemplateInput: Sendable {
    let request: Request
    let target: RequestTarget
    /// The base of live links.
    let base: LinkBase?
    /// The id of the request in the journal; nil if it is not known yet, or gets none.
    let journalID: Int?
    let machine: TemplateMachine
}

/// The sources of what templates show besides the request.
struct TemplateSources {
    let journal: Journal
    let machine: TemplateMachine

    func input(_ request: Request, _ target: RequestTarget, _ base: LinkBase?) -> TemplateInput {
        TemplateInput(request: request, target: target, base: base, journalID: journal.nextID, machine: machine)
    }
}
