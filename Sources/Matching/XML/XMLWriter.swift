/// Writes elements as the JDK's transformer does with an indentation of two spaces: children are on lines of their own,
/// unless there is only text.
struct XMLWriter {
    private var output = ""

    static func write(_ element: XMLElement) -> String {
        var writer = XMLWriter()
        writer.write(element, depth: 0)
        return writer.output + "\n"
    }

    private mutating func write(_ element: XMLElement, depth: Int) {
        output += "<\(element.name.qualified)"
        for namespace in element.namespaces {
            output += " xmlns\(namespace.prefix.map { ":\($0)" } ?? "")=\"\(Self.escaped(namespace.uri))\""
        }
        for attribute in element.attributes {
            output += " \(attribute.name.qualified)=\"\(Self.escaped(attribute.value, inAttribute: true))\""
        }
        guard !element.children.isEmpty else {
            output += "/>"
            return
        }
        output += ">"
        if element.children.count == 1, case .text(let text) = element.children[0] {
            output += Self.escaped(text)
        } else {
            for child in element.children {
                startLine(depth + 1)
                write(child, depth: depth + 1)
            }
            startLine(depth)
        }
        output += "</\(element.name.qualified)>"
    }

    private mutating func write(_ node: XMLNode, depth: Int) {
        switch node {
        case .element(let element): write(element, depth: depth)
        case .text(let text): output += Self.escaped(text.hasContent ? text : text.filter { !$0.isNewline })
        case .comment(let text): output += "<!--\(text)-->"
        case .instruction(let target, let data): output += "<?\(target)\(data.isEmpty ? "" : " ")\(data)?>"
        case .attribute: break
        }
    }

    private mutating func startLine(_ depth: Int) {
        output += "\n" + String(repeating: "  ", count: depth)
    }

    private static func escaped(_ text: String, inAttribute: Bool = false) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where inAttribute: escaped += "&quot;"
            case "\n" where inAttribute: escaped += "&#10;"
            case _: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

extension String {
    /// Whether the text is more than white space.
    fileprivate var hasContent: Bool { unicodeScalars.contains { $0 > " " } }
}
