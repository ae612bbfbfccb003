import Foundation
import Testing

/// What a page asks its reader to do, in the order of the page.
struct Tutorial {
    enum Step {
        /// A block behind a line that names a file and ends with a colon.
        case file(name: String, text: String)
        /// A command of a `console` block, and the lines that it prints; `…` stands for anything.
        case command(String, output: [Substring])
        /// A `sh` block.
        case script(String)
        /// A block that is only shown.
        case shown(language: String, text: String)
    }

    var steps: [Step]

    /// Reads a page of the package; with a section, only what is under that heading.
    init(page: String, section: String? = nil) throws {
        let text = try String(contentsOf: Tool.packageFolder.appending(path: page), encoding: .utf8)
        var steps: [Step] = []
        var isWanted = section == nil
        var prose: Substring = ""
        var block: (language: String, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```"), let (language, lines) = block {
                if isWanted { steps += Self.steps(language, lines, after: prose) }
                block = nil
            } else if line.hasPrefix("```") {
                block = (String(line.dropFirst(3)), [])
            } else if block != nil {
                block?.lines.append(line)
            } else if line.hasPrefix("#"), let section {
                isWanted = line.drop { $0 == "#" || $0 == " " } == section
            } else if !line.isEmpty {
                prose = line
            }
        }
        self.steps = steps
    }

    private static func steps(_ language: String, _ lines: [Substring], after prose: Substring) -> [Step] {
        let text = lines.map { $0 + "\n" }.joined()
        switch language {
        case "sh": return [.script(text)]
        case "console": return commands(lines)
        default:
            guard let name = prose.firstMatch(of: /.*`([^` ]+)`[^`]*:$/)?.output.1 else {
                return [.shown(language: language, text: text)]
            }
            return [.file(name: String(name), text: text)]
        }
    }

    private static func commands(_ lines: [Substring]) -> [Step] {
        var found: [(command: String, output: [Substring])] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                found.append((String(line.dropFirst(2)), []))
            } else if !found.isEmpty {
                found[found.count - 1].output.append(line)
            }
        }
        return found.map { .command($0.command, output: $0.output) }
    }
}
