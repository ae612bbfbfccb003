import Matching

/// Regular expressions: an error has a place in the pattern, and more steps never change what few steps have found out.
///
/// The first line is the pattern, the rest the value.
enum PatternTarget {
    static func take(_ bytes: [UInt8]) {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let pattern = String(decoding: bytes[..<end], as: UTF8.self)
        let value = String(decoding: bytes[end...].dropFirst(), as: UTF8.self)
        for forSearching in [false, true] {
            do throws(InvalidPattern) {
                check(try RegularExpression(pattern, forSearching: forSearching), value)
            } catch {
                precondition((0...pattern.unicodeScalars.count).contains(error.offset ?? 0), "\(error)")
                precondition(!error.message.isEmpty)
            }
        }
    }

    private static func check(_ expression: RegularExpression, _ value: String) {
        let glance = expression.verdict(on: value, atMost: PatternSteps.glance)
        let usual = expression.verdict(on: value)
        if case .gaveUp = glance {} else { precondition(usual == glance, "\(glance), then \(usual)") }
        var budget = EvaluationBudget()
        let isMatch = expression.isMatch(value, budget: &budget)
        precondition(isMatch == nil || isMatch == expression.matches(value))
        // With machine code too, as long as it does not give up.
        for _ in 0..<10 {
            let again = expression.verdict(on: value)
            if case .gaveUp = again { continue }
            if case .gaveUp = usual { continue }
            precondition(again == usual, "\(usual), then \(again)")
        }
    }
}
