import HAL
package import HALClient
import HTTPTypes
import Matching
package import Scenarios
import URITemplates

extension RequestOptions {
    /// Converts the request of a step.
    init(_ step: StepRequest) {
        self.init(timeouts: Timeouts(firstByte: nil, idle: nil, total: .milliseconds(step.timeoutMilliseconds)))
        deadline = step.deadlineMilliseconds.map { .milliseconds($0) }
        for field in step.fields { headers.append(field.name.rawName, field.value) }
        if let accept = step.accept { headers.set("Accept", accept) }
        if let language = step.acceptLanguage { headers.set("Accept-Language", language) }
        if let type = step.contentType, step.body == nil { headers.set("Content-Type", type) }
        authorization = step.authorization.flatMap { Authorization($0) }
        setConditions(of: step)
    }

    /// Sets the first condition as the precondition, of which the API accepts one, and the others as plain fields.
    private mutating func setConditions(of step: StepRequest) {
        let conditions: [(name: String, text: String?, make: (String) -> Precondition?)] = [
            ("If-Match", step.ifMatch, { .ifMatch($0) }),
            ("If-None-Match", step.ifNoneMatch, { .ifNoneMatch($0) }),
            ("If-Unmodified-Since", step.ifUnmodifiedSince, { HTTPDate($0).map { .ifUnmodifiedSince($0) } }),
            ("If-Modified-Since", step.ifModifiedSince, { HTTPDate($0).map { .ifModifiedSince($0) } }),
        ]
        for (name, text, make) in conditions {
            guard let text else { continue }
            guard precondition == nil, let made = make(text) else {
                headers.set(name, text)
                continue
            }
            precondition = made
        }
    }
}

extension RequestContent {
    /// The body of a step; nil when it has none.
    init?(_ step: StepRequest) {
        let type = step.contentType.flatMap { MediaType($0) }
        switch step.body {
        case .text(let text): self.init(Array(text.utf8), mediaType: type)
        case .json(let value): self = .json(value, mediaType: type ?? .json)
        case nil: return nil
        }
    }
}

extension Authorization {
    /// Converts the credentials of a step; nil if the step uses a session.
    package init?(_ step: StepAuthorization) {
        switch step {
        case .scheme(let scheme, let parameters):
            let values = Dictionary(parameters.map { ($0.name, $0.value) }) { _, last in last }
            self.init(scheme: scheme, parameters: values)
        case .basic(let credentials):
            self = .basic(user: credentials.username, password: credentials.password)
        case .bearer(let token):
            self = .bearer(token)
        case .oauth:
            return nil
        }
    }
}

extension URITemplate.Variables {
    /// Converts strings, numbers and booleans to text, arrays to lists and objects to maps; null is undefined.
    init(_ object: JSONObject) {
        self.init()
        for member in object.members { self[member.name] = URITemplate.Value(member.value) }
    }
}

extension URITemplate.Value {
    fileprivate init?(_ json: JSONValue) {
        switch json {
        case .null: return nil
        case .bool, .number, .string: self = .string(json.plainText)
        case .array(let elements): self = .list(elements.map(\.plainText))
        case .object(let object): self = .map(object.members.map { Pair($0.name, $0.value.plainText) })
        }
    }
}
