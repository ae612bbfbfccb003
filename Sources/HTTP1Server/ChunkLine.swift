import Messages

/// Parses the line before each chunk: its size and its extensions, which are ignored (RFC 9112 §7.1).
///
/// llhttp 8 rejects some valid extensions and limits none, so it gets only the sizes.
struct ChunkLine {
    /// The maximum number of bytes of extensions in one message; beyond it the server responds 413.
    static let extensionLimit = 16 * 1024

    private enum Place {
        case size
        /// White space before a semicolon or an equals sign.
        case gapBeforeSemicolon, gapAfterName
        case beforeName, name
        case beforeValue, value
        case quoted, escaped, quoteEnd
        case lineFeed
    }

    private var place = Place.size
    private var size: UInt64?
    private var extensionBytes = 0

    /// Parses from `offset`, and advances it past the used bytes.
    ///
    /// - Returns: The size of the chunk; nil if the line is not complete.
    /// - Throws: `RequestFailure` if the line is malformed or exceeds a limit.
    mutating func read(_ input: Span<UInt8>, from offset: inout Int) throws(RequestFailure) -> UInt64? {
        while offset < input.count {
            let byte = input[offset]
            offset += 1
            if place == .lineFeed { return try end(byte) }
            place = try next(byte)
            if place != .size, place != .lineFeed { try count() }
        }
        return nil
    }

    private mutating func end(_ byte: UInt8) throws(RequestFailure) -> UInt64 {
        guard byte == UInt8(ascii: "\n"), let size else { throw .malformedChunk }
        place = .size
        self.size = nil
        return size
    }

    private mutating func count() throws(RequestFailure) {
        extensionBytes += 1
        guard extensionBytes <= Self.extensionLimit else { throw .chunkExtensionsTooLong }
    }

    private mutating func next(_ byte: UInt8) throws(RequestFailure) -> Place {
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

    /// Returns the place after a byte that follows the size, a name or a value.
    private func delimiter(_ byte: UInt8) throws(RequestFailure) -> Place {
        guard size != nil else { throw .malformedChunk }
        switch byte {
        case UInt8(ascii: ";"): return .beforeName
        case 0x20, 0x09: return place == .name || place == .gapAfterName ? .gapAfterName : .gapBeforeSemicolon
        case UInt8(ascii: "\r") where place != .gapBeforeSemicolon && place != .gapAfterName: return .lineFeed
        default: throw .malformedChunk
        }
    }

    private mutating func append(_ digit: UInt8) throws(RequestFailure) {
        // Leading zeros count as extensions, because nothing else limits them.
        if size == 0 { try count() }
        let (product, overflows) = (size ?? 0).multipliedReportingOverflow(by: 16)
        guard !overflows else { throw .bodyTooLarge }
        size = product | UInt64(digit)
    }
}

extension UInt8 {
    /// Whether a quoted string may contain it, escaped or not (RFC 9110 §5.6.4).
    fileprivate var isQuotable: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }
}
