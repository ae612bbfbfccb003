import Contracts
import HAL

/// The command line of a run for its reports, with marks in place of secrets.
struct RunCommand {
    let text: String

    /// Quotes the arguments for a shell.
    init(_ arguments: some Sequence<String>) {
        var isSecret = false
        var words = ["hypermock"]
        for argument in arguments {
            words.append(Shell.quoted(isSecret ? Redaction.mark : Self.redacted(argument)))
            isSecret = argument.hasPrefix("-") && !argument.contains("=") && Redaction.hides(argument)
        }
        text = words.joined(separator: " ")
    }

    /// Redacts the values of options that are secret by their names, also in a command that is one argument, and the
    /// credentials of URLs.
    private static func redacted(_ argument: String) -> String {
        var isSecret = false
        let words: [Substring] = argument.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { (word: Substring) -> String in
            defer { isSecret = word.hasPrefix("-") && !word.contains("=") && Redaction.hides(String(word)) }
            if isSecret { return Redaction.mark }
            if let sign = word.firstIndex(of: "="), Redaction.hides(String(word[..<sign])) {
                return String(word[...sign]) + Redaction.mark
            }
            guard let scheme = word.firstRange(of: "://"), let end = word[scheme.upperBound...].firstIndex(of: "@"),
                !word[scheme.upperBound..<end].contains("/")
            else { return String(word) }
            return String(word[..<scheme.upperBound]) + Redaction.mark + String(word[end...])
        }.joined(separator: " ")
    }
}
