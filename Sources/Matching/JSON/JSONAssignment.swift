internal import HAL

/// Assigns an actual item to each expected item of an array, in any order.
///
/// Equal items are assigned by their digests. The rest, items with placeholders or of which the actual one may have
/// more members, is a matching in the graph of the pairs that match.
struct JSONAssignment {
    private let comparison: JSONComparison
    private let actual: [JSONValue]
    /// The places of actual items without an equal expected one.
    private var open: [Int] = []

    init(_ comparison: JSONComparison, _ actual: [JSONValue]) {
        self.comparison = comparison
        self.actual = actual
    }

    /// Whether each expected item has its own actual item; false if the budget is used up.
    mutating func assigns(_ expected: [JSONValue], _ budget: inout EvaluationBudget) -> Bool {
        guard let rest = takeEqual(expected, &budget) else { return false }
        guard !rest.isEmpty else { return true }
        let isExact = !comparison.ignoresExtraElements && comparison.placeholders.isEmpty
        guard !isExact, let candidates = candidates(for: rest, &budget) else { return false }
        return hasMatching(rest, candidates, &budget)
    }

    /// The expected items without an equal actual one; nil if the budget is used up.
    ///
    /// Assigning equal items first is safe: any other item that matches one of them matches the other as well.
    private mutating func takeEqual(_ expected: [JSONValue], _ budget: inout EvaluationBudget) -> [JSONValue]? {
        var places: [JSONDigest: [Int]] = [:]
        for (place, item) in actual.enumerated().reversed() {
            guard let digest = digest(item, &budget) else { return nil }
            places[digest, default: []].append(place)
        }
        var rest: [JSONValue] = []
        var isTaken = [Bool](repeating: false, count: actual.count)
        for item in expected {
            guard let digest = digest(item, &budget) else { return nil }
            guard !hasPlaceholder(item), let place = places[digest]?.popLast() else {
                rest.append(item)
                continue
            }
            isTaken[place] = true
        }
        open = actual.indices.filter { !isTaken[$0] }
        return rest
    }

    private func digest(_ item: JSONValue, _ budget: inout EvaluationBudget) -> JSONDigest? {
        JSONDigest(item, ignoresArrayOrder: true, budget: &budget)
    }

    private func hasPlaceholder(_ item: JSONValue) -> Bool {
        guard !comparison.placeholders.isEmpty else { return false }
        switch item {
        case .null, .bool, .number: return false
        case .string: return comparison.placeholder(item) != nil
        case .array(let items): return items.contains(where: hasPlaceholder)
        case .object(let object): return object.members.contains { hasPlaceholder($0.value) }
        }
    }

    // MARK: The rest

    private struct Trait: Hashable {
        let name: String
        let value: JSONDigest
    }

    /// The places that may match each item: for an object, those that share the rarest of its plain members.
    private func candidates(for items: [JSONValue], _ budget: inout EvaluationBudget) -> [[Int]]? {
        let names = Set(items.flatMap { $0.object?.members.filter { isPlain($0.value) }.map(\.name) ?? [] })
        var places: [Trait: [Int]] = [:]
        for place in open {
            for member in actual[place].object?.members ?? [] where names.contains(member.name) {
                guard isScalar(member.value) else { continue }
                guard let digest = digest(member.value, &budget) else { return nil }
                places[Trait(name: member.name, value: digest), default: []].append(place)
            }
        }
        var all: [[Int]] = []
        for item in items {
            var fitting = open
            for member in item.object?.members ?? [] where isPlain(member.value) {
                guard let digest = digest(member.value, &budget) else { return nil }
                let sharing = places[Trait(name: member.name, value: digest)] ?? []
                if sharing.count < fitting.count { fitting = sharing }
            }
            all.append(fitting)
        }
        return all
    }

    private func isPlain(_ value: JSONValue) -> Bool {
        isScalar(value) && comparison.placeholder(value) == nil
    }

    private func isScalar(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .number, .string: true
        case .array, .object: false
        }
    }

    /// Assigns a place to each item in turn; moves others along an augmenting path if necessary.
    private func hasMatching(_ items: [JSONValue], _ candidates: [[Int]], _ budget: inout EvaluationBudget) -> Bool {
        var owners = [Int?](repeating: nil, count: actual.count)
        var placeOfItem = [Int?](repeating: nil, count: items.count)
        for start in items.indices {
            var cameFrom: [Int: Int] = [:]
            var queue = [start]
            var free: Int?
            var next = 0
            while free == nil, next < queue.count {
                let item = queue[next]
                next += 1
                for place in candidates[item] where cameFrom[place] == nil {
                    guard budget.spend(1) else { return false }
                    guard comparison.compare(items[item], actual[place], &budget) else { continue }
                    cameFrom[place] = item
                    guard let owner = owners[place] else {
                        free = place
                        break
                    }
                    queue.append(owner)
                }
            }
            while let place = free, let item = cameFrom[place] {
                free = item == start ? nil : placeOfItem[item]
                owners[place] = item
                placeOfItem[item] = place
            }
            guard placeOfItem[start] != nil else { return false }
        }
        return true
    }
}
