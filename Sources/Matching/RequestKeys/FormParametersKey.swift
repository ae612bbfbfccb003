import Documents

/// `formParameters`: the fields of a URL-encoded form.
struct FormParametersKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "formParameters",
            \.formParameters,
            Codec.multiValueMatcher.named(),
            default: [],
            "Matchers for the fields of a URL-encoded form, by name.",
            example: "formParameters: { amount: '5' }"
        )
    ]
    static let synonyms = ["form": "formParameters"]
    static let part = RequestPart.parameters

    let field: Named<MultiValueMatcher>

    static func forEach(in pattern: RequestPattern, _ visit: (FormParametersKey) -> Void) {
        for field in pattern.formParameters { visit(FormParametersKey(field: field)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "form", \.formParameters, pattern.formParameters.mutations)
    }

    var readsBody: Bool { true }

    /// A form with too many fields matches nothing.
    func holds(for request: DecodedRequest) -> Bool {
        request.formValues(field.name).map { request.matches(field.pattern, $0) } ?? false
    }

    func cost(on request: DecodedRequest) -> Int {
        1 + (request.form?.count ?? 0) + field.pattern.cost(on: request.formValues(field.name) ?? [])
    }

    func check(in context: CheckContext) -> FieldCheck? {
        guard context.examinesBody else { return nil }
        let values = context.request.formValues(field.name)
        let hint = values == nil ? "the form has more than \(DecodedRequest.maximumFormFields) fields" : nil
        return context.check("form \(field.name)", field.pattern, values ?? [], hint: hint, holds: holds)
    }
}
