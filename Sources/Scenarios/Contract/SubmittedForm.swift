import Documents
package import HAL

/// A HAL-FORMS template of an earlier resource, which the client finds, validates and submits itself.
package struct SubmittedForm: Sendable, Hashable {
    /// The key of a template that is not named.
    package static let defaultTemplate = "default"

    /// The key in `_templates`.
    package var template: String
    /// The step whose resource has the template; nil: the last successful one.
    package var step: String?
    /// The values by the names of their properties, in the order of the file.
    package var values: JSONObject

    package init(template: String = defaultTemplate, step: String? = nil, values: JSONObject = JSONObject()) {
        self.template = template
        self.step = step
        self.values = values
    }
}

extension SubmittedForm {
    static let templateKey = "template"

    fileprivate static let codec = ObjectCodec(
        "submit",
        "submit",
        SubmittedForm(),
        keys: [
            Key(
                templateKey,
                \.template,
                .text,
                default: defaultTemplate,
                "The key of the template in `_templates`.",
                example: "template: create, values: { name: Kiel }"
            ),
            Key(
                "from",
                \.step,
                .text,
                "The step whose resource has the template; by default the last successful one.",
                example: "template: create, from: first"
            ),
            Key(
                "values",
                .jsonObject,
                "The values, by property; the client adds those of the template.",
                example: "template: create, values: { name: Kiel, price: 2.890 }",
                set: { $0.values = $1.object ?? JSONObject() }
            ),
        ]
    )
}

extension Codec where Value == SubmittedForm {
    /// The key of a template, or an object.
    static let submittedForm = SubmittedForm.codec.orText { SubmittedForm(template: $0) }
}
