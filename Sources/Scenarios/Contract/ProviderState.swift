package import Documents
package import HAL

/// A state of a provider that a Pact names: an address, and the requests that lead to the state.
package struct ProviderState: Sendable, Hashable {
    /// The maximum number of requests.
    package static let mostRequests = 1000
    /// The text between the names of states that an interaction needs together.
    package static let separator = ", "

    /// A request that changes the state of the address.
    package struct Change: Sendable, Hashable {
        package var method: String
        /// The path and the query below the address.
        package var target: String
        package var fields: [Named<String>]
        package var body: [UInt8]
        /// By how much the clock advances before the request.
        package var delayMilliseconds: Int

        package init(
            method: String,
            target: String,
            fields: [Named<String>] = [],
            body: [UInt8] = [],
            delayMilliseconds: Int = 0
        ) {
            self.method = method
            self.target = target
            self.fields = fields
            self.body = body
            self.delayMilliseconds = delayMilliseconds
        }
    }

    /// The address of the scenario, for example `/~orders`.
    package var address: String
    /// The title of the scenario and the name of the step, for people.
    package var scenario: String
    package var step: String
    package var changes: [Change]

    package init(address: String, scenario: String, step: String, changes: [Change] = []) {
        self.address = address
        self.scenario = scenario
        self.step = step
        self.changes = changes
    }

    /// The name of a state with these parameters, which distinguishes it from others with the same name.
    package static func name(_ name: String, _ parameters: JSONObject) -> String {
        // The parameters of an exported state say how it is entered; its name distinguishes it.
        guard !parameters.isEmpty, parameters[Key.address] == nil else { return name }
        return "\(name) \(JSONValue.object(parameters).serialized())"
    }

    /// The parameters of the state in a Pact.
    package var parameters: JSONObject {
        var object: JSONObject = [
            Key.address: .string(address), "scenario": .string(scenario), "step": .string(step),
        ]
        if !changes.isEmpty { object[Key.requests] = .array(changes.map { .object($0.json) }) }
        return object
    }

    /// The names of the parameters that a server reads.
    package enum Key {
        package static let address = "address"
        package static let requests = "requests"
        /// The milliseconds of a request's delay.
        package static let after = "after"
    }
}

extension ProviderState.Change {
    /// The request in the form of the admin API.
    fileprivate var json: JSONObject {
        var object = JSONObject()
        if delayMilliseconds > 0 { object[ProviderState.Key.after] = .number(JSONNumber(delayMilliseconds)) }
        object["method"] = .string(method)
        object["url"] = .string(target)
        if !fields.isEmpty {
            var headers = JSONObject()
            for field in fields {
                let lines = (headers[field.name]?.array ?? []) + [.string(field.pattern)]
                headers[field.name] = .array(lines)
            }
            object["headers"] = .object(headers)
        }
        guard !body.isEmpty else { return object }
        if let text = String(validating: body, as: UTF8.self) {
            object["body"] = .string(text)
        } else {
            object["bodyAsBase64"] = .string(Base64.encode(body))
        }
        return object
    }
}

extension Variant {
    /// `slug`, or `slug[GET,409]` with a matrix.
    package static func name(slug: String, values: [String]) -> String {
        values.isEmpty ? slug : "\(slug)[\(values.joined(separator: ","))]"
    }
}
