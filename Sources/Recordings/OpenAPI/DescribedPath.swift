internal import HAL
internal import URITemplates

/// A path of a description with its parameters in braces.
struct DescribedPath: Hashable {
    private enum Part: Hashable {
        case literal(String)
        case parameter(String)
    }

    private let parts: [Part]

    init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            parts.append(.literal(String(rest[..<open])))
            parts.append(.parameter(String(name)))
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.literal(String(rest)))
        self.parts = parts.filter { $0 != .literal("") }
    }

    /// The names of the parameters in their order, each once.
    var names: [String] {
        var names: [String] = []
        for case .parameter(let name) in parts where !names.contains(name) { names.append(name) }
        return names
    }

    /// The path without the names of its parameters.
    var shape: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .parameter: "{}"
            }
        }
        .joined()
    }

    /// The segments of a request's path; nil for those that vary.
    var segments: [String?] {
        let varying = "{}"
        return filled([:]) { _ in varying }.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.contains(varying) ? nil : String($0) }
    }

    /// The path as it is described.
    var text: String { filled([:], other: { "{\($0)}" }) }

    /// The path of a request, with the name of each parameter without a value.
    func concrete(_ values: [String: String]) -> String { filled(values) { $0.isEmpty ? "string" : Self.encoded($0) } }

    /// The path as a URI template: a variable for each parameter without a value.
    func template(_ values: [String: String]) -> String {
        filled(values) { name in "{\(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }.map(String.init).joined())}" }
    }

    /// The key of a request pattern for requests with these values.
    func pattern(_ values: [String: String]) -> (key: String, value: String) {
        let open = names.filter { values[$0] == nil }
        let whole = filled(values) { "{\($0)}" }
        let segments = whole.split(separator: "/", omittingEmptySubsequences: false)
        guard !segments.contains("*"), !segments.contains("**") else { return ("urlPathPattern", expression(values)) }
        if open.isEmpty, !whole.contains("{") { return ("urlPath", whole) }
        let placeholders = open.map { "{\($0)}" }
        let variables = segments.filter { $0.contains("{") || $0.contains("}") }.map(String.init)
        let isTemplate = variables.sorted() == placeholders.sorted() && !open.contains { $0.isEmpty }
        return isTemplate ? ("urlPathTemplate", whole) : ("urlPathPattern", expression(values))
    }

    private func expression(_ values: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): RegularExpressionText.escaped(Self.literal(text)).replacing("\\/", with: "/")
            case .parameter(let name):
                values[name].map { RegularExpressionText.escaped(Self.encoded($0)) } ?? "[^/]+"
            }
        }
        .joined()
    }

    private func filled(_ values: [String: String], other: (String) -> String) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): Self.literal(text)
            case .parameter(let name): values[name].map(Self.encoded) ?? other(name)
            }
        }
        .joined()
    }

    private static func literal(_ text: String) -> String { PercentEncoding.encode(text, keepingReserved: true) }
    private static func encoded(_ text: String) -> String { PercentEncoding.encode(text, keepingReserved: false) }
}
