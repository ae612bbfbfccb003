/// Arguments in which a negative number is the value of the option before it.
///
/// The parser takes `-1` for an option of its own, and says that the value is missing: `--port=-1` gets the message that
/// names the range.
enum NegativeNumbers {
    /// Joins options and the negative numbers behind them: `--port -1` is `--port=-1`.
    static func joined(_ arguments: [String]) -> [String] {
        var joined: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument != "--" else { return joined + [argument] + rest }
            let isOption = argument.hasPrefix("--") && !argument.contains("=")
            guard isOption, let next = rest.first, isNegative(next) else {
                joined.append(argument)
                continue
            }
            rest.removeFirst()
            joined.append("\(argument)=\(next)")
        }
        return joined
    }

    private static func isNegative(_ text: String) -> Bool {
        text.hasPrefix("-") && Double(text) != nil
    }
}
