/// Writes XML 1.0, an element a line.
struct XMLText {
    private(set) var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    private var depth = 0

    mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
        line("<\(name)\(Self.written(attributes))>")
        depth += 1
    }

    mutating func close(_ name: String) {
        depth -= 1
        line("</\(name)>")
    }

    mutating func empty(_ name: String, _ attributes: [(String, String)] = []) {
        line("<\(name)\(Self.written(attributes))/>")
    }

    mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String) {
        line("<\(name)\(Self.written(attributes))>\(MarkupText.escaped(text))</\(name)>")
    }

    private mutating func line(_ line: String) {
        for _ in 0..<depth { text += "  " }
        text += line
        text += "\n"
    }

    private static func written(_ attributes: [(String, String)]) -> String {
        attributes.map { " \($0)=\"\(MarkupText.escaped($1, isAttribute: true))\"" }.joined()
    }
}
