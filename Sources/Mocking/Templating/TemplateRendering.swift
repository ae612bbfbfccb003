import Scenarios

/// The rendering of the templates of one response.
struct TemplateRendering {
    let root: TemplateValue
    /// In milliseconds since 1970.
    let now: Int64
    let machine: TemplateMachine
    var allowance: TemplateAllowance
    var generator: any RandomNumberGenerator

    /// - Throws: ``TemplateFailure`` if the allowance of the response is used up.
    mutating func text(of template: Template) throws(TemplateFailure) -> String {
        try template.render(root, now: now, machine: machine, allowance: &allowance, generator: &generator)
    }
}
