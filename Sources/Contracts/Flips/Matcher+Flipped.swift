import HAL
import Scenarios

extension Matcher {
    /// A matcher that does not take what this one takes.
    var flipped: Matcher {
        switch self {
        case .equalTo(let value, let isCaseInsensitive): .equalTo(value.changed, caseInsensitive: isCaseInsensitive)
        case .contains, .doesNotContain, .matches, .doesNotMatch, .absent, .equalToJSON, .equalToJSONPattern,
            .matchesJSONPath, .matchesJSONSchema, .binaryEqualTo, .number, .date, .matchesPathTemplate, .anything, .and,
            .or, .not:
            .not(self)
        }
    }
}

extension MultiValueMatcher {
    var changes: [Change<MultiValueMatcher>] {
        switch self {
        case .any(let matcher): [Change(.any(matcher.flipped))]
        case .hasExactly(let matchers):
            (matchers.changingEach { [Change($0.flipped)] } + [matchers.longer(by: .contains(""))]).map {
                $0.within("", Self.hasExactly)
            }
        case .includes(let matchers):
            matchers.changingEach { [Change($0.flipped)] }.map { $0.within("", Self.includes) }
        }
    }
}

extension [Named<MultiValueMatcher>] {
    /// Each matcher in turn changed.
    var changes: [Change<Self>] {
        changingEach({ $1.name }) { entry in entry.pattern.changes.map { $0.within("") { Named(entry.name, $0) } } }
    }
}

extension [Named<Matcher>] {
    /// Each matcher in turn changed.
    var changes: [Change<Self>] {
        changingEach({ $1.name }) { [Change(Named($0.name, $0.pattern.flipped))] }
    }
}

extension PartPattern {
    /// No part has such a name.
    fileprivate var changes: [Change<PartPattern>] {
        var changed = self
        changed.name = "~"
        return [Change(changed)]
    }
}

extension RequestPattern {
    /// Everything that the pattern says, in turn changed.
    var changes: [Change<RequestPattern>] {
        line + part("query", \.queryParameters, queryParameters.changes) + part("header", \.headers, headers.changes)
            + part("form", \.formParameters, formParameters.changes) + part("cookie", \.cookies, cookies.changes)
            + part("path parameter", \.pathParameters, pathParameters.changes)
            + part("body", \.bodyPatterns, bodyPatterns.changingEach { [Change($0.flipped)] })
            + part("multipart", \.multipartPatterns, multipartPatterns.changingEach { $0.changes })
            + part("credentials", \.basicAuth) { .init(username: $0.username.changed, password: $0.password) }
            + part("scheme", \.scheme) { $0.lowercased() == "http" ? "https" : "http" }
            + part("host", \.host, \.flipped) + part("port", \.port) { $0 + 1 }
    }

    private var line: [Change<RequestPattern>] {
        let methods: [Change<MethodPattern>] =
            switch method {
            case .any: []
            case .oneOf(let methods): [Change(.noneOf(methods))]
            case .noneOf(let methods): [Change(.oneOf(methods))]
            }
        // No target looks like that.
        return part("method", \.method, methods) + part("address", \.url, url == .any ? [] : [Change(.url("~"))])
    }

    /// Nothing where the pattern has none.
    private func part<Value>(
        _ place: String,
        _ path: WritableKeyPath<RequestPattern, Value?>,
        _ change: (Value) -> Value
    ) -> [Change<RequestPattern>] {
        self[keyPath: path].map { part(place, path, [Change<Value?>(change($0))]) } ?? []
    }

    private func part<Value>(
        _ place: String,
        _ path: WritableKeyPath<RequestPattern, Value>,
        _ changes: [Change<Value>]
    ) -> [Change<RequestPattern>] {
        changes.map { change in
            change.within(place) { value in
                var changed = self
                changed[keyPath: path] = value
                return changed
            }
        }
    }
}

extension JSONValue {
    /// Each scalar in the value in turn changed; an object gets a member that it has not, an array one more item.
    var changes: [Change<JSONValue>] { changes(at: "$") }

    private func changes(at path: String) -> [Change<JSONValue>] {
        switch self {
        case .null: [Change(path, false)]
        case .bool(let value): [Change(path, .bool(!value))]
        case .number(let number): [Change(path, .string(number.literal))]
        case .string(let text): [Change(path, .string(text.changed))]
        case .array(let items):
            items.enumerated().flatMap { index, item in
                item.changes(at: "\(path)[\(index)]").map { change in
                    var items = items
                    items[index] = change.value
                    return Change(change.place, .array(items))
                }
            } + [Change("\(path) with one more", .array(items + [.null]))]
        case .object(let object):
            object.members.enumerated().flatMap { index, member in
                member.value.changes(at: "\(path).\(member.name)").map { change in
                    var object = object
                    object.members[index].value = change.value
                    return Change(change.place, .object(object))
                }
            } + [Change("\(path) with one more", .object(JSONObject(object.members + [.init("~", .null)])))]
        }
    }
}
