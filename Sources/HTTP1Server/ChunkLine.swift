/// Reads the line before each chunk: its size and its extensions, which have no meaning here (RFC 9112 §7.1).
///
/// llhttp 8 rejects some valid extensions and limits none, so it sees only the sizes.
struct ChunkLine {
    /// Bytes of extensions in all lines of one message; beyond them 413.
    static let extensionLimit = 16 * 1024

    private enum Place {
        case size
        /// White space that only a semicolon may follow, or an equals sign.
        case gapBeforeSemicolon, gapAfterName
        case beforeName, name
        case beforeValue, value
        case quoted, escaped, quoteEnd
        case lineFeed
    }

    private var place = Place.size
    private var size: UInt64?
    private var extensionBytes = 0

    /// Reads from `offset` on and moves it behind what is used.
    ///
    /// - Returns: The size of the chunk when its line is complete.
    /// - Throws: `ParseFailure` where the line does not follow the grammar, or a limit is passed.
    mutating func read(_ input: Span<UInt8>, from offset: inout Int) throws(ParseFailure) -> UInt64? {
        while offset < input.count {
            let byte = input[offset]
            offset += 1
            if place == .lineFeed { return try end(byte) }
            place = try next(byte)
            if place != .size, place != .lineFeed { try count() }
        }
        return nil
    }

    private mutating func end(_ byte: UInt8) throws(ParseFailure) -> UInt64 {
        guard byte == UInt8(ascii: "\n"), let size else { throw .malformedChunk }
        place = .size
        self.size = nil
        return size
    }

    private mutating func count() throws(ParseFailure) {
        extensionBytes += 1
        guard extensionBytes <= Self.extensionLimit else { throw .chunkExtensionsTooLong }
    }

    private mutating func next(_ byte: UInt8) throws(ParseFailure) -> Place {
        switch place {
        case .size:
            guard let digit = byte.hexadecimalValue else { break }
            try append(digit)
            return .size
        case .beforeName where byte.isBlank, .beforeValue where byte.isBlank: return place
        case .beforeName where byte.isTokenCharacter, .name where byte.isTokenCharacter: return .name
        case .beforeValue where byte == UInt8(ascii: "\""): return .quoted
        case .beforeValue where byte.isTokenCharacter, .value where byte.isTokenCharacter: return .value
        case .quoted where byte == UInt8(ascii: "\""): return .quoteEnd
        case .quoted where byte == UInt8(ascii: "\\"): return .escaped
        case .quoted where byte.isQuotable, .escaped where byte.isQuotable: return .quoted
        case .name where byte == UInt8(ascii: "="), .gapAfterName where byte == UInt8(ascii: "="): return .beforeValue
        case .gapBeforeSemicolon, .gapAfterName, .name, .value, .quoteEnd: break
        case .beforeName, .beforeValue, .quoted, .escaped, .lineFeed: throw .malformedChunk
        }
        return try delimiter(byte)
    }

    /// What may follow the size, a name or a value.
    private func delimiter(_ byte: UInt8) throws(ParseFailure) -> Place {
        guard size != nil else { throw .malformedChunk }
        switch byte {
        case UInt8(ascii: ";"): return .beforeName
        case 0x20, 0x09: return place == .name || place == .gapAfterName ? .gapAfterName : .gapBeforeSemicolon
        case UInt8(ascii: "\r") where place != .gapBeforeSemicolon && place != .gapAfterName: return .lineFeed
        default: throw .malformedChunk
        }
    }

    private mutating func append(_ digit: UInt8) throws(ParseFailure) {
        // Leading zeros have no other limit.
        if size == 0 { try count() }
        let (product, overflows) = (size ?? 0).multipliedReportingOverflow(by: 16)
        guard !overflows else { throw .bodyTooLarge }
        size = product | UInt64(digit)
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; nil for any other byte.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46, 0x61...0x66: (self & 0x0F) + 9
        default: nil
        }
    }

    /// Whether it may stand in a quoted string, escaped or not (RFC 9110 §5.6.4).
    fileprivate var isQuotable: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }
}
