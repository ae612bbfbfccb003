/// A charset that bodies of JSON are converted from; JSON itself is UTF-8, RFC 8259 §8.1.
enum Charset: Sendable, Hashable {
    case utf8
    case latin1
    case latin9
    case windows1252
    case utf16(isBigEndian: Bool)
    case utf32(isBigEndian: Bool)

    /// The charset of a JSON text and the length of its byte order mark, which takes precedence over the declaration.
    ///
    /// Without either, the zero bytes beside the first character reveal UTF-16 and UTF-32; a JSON text in another charset has
    /// none. An unknown name means UTF-8.
    static func detected(in body: [UInt8], declared name: String?) -> (charset: Charset, markLength: Int) {
        for (mark, charset) in marks where body.starts(with: mark) { return (charset, mark.count) }
        if let name, let charset = named(name) { return (charset, 0) }
        let start = Array(body.prefix(4)).map { $0 == 0 }
        switch start {
        case [true, true, true, false]: return (.utf32(isBigEndian: true), 0)
        case [false, true, true, true]: return (.utf32(isBigEndian: false), 0)
        case _ where start.starts(with: [true, false]): return (.utf16(isBigEndian: true), 0)
        case _ where start.starts(with: [false, true]): return (.utf16(isBigEndian: false), 0)
        case _: return (.utf8, 0)
        }
    }

    /// Whether a name is that of a charset which is supported.
    static func supports(_ name: String) -> Bool {
        named(name) != nil || ["utf-16", "utf-32"].contains(name)
    }

    /// The longer marks first: that of UTF-32 begins with that of UTF-16.
    private static let marks: [([UInt8], Charset)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .utf32(isBigEndian: false)),
        ([0, 0, 0xFE, 0xFF], .utf32(isBigEndian: true)), ([0xFF, 0xFE], .utf16(isBigEndian: false)),
        ([0xFE, 0xFF], .utf16(isBigEndian: true)),
    ]

    /// The charset of a name in lower case; nil if it is unknown, or leaves the byte order to the text.
    private static func named(_ name: String) -> Charset? {
        switch name {
        case "utf-8", "utf8", "us-ascii", "ascii": .utf8
        case "iso-8859-1", "latin1": .latin1
        case "iso-8859-15", "latin9", "latin-9": .latin9
        case "windows-1252", "cp1252": .windows1252
        case "utf-16be": .utf16(isBigEndian: true)
        case "utf-16le": .utf16(isBigEndian: false)
        case "utf-32be": .utf32(isBigEndian: true)
        case "utf-32le": .utf32(isBigEndian: false)
        case _: nil
        }
    }

    /// The text in UTF-8; nil if the bytes are malformed.
    func convert(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        switch self {
        case .utf8: Array(bytes)
        case .latin1: Self.encode(bytes.lazy.map { UInt32($0) })
        case .latin9: Self.encode(bytes.lazy.map { Self.latin9Differences[$0] ?? UInt32($0) })
        case .windows1252:
            Self.encode(
                bytes.lazy.map { (0x80...0x9F).contains($0) ? Self.windows1252Controls[Int($0) - 0x80] : UInt32($0) }
            )
        case .utf16(let isBigEndian):
            Self.units(of: 2, in: bytes, isBigEndian: isBigEndian).flatMap { units in
                String(validating: units.lazy.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
            }
            .map { Array($0.utf8) }
        case .utf32(let isBigEndian): Self.units(of: 4, in: bytes, isBigEndian: isBigEndian).flatMap(Self.encode)
        }
    }

    /// The code units of a text; nil if the last one is incomplete.
    private static func units(of size: Int, in bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt32]? {
        guard bytes.count.isMultiple(of: size) else { return nil }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
            let unit = bytes[start..<start + size]
            return (isBigEndian ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func encode(_ scalars: some Sequence<UInt32>) -> [UInt8]? {
        var text = String.UnicodeScalarView()
        for value in scalars {
            guard let scalar = Unicode.Scalar(value) else { return nil }
            text.append(scalar)
        }
        return Array(String(text).utf8)
    }

    /// The bytes in which ISO-8859-15 differs from ISO-8859-1.
    private static let latin9Differences: [UInt8: UInt32] = [
        0xA4: 0x20AC, 0xA6: 0x160, 0xA8: 0x161, 0xB4: 0x17D, 0xB8: 0x17E, 0xBC: 0x152, 0xBD: 0x153, 0xBE: 0x178,
    ]

    /// The bytes 0x80 to 0x9F; the undefined ones are control characters, as in the Encoding Standard.
    private static let windows1252Controls: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
        0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
        0x178,
    ]
}

extension Charset: CustomStringConvertible {
    var description: String {
        switch self {
        case .utf8: "UTF-8"
        case .latin1: "ISO-8859-1"
        case .latin9: "ISO-8859-15"
        case .windows1252: "windows-1252"
        case .utf16: "UTF-16"
        case .utf32: "UTF-32"
        }
    }
}
