package import HAL

/// Equality of JSON values: numbers by value, members in any order, and leniency as WireMock's `equalToJson` has it.
package struct JSONComparison {
    /// Comparing stops, as unequal, after so many nodes.
    package static let maximumSteps = 4_000_000

    /// Arrays may hold their items in another order.
    package var ignoresArrayOrder = false
    /// The actual value may have more members and more items than the expected one.
    package var ignoresExtraElements = false
    /// What strings of the expected value stand for.
    var placeholders: [String: JSONPattern.Placeholder] = [:]
    private var stepsLeft = JSONComparison.maximumSteps

    package init(ignoresArrayOrder: Bool = false, ignoresExtraElements: Bool = false) {
        self.ignoresArrayOrder = ignoresArrayOrder
        self.ignoresExtraElements = ignoresExtraElements
    }

    /// Whether both are the same value.
    package static func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        JSONComparison().matches(expected: left, actual: right)
    }

    /// Whether the actual value is what is expected.
    package func matches(expected: JSONValue, actual: JSONValue) -> Bool {
        var comparison = self
        return comparison.compare(expected, actual) && comparison.stepsLeft > 0
    }

    private mutating func compare(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
        guard stepsLeft > 0 else { return false }
        stepsLeft -= 1
        if let placeholder = placeholder(expected) { return placeholder.matches(actual) }
        switch (expected, actual) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)):
            return left.literal == right.literal || DecimalValue(left) == DecimalValue(right)
        case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): return compare(left, right)
        case (.object(let left), .object(let right)): return compare(left, right)
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): return false
        }
    }

    private func placeholder(_ expected: JSONValue) -> JSONPattern.Placeholder? {
        guard !placeholders.isEmpty, case .string(let text) = expected else { return nil }
        return placeholders[text]
    }

    private mutating func compare(_ expected: JSONObject, _ actual: JSONObject) -> Bool {
        if placeholders.isEmpty, !ignoresExtraElements, expected.members.count != actual.members.count { return false }
        let values = Dictionary(actual.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        var found = 0
        for member in expected.members {
            guard let value = values[member.name] else {
                guard placeholder(member.value) == .ignoreElement else { return false }
                continue
            }
            guard compare(member.value, value) else { return false }
            found += 1
        }
        return ignoresExtraElements || found == actual.members.count
    }

    private mutating func compare(_ expected: [JSONValue], _ actual: [JSONValue]) -> Bool {
        guard ignoresExtraElements ? expected.count <= actual.count : expected.count == actual.count else {
            return false
        }
        if ignoresArrayOrder { return assigns(expected, actual) }
        for (left, right) in zip(expected, actual) {
            guard compare(left, right) else { return false }
        }
        return true
    }

    /// Whether each expected item finds an actual one of its own: a matching in the graph of equal pairs.
    private mutating func assigns(_ expected: [JSONValue], _ actual: [JSONValue]) -> Bool {
        var ownerOfActual = [Int?](repeating: nil, count: actual.count)
        for start in expected.indices {
            var cameFrom = [Int?](repeating: nil, count: actual.count)
            var queue = [start]
            var free: Int?
            var next = 0
            while free == nil, next < queue.count {
                let item = queue[next]
                next += 1
                for candidate in actual.indices
                where cameFrom[candidate] == nil && compare(expected[item], actual[candidate]) {
                    cameFrom[candidate] = item
                    guard let owner = ownerOfActual[candidate] else {
                        free = candidate
                        break
                    }
                    queue.append(owner)
                }
            }
            guard var place = free else { return false }
            while let item = cameFrom[place] {
                let previous = ownerOfActual.firstIndex(of: item)
                ownerOfActual[place] = item
                guard item != start, let previous else { break }
                place = previous
            }
        }
        return true
    }
}
