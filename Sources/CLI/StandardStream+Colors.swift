import UV

extension StandardStream {
    /// Whether to use colors: on a terminal, unless `NO_COLOR` is set (https://no-color.org).
    func hasColors(_ environment: (String) -> String? = CurrentProcess.variable) -> Bool {
        isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }
}
