import HAL
package import HALClient
import HTTPTypes
package import Scenarios
import URITemplates

extension RequestOptions {
    /// What a step asks for, as the client's own API takes it.
    init(_ step: StepRequest) {
        self.init(timeouts: Timeouts(firstByte: nil, idle: nil, total: .milliseconds(step.timeoutMilliseconds)))
        for field in step.fields { headers.append(field.name.rawName, field.value) }
        if let accept = step.accept { headers.set("Accept", accept) }
        if let language = step.acceptLanguage { headers.set("Accept-Language", language) }
        if let type = step.contentType, step.body == nil { headers.set("Content-Type", type) }
        authorization = step.authorization.flatMap { Authorization($0) }
        takeConditions(of: step)
    }

    /// The client's API takes one condition; a step that has several gets the others as plain fields.
    private mutating func takeConditions(of step: StepRequest) {
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

extension Content {
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
    /// The credentials that a step gives to the client; nil if a session has them.
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
    /// Strings, numbers and booleans by their text, arrays as lists, objects as maps; null is undefined.
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

extension JSONValue {
    fileprivate var plainText: String { string ?? serialized() }
}
