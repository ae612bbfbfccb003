#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Base64 (RFC 4648 §4) as it stands in scenario files, where it may be broken into lines.
enum Base64 {
    /// The bytes, or nil when the text is no Base64.
    static func decode(_ text: String) -> [UInt8]? {
        let digits = text.filter { !$0.isWhitespace }
        return Data(base64Encoded: digits).map { [UInt8]($0) }
    }
}
