/// Memory for the plain bytes of a record (RFC 8446 §5.1).
@safe final class TLSRecordBuffer {
    /// The maximum number of plain bytes in a record.
    static let length = 16_384

    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: length)

    deinit {
        unsafe start.deallocate()
    }
}
