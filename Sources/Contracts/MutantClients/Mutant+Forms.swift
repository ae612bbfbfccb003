import HAL
import HALClient
import HTTPTypes
import Scenarios

extension Mutant {
    /// Faults in the submission of templates of HAL-FORMS.
    static let formFaults: [Mutant] = [
        Mutant("form-not-validated", "values are submitted without validation", validation: .none),
        Mutant("form-options-not-requested", "linked options are not requested", validation: .local),
        .sending("form-name-ignored", "the default template is submitted") { call, _ in
            guard case .submit(var form, let source) = call.target else { return }
            form.template = SubmittedForm.defaultTemplate
            call.target = .submit(form, fromCall: source)
        },
        .submitting("form-method-ignored", "every template is submitted with POST") { $0.method = .post },
        .submitting("form-target-ignored", "every template is submitted to its resource") { $0.target = $0.base },
        .submitting("form-type-ignored", "every template is submitted as JSON") { $0.isForm = false },
        .submitting("form-defaults-lost", "the values of the template are not submitted") { $0.values = $0.given },
        .submitting("form-query-kept", "the query of a target is kept") { $0.keepsQuery = true },
        .submitting("form-read-only-changed", "read-only values are submitted", ignoring: [.readOnly]) { _ in },
        .submitting("form-required-ignored", "required values may be missing", ignoring: [.required]) { _ in },
        .submitting("form-regex-ignored", "regular expressions are not checked", ignoring: [.regex]) { _ in },
        .submitting("form-range-ignored", "minimum and maximum are not checked", ignoring: [.min, .max]) { _ in },
        .submitting("form-options-ignored", "inline options are not checked", ignoring: [.options]) { _ in },
        .submitting("authorization-across-forms", "credentials are sent to templates at another origin") {
            $0.sendsCredentials = true
        },
    ]

    /// A fault in a submission, whose request this client makes itself; `ignored` are the rules that it does not check.
    private static func submitting(
        _ name: String,
        _ summary: String,
        ignoring ignored: Set<FormTemplate.Violation.Rule> = [],
        _ edit: @escaping @Sendable (inout FormRequest) -> Void
    ) -> Mutant {
        .sending(name, summary) { call, earlier in
            guard case .submit(let form, let source) = call.target, let page = earlier(source),
                var request = FormRequest(form, of: page, ignoring: ignored)
            else { return }
            edit(&request)
            request.apply(to: &call)
        }
    }
}

/// The request for a template, as a client makes it that knows the template but not the calls that led to it.
struct FormRequest {
    var method: HTTPRequest.Method
    /// The absolute URI of the template's resource.
    let base: String
    /// The absolute URI of the target.
    var target: String
    /// Whether the content has the type of HTML forms.
    var isForm: Bool
    /// The values of the step.
    let given: JSONObject
    /// The values to submit.
    var values: JSONObject
    var keepsQuery = false
    var sendsCredentials = false
    private let hasValuesInQuery: Bool

    /// Makes the request; nil if the template does not exist or links to options, or if values break a rule that is not
    /// ignored.
    init?(_ form: SubmittedForm, of page: ReportedOutcome, ignoring ignored: Set<FormTemplate.Violation.Rule>) {
        guard let body = page.body, let value = try? JSONValue(parsing: body), let resource = HALResource(value),
            let template = resource.template(form.template),
            let base = page.relations.first(where: { $0.name == "self" })?.target,
            !template.properties.contains(where: { $0.options?.link != nil }),
            template.violations(of: form.values).allSatisfy({ ignored.contains($0.rule) })
        else { return nil }
        self.base = base
        target = URIReference(template.target).resolved(against: URIReference(base)).description
        guard let method = HTTPRequest.Method(rawValue: template.method.rawValue) else { return nil }
        self.method = method
        hasValuesInQuery = template.method.hasValuesInQuery
        isForm = template.contentType.isForm
        given = form.values
        values = template.submission(of: form.values)
    }

    /// Replaces the submission by this request.
    func apply(to call: inout DriverCall) {
        call.request.method = method
        let isElsewhere = URIReference(target).authority != URIReference(base).authority
        if isElsewhere, !sendsCredentials {
            call.request.authorization = nil
            call.request.fields.removeAll { $0.name == .cookie }
        }
        if hasValuesInQuery, method != .post {
            var uri = URIReference(target)
            if !keepsQuery, !values.members.isEmpty { uri.query = encodedValues }
            call.target = .url(uri.description)
        } else {
            call.target = .url(target)
            call.request.contentType = isForm ? "application/x-www-form-urlencoded" : nil
            call.request.body = isForm ? .text(encodedValues) : .json(.object(values))
        }
    }

    private var encodedValues: String {
        FormEncoding.encode(
            values.members.flatMap { member in
                (member.value.array ?? [member.value]).map { (member.name, $0.formText ?? $0.serialized()) }
            }
        )
    }
}
