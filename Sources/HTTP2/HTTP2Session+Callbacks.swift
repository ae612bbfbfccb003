import CNGHTTP2
import Messages

/// The functions that nghttp2 calls.
extension HTTP2Session {
    /// Calls `body` with the session that owns nghttp2's; without counting a reference, because the owner lives during the call.
    @inline(__always)
    private static func with<Result>(
        _ owner: UnsafeMutableRawPointer?,
        _ body: (HTTP2Session) -> Result
    ) -> Result? {
        guard let owner = unsafe owner else { return nil }
        return unsafe Unmanaged<HTTP2Session>.fromOpaque(owner)._withUnsafeGuaranteedRef(body)
    }

    static func register(_ callbacks: OpaquePointer?) {
        unsafe registerHeads(callbacks)
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _,
            _,
            stream,
            bytes,
            count,
            owner in
            let bytes = unsafe UnsafeBufferPointer(start: bytes, count: count)
            unsafe HTTP2Session.with(owner) { unsafe $0.received(body: bytes.span, on: stream) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame else { return 0 }
            let head = unsafe frame.pointee.hd
            let isData = UInt32(head.type) == NGHTTP2_DATA.rawValue
            let padding = unsafe isData ? frame.pointee.data.padlen : 0
            unsafe HTTP2Session.with(owner) { $0.received(head, padding: padding) }
            return 0
        }
        // Frames of unknown types are ignored (RFC 9113 §5.5), but counted as all others are.
        unsafe nghttp2_session_callbacks_set_unpack_extension_callback(callbacks) { _, _, _, _ in 0 }
        unsafe nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, _, error, owner in
            unsafe HTTP2Session.with(owner) { $0.receivedInvalid(unsafe String(cString: nghttp2_strerror(error))) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_error_callback2(callbacks) { _, _, text, count, owner in
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: count)
            unsafe HTTP2Session.with(owner) { $0.explain(unsafe String(decoding: bytes, as: UTF8.self)) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame else { return 0 }
            unsafe HTTP2Session.with(owner) { unsafe $0.sent(frame) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, owner in
            unsafe HTTP2Session.with(owner) { $0.closed(stream, code) }
            return 0
        }
    }

    private static func registerHeads(_ callbacks: OpaquePointer?) {
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame else { return 0 }
            let id = unsafe frame.pointee.hd.stream_id
            let isRequest = unsafe frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST
            unsafe HTTP2Session.with(owner) { $0.began(id, isRequest: isRequest) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            _,
            name,
            nameLength,
            value,
            valueLength,
            _,
            owner in
            let name = unsafe UnsafeBufferPointer(start: name, count: nameLength)
            let value = unsafe UnsafeBufferPointer(start: value, count: valueLength)
            let goesOn = unsafe HTTP2Session.with(owner) { unsafe $0.received(name: name.span, value: value.span) }
            return goesOn == false ? NGHTTP2_ERR_CALLBACK_FAILURE.rawValue : 0
        }
    }

    private func sent(_ frame: UnsafePointer<nghttp2_frame>) {
        let head = unsafe frame.pointee.hd
        switch UInt32(head.type) {
        case NGHTTP2_DATA.rawValue, NGHTTP2_HEADERS.rawValue:
            guard UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0 else { return }
            sentEnd(of: head.stream_id)
        case NGHTTP2_RST_STREAM.rawValue:
            sentReset(of: head.stream_id, unsafe frame.pointee.rst_stream.error_code)
        case NGHTTP2_GOAWAY.rawValue:
            let goAway = unsafe frame.pointee.goaway
            let text = unsafe UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len)
            sentGoAway(unsafe goAway.error_code, unsafe String(decoding: text, as: UTF8.self))
        default: return
        }
    }

    /// Fills a DATA frame.
    static let readBody: nghttp2_data_source_read_callback = { _, stream, into, capacity, flags, _, owner in
        guard let into = unsafe into else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        let count = unsafe HTTP2Session.with(owner) { unsafe $0.read(stream, into, capacity, flags) }
        return count ?? Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }
}
