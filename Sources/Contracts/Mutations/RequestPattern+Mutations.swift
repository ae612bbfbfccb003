import HAL
import Scenarios

extension MultiValueMatcher {
    var mutations: [Mutation<MultiValueMatcher>] {
        switch self {
        case .any(let matcher): [Mutation(.any(matcher.flipped))]
        case .hasExactly(let matchers):
            (matchers.mutatingEach { [Mutation($0.flipped)] } + [matchers.longer(by: .contains(""))]).map {
                $0.lifted(into: Self.hasExactly)
            }
        case .includes(let matchers):
            matchers.mutatingEach { [Mutation($0.flipped)] }.map { $0.lifted(into: Self.includes) }
        }
    }
}

extension [Named<MultiValueMatcher>] {
    /// Each matcher in turn changed.
    var mutations: [Mutation<Self>] {
        mutatingEach(named: { $1.name }) { entry in entry.pattern.mutations.map { $0.lifted { Named(entry.name, $0) } }
        }
    }
}

extension [Named<Matcher>] {
    /// Each matcher in turn changed.
    var mutations: [Mutation<Self>] {
        mutatingEach(named: { $1.name }) { [Mutation(Named($0.name, $0.pattern.flipped))] }
    }
}

extension PartPattern {
    /// No part has such a name.
    fileprivate var mutations: [Mutation<PartPattern>] {
        var changed = self
        changed.name = "~"
        return [Mutation(changed)]
    }
}

extension RequestPattern {
    /// Everything that the pattern says, in turn changed.
    var mutations: [Mutation<RequestPattern>] {
        line + part("query", \.queryParameters, queryParameters.mutations)
            + part("header", \.headers, headers.mutations)
            + part("form", \.formParameters, formParameters.mutations) + part("cookie", \.cookies, cookies.mutations)
            + part("path parameter", \.pathParameters, pathParameters.mutations)
            + part("body", \.bodyPatterns, bodyPatterns.mutatingEach { [Mutation($0.flipped)] })
            + part("multipart", \.multipartPatterns, multipartPatterns.mutatingEach { $0.mutations })
            + part("credentials", \.basicAuth) { .init(username: $0.username.mutated, password: $0.password) }
            + part("scheme", \.scheme) { $0.lowercased() == "http" ? "https" : "http" }
            + part("host", \.host, \.flipped) + part("port", \.port) { $0 + 1 }
    }

    private var line: [Mutation<RequestPattern>] {
        let methods: [Mutation<MethodPattern>] =
            switch method {
            case .any: []
            case .oneOf(let methods): [Mutation(.noneOf(methods))]
            case .noneOf(let methods): [Mutation(.oneOf(methods))]
            }
        // No target looks like that.
        return part("method", \.method, methods) + part("address", \.url, url == .any ? [] : [Mutation(.url("~"))])
    }

    /// Nothing where the pattern has none.
    private func part<Value>(
        _ place: String,
        _ path: WritableKeyPath<RequestPattern, Value?>,
        _ change: (Value) -> Value
    ) -> [Mutation<RequestPattern>] {
        self[keyPath: path].map { part(place, path, [Mutation<Value?>(change($0))]) } ?? []
    }

    private func part<Value>(
        _ place: String,
        _ path: WritableKeyPath<RequestPattern, Value>,
        _ mutations: [Mutation<Value>]
    ) -> [Mutation<RequestPattern>] {
        mutations.map { change in
            change.lifted(at: place) { value in
                var changed = self
                changed[keyPath: path] = value
                return changed
            }
        }
    }
}

extension JSONValue {
    /// Each scalar in the value in turn changed; an object gets a member that it has not, an array one more item.
    var mutations: [Mutation<JSONValue>] { mutations(at: "$") }

    private func mutations(at path: String) -> [Mutation<JSONValue>] {
        switch self {
        case .null: [Mutation(path, false)]
        case .bool(let value): [Mutation(path, .bool(!value))]
        case .number(let number): [Mutation(path, .string(number.literal))]
        case .string(let text): [Mutation(path, .string(text.mutated))]
        case .array(let items):
            items.enumerated().flatMap { index, item in
                item.mutations(at: "\(path)[\(index)]").map { change in
                    var items = items
                    items[index] = change.value
                    return Mutation(change.place, .array(items))
                }
            } + [Mutation("\(path) with one more", .array(items + [.null]))]
        case .object(let object):
            object.members.enumerated().flatMap { index, member in
                member.value.mutations(at: "\(path).\(member.name)").map { change in
                    var object = object
                    object.members[index].value = change.value
                    return Mutation(change.place, .object(object))
                }
            } + [Mutation("\(path) with one more", .object(JSONObject(object.members + [.init("~", .null)])))]
        }
    }
}
