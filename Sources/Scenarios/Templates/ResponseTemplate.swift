/// The parts of a response that are templates.
package struct ResponseTemplate: Sendable {
    /// WireMock's name of what makes a response a template.
    static let transformer = "response-template"

    package var body: Template?
    /// By the position of the field.
    package var fields: [Int: Template] = [:]

    /// Whether no part has an expression in it, so that the response is always the same.
    var isEmpty: Bool { body == nil && fields.isEmpty }
}
