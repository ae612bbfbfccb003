import HAL
import HTTPTypes

/// The directives of `Cache-Control` of a request or a response, RFC 9111 §5.2; unknown ones are ignored.
struct CacheControl: Sendable, Hashable {
    private(set) var noStore = false
    private(set) var noCache = false
    private(set) var onlyIfCached = false
    private(set) var mustRevalidate = false
    private(set) var isPublic = false
    private(set) var isPrivate = false
    /// Seconds; 0 if it is not a number, or if two values differ.
    private(set) var maxAge: Int?
    /// Seconds; `Int.max` if any age is acceptable.
    private(set) var maxStale: Int?
    private(set) var minFresh: Int?

    init(_ fields: HTTPFields) {
        let values = fields[values: .cacheControl]
        for value in values {
            for directive in Self.directives(in: value) { take(directive.name, directive.value) }
        }
        // HTTP/1.0, RFC 9111 §5.4.
        let pragma = values.isEmpty ? HTTPField.Name("Pragma").map { fields[values: $0] } : nil
        if pragma?.contains(where: { $0.lowercased().contains("no-cache") }) == true { noCache = true }
    }

    private mutating func take(_ name: String, _ value: String?) {
        switch name {
        case "no-store": noStore = true
        // With a list of fields it applies only to these; revalidation is always allowed.
        case "no-cache": noCache = true
        case "only-if-cached": onlyIfCached = true
        case "must-revalidate": mustRevalidate = true
        case "public": isPublic = true
        // With a list of fields it applies only to these; storing the whole response as private is always allowed.
        case "private": isPrivate = true
        case "max-age":
            let seconds = Self.seconds(value) ?? 0
            maxAge = maxAge.map { $0 == seconds ? seconds : 0 } ?? seconds
        case "max-stale": maxStale = value == nil ? Int.max : Self.seconds(value) ?? 0
        case "min-fresh": minFresh = Self.seconds(value) ?? Int.max
        case _: break
        }
    }

    /// Reads digits; values above 2³¹ are clamped, RFC 9111 §1.2.2.
    static func seconds(_ text: String?) -> Int? {
        guard let text, !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return min(Int(text) ?? 1 << 31, 1 << 31)
    }

    /// The elements of a list of directives; a comma within quotes is not a separator.
    private static func directives(in text: String) -> [(name: String, value: String?)] {
        var elements: [String] = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                elements.append("")
            } else {
                elements[elements.count - 1].append(character)
            }
        }
        return elements.map { String($0.trimmingSpaces) }.filter { !$0.isEmpty }.map { element in
            let parts = element.split(separator: "=", maxSplits: 1).map { String($0.trimmingSpaces) }
            let value = parts.count > 1 ? parts[1].replacing("\"", with: "") : nil
            return (parts.first?.lowercased() ?? "", value)
        }
    }
}
