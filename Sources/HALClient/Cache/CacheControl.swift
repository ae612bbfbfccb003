import HAL
import HTTPTypes

/// The directives of `Cache-Control` of a request or a response, RFC 9111 §5.2; unknown ones are ignored.
struct CacheControl: Sendable, Hashable {
    private(set) var noStore = false
    private(set) var noCache = false
    /// The fields to which a `no-cache` with a list applies.
    private(set) var noCacheFields: Set<HTTPField.Name> = []
    private(set) var onlyIfCached = false
    private(set) var mustRevalidate = false
    private(set) var isPublic = false
    private(set) var isPrivate = false
    /// Seconds; 0 if it is not a number, or if two values differ.
    private(set) var maxAge: Int?
    /// Seconds; `Int.max` if any age is acceptable.
    private(set) var maxStale: Int?
    private(set) var minFresh: Int?
    /// Seconds, RFC 5861 §3.
    private(set) var staleWhileRevalidate: Int?
    /// Seconds, RFC 5861 §4.
    private(set) var staleIfError: Int?
    private(set) var mustUnderstand = false
    /// RFC 8246.
    private(set) var isImmutable = false

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
        case "no-cache":
            noCacheFields.formUnion(Self.names(value))
            noCache = noCache || Self.names(value).isEmpty
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
        case "stale-while-revalidate": staleWhileRevalidate = Self.seconds(value)
        case "stale-if-error": staleIfError = Self.seconds(value)
        case "must-understand": mustUnderstand = true
        case "immutable": isImmutable = true
        case _: break
        }
    }

    /// The names of fields in a list.
    private static func names(_ list: String?) -> [HTTPField.Name] {
        (list ?? "").split(separator: ",").compactMap { HTTPField.Name(String($0.trimmingSpaces)) }
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
