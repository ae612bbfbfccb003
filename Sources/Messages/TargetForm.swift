/// The checks of the four forms of a request target (RFC 9112 §3.2) that llhttp omits.
///
/// A fragment in a path is accepted as a part of it, as in other servers: to search for one costs each request 1 %.
package enum TargetForm {
    private static let schemes = ["http://", "https://"].map { [UInt8]($0.utf8) }

    /// Checks the target in `head`.
    ///
    /// - Throws: `RequestFailure` with 400 if the target has none of the forms, or one that the method does not allow.
    package static func check(_ target: Range<Int>, method: Range<Int>, in head: [UInt8]) throws(RequestFailure) {
        guard let first = target.first else { return }
        // Nearly all targets are paths, which only CONNECT does not allow; the length excludes most other methods.
        let isPath = head[first] == UInt8(ascii: "/")
        if isPath, method.count != 7 { return }
        if head[method].elementsEqual("CONNECT".utf8) {
            guard head.isHost(target), isPortGiven(target, in: head) else { throw .malformedAuthority }
        } else if head[first] == UInt8(ascii: "*") {
            guard target.count == 1, head[method].elementsEqual("OPTIONS".utf8) else { throw .malformedTarget }
        } else if !isPath {
            guard let authority = authority(of: target, in: head), head.isHost(authority) else {
                throw .malformedTarget
            }
        }
    }

    /// Returns the authority of an `http` or `https` URL; nil for other schemes.
    private static func authority(of target: Range<Int>, in head: [UInt8]) -> Range<Int>? {
        for scheme in schemes where target.count >= scheme.count {
            let lower = target.lowerBound + scheme.count
            guard head.matches(target.lowerBound..<lower, scheme) else { continue }
            let end = head[lower..<target.upperBound].firstIndex { "/?#".utf8.contains($0) }
            return lower..<(end ?? target.upperBound)
        }
        return nil
    }

    private static func isPortGiven(_ target: Range<Int>, in head: [UInt8]) -> Bool {
        guard let colon = head[target].lastIndex(of: UInt8(ascii: ":")) else { return false }
        let port = head[(colon + 1)..<target.upperBound]
        return !port.isEmpty && port.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension [UInt8] {
    /// Whether the bytes in `range` are `uri-host [ ":" port ]` with a non-empty host (RFC 9110 §7.2) and a valid TCP
    /// port.
    package func isHost(_ range: Range<Int>) -> Bool {
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

    /// Returns the end of the registered name or IPv4 address at the start of `range` (RFC 3986 §3.2.2).
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

    /// Returns the end of the address in brackets at the start of `range`; its lower bound if it is not valid.
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
    /// Unreserved and sub-delims (RFC 3986 §2): two words of bits, because every request checks each byte of its `Host`.
    fileprivate var isNameCharacter: Bool {
        let set: UInt64 = self < 64 ? 0x2BFF_7FD2_0000_0000 : self < 128 ? 0x47FF_FFFE_87FF_FFFE : 0
        return set >> UInt64(self & 63) & 1 == 1
    }

    fileprivate var isAddressCharacter: Bool {
        hexadecimalValue != nil || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
    }
}
