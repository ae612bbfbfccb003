/// A call of OpenSSL that failed.
package struct TLSError: Error, Hashable, CustomStringConvertible {
    /// The operation, in a word or two: `certificate`, `PKCS #12 file`.
    package let operation: String
    /// OpenSSL's reason, or the dynamic loader's.
    package let reason: String
    /// The file that caused it; nil: none, or several.
    package var file: String?

    /// For example `private key: key values mismatch`.
    package var description: String { "\(operation): \(reason)" }
}
