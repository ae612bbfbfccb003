package import HAL

/// A digest of a JSON value, the same for equal values: numbers by value, members in any order.
///
/// Two seeded hashes of 64 bits each, so that different values do not have the same digest, neither by accident nor
/// on purpose.
package struct JSONDigest: Hashable, Sendable {
    /// The kind of a value, so that `0`, `false` and `null` differ.
    private enum Kind {
        case null, bool, integer, decimal, string, item, array, member, object
    }

    private var low: Int
    private var high: Int

    /// Makes a digest of a value that is small enough.
    package init(_ value: JSONValue) {
        var budget = EvaluationBudget(steps: .max)
        self = JSONDigest(value, budget: &budget) ?? JSONDigest()
    }

    /// Makes a digest, optionally the same for arrays with another order of items, at any depth; nil if the
    /// budget is used up.
    init?(_ value: JSONValue, ignoresArrayOrder: Bool = false, budget: inout EvaluationBudget) {
        self.init()
        guard budget.spend(2) else { return nil }
        switch value {
        case .null: combine(.null, 0)
        case .bool(let value): combine(.bool, value)
        case .number(let number): guard combine(number, &budget) else { return nil }
        case .string(let text):
            budget.spend(bytes: text.utf8.count)
            combine(.string, Array(text.utf8))
        case .array(let items):
            for item in items {
                guard let digest = Self(item, ignoresArrayOrder: ignoresArrayOrder, budget: &budget) else { return nil }
                if ignoresArrayOrder { add(digest) } else { combine(.item, digest) }
            }
            combine(.array, items.count)
        case .object(let object):
            guard combine(object, ignoresArrayOrder, &budget) else { return nil }
        }
    }

    private init() {
        (low, high) = (0, 1)
    }

    private mutating func combine(_ kind: Kind, _ part: some Hashable) {
        low = Self.hash(low, kind, part)
        high = Self.hash(high, kind, part)
    }

    private static func hash(_ seed: Int, _ kind: Kind, _ part: some Hashable) -> Int {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(kind)
        hasher.combine(part)
        return hasher.finalize()
    }

    /// Adds another digest, independent of the order.
    private mutating func add(_ other: JSONDigest) {
        low &+= other.low
        high &+= other.high
    }

    private mutating func combine(_ number: JSONNumber, _ budget: inout EvaluationBudget) -> Bool {
        if let integer = number.int {
            combine(.integer, integer)
            return true
        }
        guard let decimal = DecimalValue(number, budget: &budget) else { return false }
        combine(.decimal, decimal)
        return true
    }

    /// Of several members with one name, the first one counts.
    private mutating func combine(
        _ object: JSONObject,
        _ ignoresArrayOrder: Bool,
        _ budget: inout EvaluationBudget
    ) -> Bool {
        var names: Set<ExactText> = []
        for member in object.members where names.insert(ExactText(member.name)).inserted {
            guard var digest = Self(member.value, ignoresArrayOrder: ignoresArrayOrder, budget: &budget) else {
                return false
            }
            digest.combine(.member, ExactText(member.name))
            add(digest)
        }
        combine(.object, names.count)
        return budget.spend(bytes: 16 * object.members.count)
    }
}
