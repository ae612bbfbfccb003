internal import HAL

/// The responses of a server that differ from those in a scenario file, for requests that both have.
package struct RecordingDifferences: Sendable {
    /// One value that differs.
    package struct Difference: Sendable, Hashable {
        /// The place in the response: a JSON pointer (RFC 6901) without its first slash.
        package let path: String
        /// The value in the file; nil: it has none.
        package let expected: String?
        /// The value now; nil: there is none.
        package let actual: String?
    }

    /// An interaction of the file with other responses than now.
    package struct Interaction: Sendable, Hashable {
        package let name: String
        /// Its line in the file.
        package let line: Int
        package let differences: [Difference]
    }

    /// The interactions that differ, in the order of the recording.
    package private(set) var interactions: [Interaction] = []
    /// The number of interactions that the recording and the file have in common.
    package private(set) var compared = 0
    /// The number of interactions that the file does not have.
    package private(set) var unknown = 0

    /// Compares a scenario of new exchanges with a file.
    package init(_ scenario: GeneratedScenario, with existing: ExistingScenario) {
        let known = Dictionary(existing.interactions.map { (Self.request($0.content), $0) }) { first, _ in first }
        let alike = Dictionary(grouping: existing.interactions) { Self.withoutFields(Self.request($0.content)) }
        for draft in scenario.content["interactions"]?.array ?? [] {
            guard let new = draft.object else { continue }
            let request = Self.request(new)
            // Fewer requests may need fewer conditions on fields.
            let others = alike[Self.withoutFields(request)] ?? []
            guard let old = known[request] ?? (others.count == 1 ? others.first : nil) else {
                unknown += 1
                continue
            }
            compared += 1
            let differences = Self.differences(of: Self.responses(new), from: Self.responses(old.content))
            guard !differences.isEmpty else { continue }
            let name = new["name"]?.string ?? ""
            interactions.append(Interaction(name: name, line: old.line, differences: differences))
        }
    }

    /// The request, and the state in which it has the response.
    private static func request(_ interaction: JSONObject) -> JSONValue {
        guard case .object(var request) = comparable(interaction["request"] ?? .null) else { return .null }
        request["state"] = interaction["requiredScenarioState"]
        return .object(request)
    }

    private static func withoutFields(_ request: JSONValue) -> JSONValue {
        guard case .object(var object) = request else { return request }
        object.members.removeAll { $0.name == "headers" }
        return .object(object)
    }

    /// The responses without what depends on time and on the number of requests.
    private static func responses(_ interaction: JSONObject) -> [JSONValue] {
        let list = interaction["responses"]?.array ?? [interaction["response"] ?? [:]]
        return list.map { response in
            guard case .object(var object) = comparable(response) else { return response }
            object.members.removeAll { irrelevant.contains($0.name) }
            return .object(object)
        }
    }

    private static let irrelevant: Set<String> = ["times", "fixedDelayMilliseconds", "chunkedDribbleDelay"]

    /// The value with equal placeholders: their numbers depend on the order of the requests.
    private static func comparable(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool, .number: value
        case .string(let text): .string(Pseudonyms.withoutNumbers(text))
        case .array(let items): .array(items.map(comparable))
        case .object(let object):
            .object(JSONObject(object.members.map { .init($0.name, comparable($0.value)) }))
        }
    }

    /// The differences of each response that the file does not have from the one at its position there.
    private static func differences(of new: [JSONValue], from old: [JSONValue]) -> [Difference] {
        var found: [Difference] = []
        for (index, response) in new.enumerated() where !old.contains(response) {
            guard let counterpart = old.dropFirst(index).first ?? old.last else { continue }
            add(response, counterpart, [], &found)
        }
        return found
    }

    private static func add(_ new: JSONValue?, _ old: JSONValue?, _ path: [String], _ found: inout [Difference]) {
        guard new != old else { return }
        if let new = new?.object, let old = old?.object {
            let names = old.names + new.names.filter { old[$0] == nil }
            for name in names { add(new[name], old[name], path + [name], &found) }
        } else if let new = new?.array, let old = old?.array {
            for index in 0..<max(new.count, old.count) {
                add(new.dropFirst(index).first, old.dropFirst(index).first, path + ["\(index)"], &found)
            }
        } else {
            found.append(
                Difference(
                    path: String(JSONPointer.text(path).dropFirst()),
                    expected: old?.serialized(),
                    actual: new?.serialized()
                )
            )
        }
    }
}
