/// A variable such as `${PORT}` in an argument, which a shell or Docker Compose should have replaced.
enum UnreplacedVariable {
    /// Returns the explanation for the first one in the arguments of a command that has failed; nil if there is none.
    static func hint(for arguments: [String]) -> String? {
        guard let variable = arguments.lazy.compactMap(variable).first else { return nil }
        return "'\(variable)' in the arguments or the environment was not replaced; a shell replaces variables outside "
            + "single quotes, other files do not"
    }

    private static func variable(in argument: String) -> String? {
        guard let start = argument.firstRange(of: "${") else { return nil }
        let name = argument[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !name.isEmpty, argument[name.endIndex...].hasPrefix("}") else { return nil }
        return "${\(name)}"
    }
}
