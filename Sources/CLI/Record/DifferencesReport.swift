import HAL
import Recordings

/// The lines about the responses that differ from those in a file.
struct DifferencesReport {
    /// The most values that are listed of an interaction, and the longest of them.
    private static let (mostValues, longestValue) = (20, 100)

    let text: String

    init(_ differences: RecordingDifferences, path: String) {
        let interactions = differences.interactions.map { interaction in
            let listed = interaction.differences.prefix(Self.mostValues).map { difference in
                "  \(difference.path.printable): \(Self.shown(difference.expected)), now \(Self.shown(difference.actual))\n"
            }
            let omitted = interaction.differences.count - listed.count
            return "\(path):\(interaction.line): \(interaction.name.printable)\n" + listed.joined()
                + (omitted > 0 ? "  … and \(omitted) more\n" : "")
        }
        let counts = [
            "\(IssueReport.count(differences.compared, "interaction")) compared",
            "\(differences.interactions.count) with other responses",
        ]
        let unknown = differences.unknown > 0 ? "; \(differences.unknown) not in the file" : ""
        text = interactions.joined() + counts.joined(separator: ", ") + unknown + "\n"
    }

    private static func shown(_ value: String?) -> String {
        guard let value else { return "nothing" }
        return (value.count > longestValue ? value.prefix(longestValue) + "…" : value).printable
    }
}
