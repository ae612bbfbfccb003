internal import HAL
internal import Matching

/// A kind of content that requests to an operation may have.
struct RequestContentCase {
    /// A matcher for `Content-Type`; nil if it does not matter.
    var typeMatcher: JSONValue?
    /// Other keys of the request pattern.
    var keys = JSONObject()
    /// The `Content-Type` and the bytes of a request; nil without content.
    var sent: (type: String, bytes: [UInt8], value: JSONValue)?
    /// Whether requests with another content of this type are not matched.
    var isChecked = false

    /// The cases of an operation: first JSON that is valid by its schema, then the other media types.
    static func usual(of body: DescribedOperation.Body?, _ description: APIDescription) -> [RequestContentCase] {
        guard let body else { return [RequestContentCase()] }
        var others = body.contents
        var cases: [RequestContentCase] = []
        if let first = others.first, let checked = checked(first, isRequired: body.isRequired, description) {
            cases.append(checked)
            others.removeFirst()
        }
        guard let other = others.first else { return cases }
        var rest = RequestContentCase(sent: sent(other))
        if body.isRequired || !cases.isEmpty {
            let matchers = others.map { typeMatcher(of: $0) }
            if !matchers.contains(nil) {
                let known = matchers.compactMap(\.self)
                rest.typeMatcher = known.count == 1 ? known[0] : ["or": .array(known)]
            }
        }
        return cases + [rest]
    }

    /// The case of one example with a name; nil if no content has it.
    static func named(_ name: String, of body: DescribedOperation.Body?) -> RequestContentCase? {
        for content in body?.contents ?? [] {
            guard let example = content.examples.first(where: { $0.name == name }),
                let bytes = content.bytes(of: example.value)
            else { continue }
            var result = RequestContentCase(
                typeMatcher: typeMatcher(of: content),
                sent: (content.requestType, bytes, example.value)
            )
            result.addMatcher(of: example.value, in: content, bytes)
            return result
        }
        return nil
    }

    private mutating func addMatcher(of value: JSONValue, in content: DescribedContent, _ bytes: [UInt8]) {
        if content.isJSON {
            // A text needs quotes to be JSON.
            let expected: JSONValue = value.string == nil ? value : .string(value.serialized())
            keys["bodyPatterns"] = [["equalToJson": expected]]
        } else if content.essence == DescribedContent.form, let object = value.object {
            keys["formParameters"] = .object(
                JSONObject(
                    object.members.map {
                        .init($0.name, ["equalTo": .string($0.value.plainText)])
                    }
                )
            )
        } else if !content.isMultipart {
            keys["bodyPatterns"] = [["equalTo": .string(String(decoding: bytes, as: UTF8.self))]]
        }
    }

    /// JSON with a schema, and an example that is valid by it.
    private static func checked(
        _ content: DescribedContent,
        isRequired: Bool,
        _ description: APIDescription
    ) -> RequestContentCase? {
        guard content.isJSON, let node = content.schema, let sent = sent(content),
            let schema = RequestSchema.value(of: node, description), schema.object?.isEmpty == false
        else { return nil }
        guard (try? JSONSchema(schema))?.matches(sent.value) == true else {
            description.notes.add(
                "request bodies without an example that is valid by their schema: they are not matched"
            )
            return nil
        }
        let matcher: JSONValue = ["matchesJsonSchema": schema]
        let keys: JSONObject = ["bodyPatterns": isRequired ? [matcher] : [["or": [["absent": true], matcher]]]]
        return RequestContentCase(
            typeMatcher: isRequired ? typeMatcher(of: content) : nil,
            keys: keys,
            sent: sent,
            isChecked: true
        )
    }

    private static func sent(_ content: DescribedContent) -> (type: String, bytes: [UInt8], value: JSONValue)? {
        guard let value = content.examples.first?.value else { return (content.requestType, Array("-".utf8), "-") }
        let bytes = content.bytes(of: value) ?? Array(value.serialized().utf8)
        return bytes.isEmpty ? nil : (content.requestType, bytes, value)
    }

    /// Nil for all media types.
    private static func typeMatcher(of content: DescribedContent) -> JSONValue? {
        guard content.key != "*/*" else { return nil }
        let essence = content.key.hasSuffix("/*") ? String(content.key.dropLast()) : content.essence
        return ["contains": .string(essence)]
    }
}
