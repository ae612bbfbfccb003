internal import HAL

/// A part of a template.
indirect enum TemplateNode: Sendable {
    case text(String)
    case output(TemplateExpression)
    case block(TemplateBlock)
}

/// What stands between `{{#…}}` and `{{/…}}`.
struct TemplateBlock: Sendable {
    let head: TemplateExpression
    /// What `as |…|` names.
    let names: [String]
    var body: [TemplateNode]
    /// After `{{else}}`.
    var inverse: [TemplateNode] = []
}

/// What has a value.
indirect enum TemplateExpression: Sendable {
    case literal(JSONValue)
    case path(TemplatePath)
    case call(TemplateCall)
    /// A literal that was worked out when the template was made.
    case jsonPath(JSONPath)
    case regularExpression(RegularExpression)
    case datePattern(DatePattern)
}

/// A helper with what it is given.
struct TemplateCall: Sendable {
    let helper: TemplateHelper
    var arguments: [TemplateExpression]
    var options: [String: TemplateExpression]
}

/// The way to a value in the model.
struct TemplatePath: Sendable, Hashable {
    /// How many `../` stand before it.
    var parents = 0
    /// Whether it begins with `@`.
    var isData = false
    /// None for `this`.
    var segments: [String] = []
}
