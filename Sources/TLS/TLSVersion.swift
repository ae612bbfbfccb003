/// A version of the protocol, by its number on the wire (RFC 8446 §4.2.1).
package enum TLSVersion: Int32, Comparable, CaseIterable, Sendable {
    case tls10 = 0x0301
    case tls11 = 0x0302
    case tls12 = 0x0303
    case tls13 = 0x0304

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension TLSVersion: CustomStringConvertible {
    package var description: String { "TLSv1.\(rawValue - Self.tls10.rawValue)" }
}
