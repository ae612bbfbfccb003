import Scenarios

/// Explains a first argument that is not a command.
enum UnknownCommand {
    /// The names that other tools have for the commands.
    private static let synonyms = [
        "run": "serve", "start": "serve", "up": "serve", "mock": "serve", "check": "lint", "validate": "lint",
        "test": "verify", "health": "healthcheck",
    ]

    /// The message for a command line that begins with a word that is not in `commands`; nil when it is, or an option.
    static func refusal(of arguments: [String], commands: [String]) -> String? {
        guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
        guard word != "help", !commands.contains(word) else { return nil }
        return "error: '\(word)' is not a command; " + suggestion(for: arguments, word, commands)
    }

    private static func suggestion(for arguments: [String], _ word: String, _ commands: [String]) -> String {
        if let command = synonyms[word.lowercased()] { return Spelling.didYouMean("hypermock \(command)") }
        if let command = Spelling.nearest(to: word, among: commands) {
            return Spelling.didYouMean("hypermock \(command)")
        }
        if ScenarioSources.mayName(word) {
            return Spelling.didYouMean("hypermock serve " + arguments.joined(separator: " "))
        }
        return "commands are " + commands.joined(separator: ", ")
    }
}
