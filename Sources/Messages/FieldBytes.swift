extension [UInt8] {
    /// Whether the bytes in `range` equal the lower-case `text`, ignoring case.
    @inlinable
    package func matches(_ range: Range<Int>, _ text: [UInt8]) -> Bool {
        guard range.count == text.count else { return false }
        for index in text.indices where self[range.lowerBound + index].lowercased != text[index] { return false }
        return true
    }
}

extension UInt8 {
    @inlinable package var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// The value of a hexadecimal digit; nil for any other byte.
    package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46, 0x61...0x66: (self & 0x0F) + 9
        default: nil
        }
    }
}
