import HAL
import HTTPTypes
import URITemplates

/// The request that submits values to a template.
struct FormSubmission {
    private(set) var method = HTTPRequest.Method.get
    private(set) var target: Target
    private(set) var content: RequestContent?

    /// Makes a submission; one that is refused has a target that ends the call without a request.
    init<Page>(
        _ key: String,
        of page: Representation<Page>,
        _ values: JSONObject,
        _ validation: FormTemplate.Validation,
        _ choices: [String: [FormTemplate.Choice]] = [:]
    ) {
        guard let template = page.template(key) else {
            let path = DecodingFailure.path(names: "_templates", key)
            let failure = DecodingFailure(.missingTemplate, "the resource has no such template", path: path)
            target = Target(.missing(failure, in: page.response))
            return
        }
        let violations = validation == .none ? [] : template.violations(of: values, choices: choices)
        guard violations.isEmpty else {
            target = Target(.invalid(FormTemplate.InvalidValues(violations)))
            return
        }
        let submitted = template.submission(of: values)
        method = HTTPRequest.Method(template.method)
        var uri = URIReference(page.formTarget ?? template.target).resolved(against: URIReference(page.baseURI))
        if template.method.hasValuesInQuery {
            let items = submitted.formItems
            if !items.isEmpty { uri.query = FormEncoding.encode(items) }
        } else if template.contentType.isForm {
            content = .form(submitted.formItems)
        } else {
            content = .json(.object(submitted), mediaType: template.contentType)
        }
        target = Target(uri, in: page.response)
    }
}

extension HTTPRequest.Method {
    fileprivate init(_ method: FormTemplate.Method) {
        self =
            switch method {
            case .get: .get
            case .head: .head
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
    }
}

extension Representation {
    /// The item `_htarget` in the query of the representation's URI, which HAL-FORMS prefers to a template's target.
    fileprivate var formTarget: String? {
        let items = URIReference(response.url).query?.split(separator: "&") ?? []
        return items.first { $0.hasPrefix("_htarget=") }.map { item in
            PercentEncoding.decoded(item.dropFirst("_htarget=".count).replacing("+", with: " "))
        }
    }
}

extension JSONObject {
    /// The values as items of a form: an array repeats its name, and `null` is left out.
    fileprivate var formItems: [(name: String, value: String)] {
        members.flatMap { member in
            (member.value.array ?? [member.value]).compactMap { value in
                value.isNull ? nil : (member.name, value.formText ?? value.serialized())
            }
        }
    }
}
