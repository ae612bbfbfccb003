internal import Documents
internal import HAL

/// The number that a schema with bounds gets: 1 if it is allowed, else the nearest one to the lower bound.
struct SampleNumber {
    /// A bound of a schema, and whether the number may equal it.
    private struct Bound {
        var value: Double
        var isExclusive: Bool
    }

    let value: JSONNumber

    init(_ schema: Node, isInteger: Bool) {
        let low = Self.bound(schema["minimum"], schema["exclusiveMinimum"])
        let high = Self.bound(schema["maximum"], schema["exclusiveMaximum"])
        let multiple = Self.number(schema["multipleOf"]).flatMap { $0 > 0 ? $0 : nil }
        func isAllowed(_ number: Double) -> Bool {
            if let low, number < low.value || low.isExclusive && number == low.value { return false }
            if let high, number > high.value || high.isExclusive && number == high.value { return false }
            guard let multiple else { return true }
            let quotient = number / multiple
            return abs(quotient - quotient.rounded()) < 1e-9
        }
        let step = multiple ?? (isInteger ? 1 : nil)
        var candidates = [1.0, 0]
        if let step, let low {
            candidates += [(low.value / step).rounded(.up) * step, ((low.value / step).rounded(.down) + 1) * step]
        }
        if let step, let high {
            candidates += [(high.value / step).rounded(.down) * step, ((high.value / step).rounded(.up) - 1) * step]
        }
        if let step { candidates.append(step) }
        if let low, let high { candidates += [low.value, (low.value + high.value) / 2] }
        if let low { candidates += [low.value, low.value + 1] }
        if let high { candidates += [high.value, high.value - 1] }
        let chosen = candidates.first { $0.isFinite && isAllowed($0) && (!isInteger || $0 == $0.rounded()) }
        value = chosen.flatMap { JSONNumber($0) } ?? JSONNumber(1)
    }

    /// The bound of a keyword; beside it, the exclusive one is a boolean in version 3.0 and a number since then.
    private static func bound(_ inclusive: Node?, _ exclusive: Node?) -> Bound? {
        let own = number(inclusive)
        guard let other = number(exclusive) else {
            return own.map { Bound(value: $0, isExclusive: exclusive?.isTrue == true) }
        }
        return Bound(value: other, isExclusive: true)
    }

    private static func number(_ node: Node?) -> Double? {
        guard case .number(let number)? = node?.scalar?.resolved else { return nil }
        return number.double
    }
}
