internal import HAL

/// Replaces URIs of the origins of a scenario by their paths, for servers that do not rewrite links.
struct RelativeLinks {
    private static let fields: Set = ["location", "content-location", "link"]

    let origins: [String]

    /// The field with paths, if it has links.
    func relative(_ field: FieldLine) -> FieldLine {
        guard Self.fields.contains(field.name.lowercased()) else { return field }
        let isLink = field.isNamed("Link")
        return FieldLine(
            field.name,
            origins.reduce(field.value) { value, origin in
                if isLink { return Self.replaced(value, "<" + origin, "<") }
                return Self.path(of: value, at: origin) ?? value
            }
        )
    }

    /// The JSON with paths in place of members `href` that begin with an origin; all other bytes remain.
    func relative(json bytes: [UInt8]) -> [UInt8] {
        guard !origins.isEmpty else { return bytes }
        var scanner = JSONScanner(bytes)
        var (result, copied, isTarget) = ([UInt8](), 0, false)
        do throws(JSONError) {
            while let event = try scanner.next() {
                if case .key(let key) = event {
                    isTarget = scanner.string(key) == "href"
                    continue
                }
                if case .string(let text) = event, isTarget {
                    let uri = String(decoding: bytes[text.range], as: UTF8.self)
                    if let path = origins.lazy.compactMap({ Self.path(of: uri, at: $0) }).first {
                        result += bytes[copied..<text.range.lowerBound] + Array(path.utf8)
                        copied = text.range.upperBound
                    }
                }
                isTarget = false
            }
        } catch {
            return bytes
        }
        return copied == 0 ? bytes : result + bytes[copied...]
    }

    /// Replaces the origins that follow a sign and end there, or before a path.
    private static func replaced(_ text: String, _ start: String, _ sign: String) -> String {
        var result = ""
        var rest = text[...]
        while let range = rest.firstRange(of: start) {
            result += rest[..<range.lowerBound] + sign
            let after = rest[range.upperBound...]
            switch after.first {
            case "/": break
            case ">", "?", "#", "{": result += "/"
            // Another host that begins like that.
            case _: result += start.dropFirst(sign.count)
            }
            rest = after
        }
        return result + rest
    }

    private static func path(of uri: String, at origin: String) -> String? {
        guard uri.hasPrefix(origin) else { return nil }
        let rest = uri.dropFirst(origin.count)
        switch rest.first {
        case "/": return String(rest)
        case nil, "?", "#", "{": return "/" + rest
        case _: return nil
        }
    }
}
