/// The placeholders of secrets: the same for each occurrence of a value, in the order of first use.
final class Pseudonyms {
    /// The beginning of all placeholders; a number follows.
    static let prefix = "REDACTED-"

    /// Values in the order of their placeholders.
    private(set) var secrets: [(value: String, placeholder: String)] = []
    /// Placeholders that a request contains before any response does: the client has the values from elsewhere.
    private var foreign: Set<String> = []
    /// Placeholders that a request or a response contains.
    private var known: Set<String> = []
    private var placeholders: [String: String] = [:]
    private var next: Int

    /// Makes a table; numbers begin after those of placeholders that the exchanges already contain.
    init(after greatest: Int = 0) {
        next = greatest + 1
    }

    /// The placeholder of a value; an empty one and a placeholder remain as they are.
    func placeholder(of value: String) -> String {
        guard !value.isEmpty, !Self.isPlaceholder(value) else { return value }
        if let known = placeholders[value] { return known }
        let placeholder = "\(Self.prefix)\(next)"
        next += 1
        placeholders[value] = placeholder
        secrets.append((value, placeholder))
        return placeholder
    }

    /// Notes where the placeholders in the texts of an exchange come from; exchanges must be in their order.
    func noteSources(in exchange: Exchange) {
        for text in exchange.request.texts {
            for placeholder in Self.placeholders(in: text) where known.insert(placeholder).inserted {
                foreign.insert(placeholder)
            }
        }
        for text in exchange.response.texts { known.formUnion(Self.placeholders(in: text)) }
    }

    /// Whether the text contains a placeholder of a value that the client has from elsewhere than a response.
    func hasForeign(in text: String) -> Bool {
        Self.placeholders(in: text).contains { foreign.contains($0) }
    }

    /// Whether the text contains a placeholder.
    static func isIn(_ text: String) -> Bool { text.contains(prefix) }

    /// Whether the text is a placeholder and nothing else.
    private static func isPlaceholder(_ text: String) -> Bool {
        text.hasPrefix(prefix) && placeholders(in: text) == [text]
    }

    /// The text with placeholders that are all equal.
    static func withoutNumbers(_ text: String) -> String {
        // The longest first: the number of one may begin that of another.
        placeholders(in: text).sorted { $0.count > $1.count }.reduce(text) { $0.replacing($1, with: prefix) }
    }

    /// The placeholders in a text, in its order.
    static func placeholders(in text: String) -> [String] {
        guard isIn(text) else { return [] }
        var found: [String] = []
        var rest = text[...]
        while let range = rest.firstRange(of: prefix) {
            let digits = rest[range.upperBound...].prefix { ("0"..."9").contains($0) }
            if !digits.isEmpty { found.append(prefix + digits) }
            rest = rest[digits.endIndex...]
        }
        return found
    }
}

extension Exchange.Request {
    /// The texts that may contain placeholders.
    fileprivate var texts: [String] {
        [url] + fields.map(\.value) + [String(validating: body, as: UTF8.self)].compactMap(\.self)
    }
}

extension Exchange.Response {
    /// The texts that may contain placeholders.
    fileprivate var texts: [String] {
        fields.map(\.value) + [String(validating: body, as: UTF8.self)].compactMap(\.self)
    }
}
