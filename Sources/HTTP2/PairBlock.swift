import CNGHTTP2
import Messages

/// Names and values in memory that does not move, for nghttp2, which reads them there when it writes a frame.
@safe final class PairBlock {
    private let block: UnsafeMutableBufferPointer<UInt8>
    private let pairs: UnsafeMutableBufferPointer<nghttp2_nv>

    init(_ bytes: [UInt8], _ ranges: [FieldRange]) {
        unsafe block = .allocate(capacity: bytes.count)
        _ = unsafe block.initialize(from: bytes)
        unsafe pairs = .allocate(capacity: ranges.count)
        let flags = UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue)
        for (index, range) in ranges.enumerated() {
            let pair = unsafe nghttp2_nv(
                name: block.baseAddress.map { unsafe $0 + range.name.lowerBound },
                value: block.baseAddress.map { unsafe $0 + range.value.lowerBound },
                namelen: range.name.count,
                valuelen: range.value.count,
                flags: flags
            )
            unsafe pairs.initializeElement(at: index, to: pair)
        }
    }

    deinit {
        unsafe block.deallocate()
        unsafe pairs.deallocate()
    }

    /// Overwrites bytes from `offset` on.
    func write(_ bytes: [UInt8], at offset: Int) {
        precondition(unsafe offset >= 0 && offset + bytes.count <= block.count)
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let from = source.baseAddress else { return }
            unsafe block.baseAddress?.advanced(by: offset).update(from: from, count: source.count)
        }
    }

    /// Submits the pairs as the head of a response, with a provider of the body if there is one.
    func submitHead(
        to session: OpaquePointer,
        _ stream: Int32,
        _ provider: UnsafePointer<nghttp2_data_provider>?
    ) -> Int32 {
        unsafe nghttp2_submit_response(session, stream, pairs.baseAddress, pairs.count, provider)
    }

    /// Submits the pairs after the body (RFC 9113 §8.1).
    func submitTrailers(to session: OpaquePointer, _ stream: Int32) -> Int32 {
        unsafe nghttp2_submit_trailer(session, stream, pairs.baseAddress, pairs.count)
    }

    /// Submits the first pair, a status, before the head of the response (RFC 9110 §15.2).
    func submitInterim(to session: OpaquePointer, _ stream: Int32) -> Int32 {
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        return unsafe nghttp2_submit_headers(session, flags, stream, nil, pairs.baseAddress, 1, nil)
    }
}
