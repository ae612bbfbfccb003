#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Base64 (RFC 4648 §4).
package enum Base64 {
    /// The bytes of a text, with or without line breaks; nil if it is not valid Base64.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        return Data(base64Encoded: Data(digits)).map { [UInt8]($0) }
    }

    /// The text, without line ends.
    package static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }
}
