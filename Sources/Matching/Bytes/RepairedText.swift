extension String {
    /// The text of bytes that should be UTF-8; each maximal ill-formed subpart becomes U+FFFD.
    ///
    /// Equals `String(decoding:as:)` (The Unicode Standard, 3.9, "U+FFFD Substitution of Maximal Subparts"), which
    /// takes several times as long for invalid bytes.
    package init(repairing bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
            return
        }
        // A single byte becomes three at most.
        let repaired = [UInt8](capacity: 3 * bytes.count) { Self.repair(bytes, into: &$0) }
        self.init(decoding: repaired, as: UTF8.self)
    }

    private static func repair(_ bytes: [UInt8], into text: inout OutputSpan<UInt8>) {
        var place = 0
        while place < bytes.count {
            let lead = bytes[place]
            if lead < 0x80 {
                text.append(lead)
                place += 1
                continue
            }
            let (length, second) = sequence(lead)
            var end = place + 1
            if length > 1, end < bytes.count, second.contains(bytes[end]) {
                end += 1
                while end < place + length, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            }
            if length > 1, end == place + length {
                for byte in bytes[place..<end] { text.append(byte) }
            } else {
                text.append(0xEF)
                text.append(0xBF)
                text.append(0xBD)
            }
            place = end
        }
    }

    /// The length of a sequence by its first byte, and its second byte (Unicode Standard, table 3-7); 1: ill-formed.
    private static func sequence(_ lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        case _: (1, 0x80...0xBF)
        }
    }
}
