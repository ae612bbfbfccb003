/// A line that GitHub Actions turns into an annotation.
///
/// See https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
package struct WorkflowCommand {
    private let text: String

    /// - Parameters:
    ///   - name: `error`, `warning` or `notice`.
    ///   - properties: `file`, `line`, `col`, `title`.
    ///   - message: One line or several.
    package init(_ name: String, _ properties: [(String, String)], _ message: String) {
        let written = properties.map { "\($0)=\(Self.escaped($1, isProperty: true))" }.joined(separator: ",")
        text = "::\(name)\(written.isEmpty ? "" : " \(written)")::\(Self.escaped(message))\n"
    }

    /// The line with its end.
    package var line: String { text }

    private static func escaped(_ text: String, isProperty: Bool = false) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            case ":" where isProperty: escaped += "%3A"
            case "," where isProperty: escaped += "%2C"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
