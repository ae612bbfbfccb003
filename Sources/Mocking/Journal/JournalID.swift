/// The name of a journal's entry for WireMock's clients, which want a UUID: made of its number, and read back to it.
///
/// Version 8 (RFC 9562 §5.8), so that nothing has to be drawn or kept while a request is answered.
package enum JournalID {
    private static let prefix = "68797065-726d-8000-8000-"

    /// The UUID of an entry's number.
    package static func text(of number: Int) -> String {
        let digits = String(number, radix: 16)
        return prefix + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// The number that a UUID stands for, whatever its case; nil when no entry has that UUID.
    package static func number(of text: String) -> Int? {
        let text = text.lowercased()
        guard text.utf8.count == prefix.utf8.count + 12, text.hasPrefix(prefix) else { return nil }
        return Int(text.dropFirst(prefix.count), radix: 16).flatMap { $0 > 0 ? $0 : nil }
    }
}
