import HAL
import HTTPTypes
import Scenarios
import URITemplates

/// Finds the links in responses that are rewritten to the live address.
struct LinkFinder {
    private let origins: LinkOrigins

    init(_ origins: LinkOrigins) {
        self.origins = origins
    }

    /// The `href` of each link, the `location` of each element of an array `_embedded`, and the `target` of each template of
    /// HAL-FORMS; empty for invalid JSON.
    func links(inJSON bytes: [UInt8]) -> [LinkRange] {
        var walk = HALTargets(bytes)
        return (walk.ranges() ?? []).compactMap { link(at: $0.range, in: bytes, isEscaped: $0.isEscaped) }
    }

    /// The targets of `Location`, `Content-Location` and `Link`; empty for other fields.
    func links(inField name: HTTPField.Name, _ value: [UInt8]) -> [LinkRange] {
        let ranges: [Range<Int>] =
            switch name {
            case .location, .contentLocation: [value.indices]
            case HTTPField.Name("Link"): LinkField.targets(value)
            case _: []
            }
        return ranges.compactMap { link(at: $0, in: value, isEscaped: false) }
    }

    private func link(at range: Range<Int>, in bytes: [UInt8], isEscaped: Bool) -> LinkRange? {
        let text = EscapedTarget(bytes: bytes, range: range, isEscaped: isEscaped)
        if let length = Self.length(of: origins.own, at: text) {
            return LinkRange(offset: range.lowerBound, replaced: length)
        }
        if let length = Self.length(of: origins.other, at: text) {
            let place = origins.crossesPorts ? LinkRange.Place.otherPort : .otherName
            return LinkRange(offset: range.lowerBound, replaced: length, place: place)
        }
        return pathAbsoluteLink(at: range, in: bytes, isEscaped: isEscaped)
    }

    /// The length of the origin at the beginning of the target; nil if the target has another origin.
    private static func length(of origin: [UInt8]?, at text: EscapedTarget) -> Int? {
        guard let origin else { return nil }
        var text = text
        for byte in origin {
            guard text.next() == byte else { return nil }
        }
        let end = text.position
        guard let next = text.next() else { return end - text.range.lowerBound }
        return [UInt8]("/?#{".utf8).contains(next) ? end - text.range.lowerBound : nil
    }

    private func pathAbsoluteLink(at range: Range<Int>, in bytes: [UInt8], isEscaped: Bool) -> LinkRange? {
        var text = EscapedTarget(bytes: bytes, range: range, isEscaped: isEscaped)
        if let root = origins.root {
            return Self.length(of: root, at: text).map { LinkRange(offset: range.lowerBound, replaced: $0) }
        }
        guard text.next() == UInt8(ascii: "/"), text.next() != UInt8(ascii: "/") else { return nil }
        return LinkRange(offset: range.lowerBound, replaced: 0)
    }
}

/// The origins whose links a scenario rewrites, each without a trailing slash.
struct LinkOrigins {
    /// Links with this origin are rewritten to the live address; nil: only path-absolute targets are.
    let own: [UInt8]?
    /// Links with this origin are rewritten to the server's other loopback name, or to its other port.
    let other: [UInt8]?
    /// Whether `other` is another port of the same host.
    let crossesPorts: Bool
    /// The path that `own` ends with; only path-absolute targets below it are links then.
    let root: [UInt8]?

    /// The origins of a scenario.
    init(of scenario: Scenario) {
        self.init(scenario.origin, other: scenario.otherOrigin, crossesPorts: scenario.crossesPorts)
    }

    init(_ own: String? = nil, other: String? = nil, crossesPorts: Bool = false, root: String = "") {
        self.root = root.isEmpty ? nil : Array(root.utf8)
        self.own = Self.bytes(own)
        self.other = Self.bytes(other)
        self.crossesPorts = crossesPorts
    }

    private static func bytes(_ origin: String?) -> [UInt8]? {
        var bytes = origin.map { Array($0.utf8) }
        while bytes?.last == UInt8(ascii: "/") { bytes?.removeLast() }
        return bytes?.isEmpty == true ? nil : bytes
    }
}

/// Parses the field `Link` (RFC 8288 §3).
enum LinkField {
    /// The ranges between `<` and `>`, outside of quoted strings.
    static func targets(_ value: [UInt8]) -> [Range<Int>] {
        var targets: [Range<Int>] = []
        var index = 0
        while index < value.count {
            switch value[index] {
            case UInt8(ascii: "\""):
                index = endOfQuotedString(value, from: index + 1)
            case UInt8(ascii: "<"):
                guard let end = value[index...].firstIndex(of: UInt8(ascii: ">")) else { return targets }
                targets.append((index + 1)..<end)
                index = end + 1
            case _:
                index += 1
            }
        }
        return targets
    }

    private static func endOfQuotedString(_ value: [UInt8], from start: Int) -> Int {
        var index = start
        while index < value.count, value[index] != UInt8(ascii: "\"") {
            index += value[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1
    }
}

/// Reads the ASCII characters of a target, unescaping those of a JSON string (RFC 8259 §7).
struct EscapedTarget {
    let bytes: [UInt8]
    let range: Range<Int>
    let isEscaped: Bool
    /// The offset of the next character.
    private(set) var position: Int

    init(bytes: [UInt8], range: Range<Int>, isEscaped: Bool) {
        self.bytes = bytes
        self.range = range
        self.isEscaped = isEscaped
        position = range.lowerBound
    }

    /// Returns the next character: nil at the end, 0 for a character that no origin contains.
    mutating func next() -> UInt8? {
        guard position < range.upperBound else { return nil }
        let byte = bytes[position]
        position += 1
        guard isEscaped, byte == UInt8(ascii: "\\"), position < range.upperBound else { return byte }
        let escape = bytes[position]
        position += 1
        guard escape == UInt8(ascii: "u") else { return escape == UInt8(ascii: "/") ? escape : 0 }
        let digits = bytes[position..<min(position + 4, range.upperBound)]
        position = digits.endIndex
        return digits.reduce(UInt16(0)) { $0 << 4 | UInt16($1.hexValue ?? 0) }.asASCII
    }
}

extension UInt16 {
    fileprivate var asASCII: UInt8 { self < 128 ? UInt8(self) : 0 }
}
