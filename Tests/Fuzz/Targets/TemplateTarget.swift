import URITemplates

/// URI templates: what is expanded is ASCII, and expanding in two steps gives the same as in one.
enum TemplateTarget {
    private static let some: URITemplate.Variables = ["a": "é/ %25", "list": ["1", "ö", ""], "empty": ""]
    private static let rest: URITemplate.Variables = [
        "b": "", "map": URITemplate.Value.map([.init("k ", "v"), .init("", "&")]),
    ]
    private static let all: URITemplate.Variables = [
        "a": "é/ %25", "list": ["1", "ö", ""], "empty": "", "b": "",
        "map": URITemplate.Value.map([.init("k ", "v"), .init("", "&")]),
    ]

    static func take(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let template = try? URITemplate(text) else { return }
        precondition(template.text == text)
        guard let expanded = try? template.expand(all) else { return }
        precondition(expanded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, expanded)
        // A partial expansion may refuse what it cannot express, but must not give something else.
        guard let partial = try? template.expand(partially: some) else { return }
        precondition((try? partial.expand(all)) == expanded, "\(partial.text) of \(text)")
    }
}
