internal import HAL
internal import URITemplates

/// Finds variables with which a URI template expands to an address.
///
/// The search is simple: literal texts are found from left to right, and a candidate counts only if its expansion is the
/// address, so that it may miss variables but never returns wrong ones.
struct TemplateMatch {
    private let template: URITemplate
    private let address: String

    /// The variables, as strings; nil if none are found.
    static func variables(of template: String, in address: String) -> JSONObject? {
        guard let template = try? URITemplate(template), template.hasExpressions else { return nil }
        let match = TemplateMatch(template: template, address: address)
        guard let found = match.candidate, !found.isEmpty else { return nil }
        let values = found.members.map { ($0.name, URITemplate.Value.string($0.value.string ?? "")) }
        let variables = URITemplate.Variables(Dictionary(values) { first, _ in first })
        return (try? template.expand(variables)) == address ? found : nil
    }

    /// The values that the address seems to have.
    private var candidate: JSONObject? {
        var rest = address[...]
        var found = JSONObject()
        let parts = Self.parts(of: template.text)
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let text):
                guard rest.hasPrefix(text) else { return nil }
                rest = rest.dropFirst(text.count)
            case .expression(let body):
                guard let value = Self.value(&rest, before: parts.dropFirst(index + 1).first, body) else { return nil }
                Self.add(value, of: body, to: &found)
            }
        }
        return rest.isEmpty ? found : nil
    }

    private enum Part {
        case literal(String)
        case expression(String)
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            parts.append(.expression(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        return parts
    }

    /// Takes the text of an expression: up to the next literal text, or the beginning of the next expression.
    private static func value(_ rest: inout Substring, before next: Part?, _ body: String) -> Substring? {
        var end = rest.endIndex
        switch next {
        case .literal(let text):
            guard let range = rest.firstRange(of: text) else { return nil }
            end = range.lowerBound
        case .expression(let following):
            if let first = following.first, "?&/#.;".contains(first), let index = rest.firstIndex(of: first) {
                end = index
            }
        case nil: break
        }
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    private static func add(_ value: Substring, of body: String, to found: inout JSONObject) {
        guard let symbol = body.first else { return }
        let isOperator = "+#./;?&".contains(symbol)
        let names = (isOperator ? body.dropFirst() : body[...]).split(separator: ",").map { name in
            String(name.prefix { $0 != "*" && $0 != ":" })
        }
        if isOperator, "?&;".contains(symbol) {
            let separator: Character = symbol == ";" ? ";" : "&"
            for pair in value.dropFirst().split(separator: separator) {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard names.contains(String(parts[0])) else { continue }
                found[String(parts[0])] = .string(parts.count > 1 ? PercentEncoding.decoded(parts[1]) : "")
            }
            return
        }
        let separator: Character = symbol == "/" || symbol == "." ? symbol : ","
        let text = isOperator && symbol != "+" ? value.dropFirst() : value
        guard !text.isEmpty else { return }
        let values = names.count == 1 ? [text] : text.split(separator: separator)
        for (name, value) in zip(names, values) { found[name] = .string(PercentEncoding.decoded(value)) }
    }
}
