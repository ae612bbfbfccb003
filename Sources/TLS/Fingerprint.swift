/// SHA-256 digests of certificates as text.
enum Fingerprint {
    /// Returns 32 bytes that `write` writes, as `openssl x509 -fingerprint` does: `A1:B2:…`; nil if it writes none.
    static func text(_ write: (UnsafeMutablePointer<UInt8>) -> Bool) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
            guard let start = buffer.baseAddress, unsafe write(start) else { return nil }
            let bytes = unsafe buffer.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            return bytes.joined(separator: ":")
        }
    }
}
