internal import HAL
internal import URITemplates

/// Replaces secrets by their placeholders wherever they occur in a text, in all encodings in which they occur there.
///
/// Short values and numbers are too likely to mean something else, and are replaced only in the places of secrets.
struct SecretReplacement {
    /// Shorter values are not searched for.
    private static let shortest = 6
    /// Shorter values must not have a letter or a digit before or after them.
    private static let shortestWithin = 12

    private struct Needle {
        let bytes: [UInt8]
        let placeholder: [UInt8]
        let standsAlone: Bool
    }

    /// Needles by their first bytes, the longest first.
    private var needles: [UInt64: [Needle]] = [:]
    /// Whether a needle begins with these two bytes.
    private var beginnings = [Bool](repeating: false, count: 1 << 16)

    init(_ pseudonyms: Pseudonyms) {
        var seen: Set<[UInt8]> = []
        for (value, placeholder) in pseudonyms.secrets {
            guard value.utf8.count >= Self.shortest, !value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                continue
            }
            for form in Self.forms(of: value) where seen.insert(form).inserted {
                let needle = Needle(
                    bytes: form,
                    placeholder: Array(placeholder.utf8),
                    standsAlone: form.count < Self.shortestWithin
                )
                needles[Self.key(of: form, at: 0), default: []].append(needle)
                beginnings[Int(form[0]) << 8 | Int(form[1])] = true
            }
        }
        for key in needles.keys { needles[key]?.sort { $0.bytes.count > $1.bytes.count } }
    }

    /// The value as it is, percent-encoded in two ways, and as in a JSON string.
    private static func forms(of value: String) -> [[UInt8]] {
        let encoded = PercentEncoding.encode(value, keepingReserved: false)
        let json = JSONValue.string(value).serializedBytes().dropFirst().dropLast()
        return [
            Array(value.utf8), Array(encoded.utf8), Array(encoded.replacing("%20", with: "+").utf8), Array(json),
            Array(String(decoding: json, as: UTF8.self).replacing("/", with: "\\/").utf8),
        ]
    }

    private static func key(of bytes: [UInt8], at start: Int) -> UInt64 {
        bytes[start..<start + shortest].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The exchange without secrets.
    func replaced(_ exchange: Exchange) -> Exchange {
        guard !needles.isEmpty else { return exchange }
        var exchange = exchange
        exchange.request.url = replaced(exchange.request.url)
        exchange.request.fields = exchange.request.fields.map(replaced)
        exchange.request.body = replaced(exchange.request.body)
        exchange.response.fields = exchange.response.fields.map(replaced)
        exchange.response.body = replaced(exchange.response.body)
        return exchange
    }

    private func replaced(_ field: FieldLine) -> FieldLine {
        FieldLine(field.name, replaced(field.value))
    }

    private func replaced(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let result = replaced(bytes)
        return result == bytes ? text : String(decoding: result, as: UTF8.self)
    }

    private func replaced(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        var position = 0
        while position + Self.shortest <= bytes.count {
            guard beginnings[Int(bytes[position]) << 8 | Int(bytes[position + 1])],
                let needle = needles[Self.key(of: bytes, at: position)]?.first(where: { isAt(position, $0, bytes) })
            else {
                position += 1
                continue
            }
            result += bytes[copied..<position]
            result += needle.placeholder
            position += needle.bytes.count
            copied = position
        }
        return copied == 0 ? bytes : result + bytes[copied...]
    }

    private func isAt(_ position: Int, _ needle: Needle, _ bytes: [UInt8]) -> Bool {
        let end = position + needle.bytes.count
        guard end <= bytes.count, bytes[position..<end].elementsEqual(needle.bytes) else { return false }
        guard needle.standsAlone else { return true }
        let isOpen = position == 0 || !Self.isOfWord(bytes[position - 1])
        return isOpen && (end == bytes.count || !Self.isOfWord(bytes[end]))
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte.isUnreserved && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "~")
    }
}
