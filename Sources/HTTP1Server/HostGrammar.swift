extension [UInt8] {
    /// Whether the bytes in `range` are `uri-host [ ":" port ]` with a host that is not empty (RFC 9110 §7.2)
    /// and a port that TCP has.
    func isHost(_ range: Range<Int>) -> Bool {
        guard let first = range.first else { return false }
        var index = self[first] == UInt8(ascii: "[") ? endOfAddress(range) : endOfName(range)
        guard index > range.lowerBound else { return false }
        guard index < range.upperBound else { return true }
        guard self[index] == UInt8(ascii: ":") else { return false }
        index += 1
        var port = 0
        while index < range.upperBound, (0x30...0x39).contains(self[index]), port <= 0xFFFF {
            port = port * 10 + Int(self[index] & 0x0F)
            index += 1
        }
        return index == range.upperBound && port <= 0xFFFF
    }

    /// Where the registered name or IPv4 address ends that `range` begins with (RFC 3986 §3.2.2).
    private func endOfName(_ range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            if self[index].isNameCharacter {
                index += 1
            } else if self[index] == UInt8(ascii: "%"), isEscape(index, before: range.upperBound) {
                index += 3
            } else {
                break
            }
        }
        return index
    }

    private func isEscape(_ index: Int, before end: Int) -> Bool {
        index + 2 < end && self[index + 1].hexadecimalValue != nil && self[index + 2].hexadecimalValue != nil
    }

    /// Where the address in brackets ends that `range` begins with; its lower bound if that is not an address.
    private func endOfAddress(_ range: Range<Int>) -> Int {
        guard let close = self[range].firstIndex(of: UInt8(ascii: "]")) else { return range.lowerBound }
        let address = self[(range.lowerBound + 1)..<close]
        let isFuture = address.first.map { $0 | 0x20 == UInt8(ascii: "v") } ?? false
        let isAddress =
            isFuture
            ? address.count > 3 && address.allSatisfy { $0.isNameCharacter || $0 == UInt8(ascii: ":") }
            : address.count(where: { $0 == UInt8(ascii: ":") }) >= 2 && address.allSatisfy(\.isAddressCharacter)
        return isAddress ? close + 1 : range.lowerBound
    }
}

extension UInt8 {
    /// Unreserved and sub-delims (RFC 3986 §2): two words of bits, because every request asks for each byte of its `Host`.
    fileprivate var isNameCharacter: Bool {
        let set: UInt64 = self < 64 ? 0x2BFF_7FD2_0000_0000 : self < 128 ? 0x47FF_FFFE_87FF_FFFE : 0
        return set >> UInt64(self & 63) & 1 == 1
    }

    fileprivate var isAddressCharacter: Bool {
        hexadecimalValue != nil || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
    }
}
