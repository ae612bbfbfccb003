import CNGHTTP2
import Messages

/// The functions that nghttp2 calls.
extension HTTP2Session {
    private static func session(_ owner: UnsafeMutableRawPointer?) -> HTTP2Session? {
        unsafe owner.map { unsafe Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
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
            unsafe HTTP2Session.session(owner)?.received(body: bytes.span, on: stream)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            guard let head = unsafe frame?.pointee.hd else { return 0 }
            unsafe HTTP2Session.session(owner)?.received(head)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, _, error, owner in
            unsafe HTTP2Session.session(owner)?.receivedInvalid(unsafe String(cString: nghttp2_strerror(error)))
            return 0
        }
        unsafe nghttp2_session_callbacks_set_error_callback2(callbacks) { _, _, text, count, owner in
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: count)
            unsafe HTTP2Session.session(owner)?.explain(unsafe String(decoding: bytes, as: UTF8.self))
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame, let session = unsafe HTTP2Session.session(owner) else { return 0 }
            unsafe session.sent(frame.pointee)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, owner in
            unsafe HTTP2Session.session(owner)?.closed(stream, code)
            return 0
        }
    }

    private static func registerHeads(_ callbacks: OpaquePointer?) {
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame?.pointee else { return 0 }
            unsafe HTTP2Session.session(owner)?.began(
                frame.hd.stream_id,
                isRequest: frame.headers.cat == NGHTTP2_HCAT_REQUEST
            )
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            frame,
            name,
            nameLength,
            value,
            valueLength,
            _,
            owner in
            guard let stream = unsafe frame?.pointee.hd.stream_id else { return 0 }
            let name = unsafe UnsafeBufferPointer(start: name, count: nameLength)
            let value = unsafe UnsafeBufferPointer(start: value, count: valueLength)
            let goesOn = unsafe HTTP2Session.session(owner)?.received(name: name.span, value: value.span, on: stream)
            return goesOn == false ? NGHTTP2_ERR_CALLBACK_FAILURE.rawValue : 0
        }
    }

    private func sent(_ frame: nghttp2_frame) {
        let head = unsafe frame.hd
        switch UInt32(head.type) {
        case NGHTTP2_DATA.rawValue, NGHTTP2_HEADERS.rawValue:
            guard UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0 else { return }
            sentEnd(of: head.stream_id)
        case NGHTTP2_RST_STREAM.rawValue:
            sentReset(of: head.stream_id, unsafe frame.rst_stream.error_code)
        case NGHTTP2_GOAWAY.rawValue:
            let goAway = unsafe frame.goaway
            let text = unsafe UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len)
            sentGoAway(unsafe goAway.error_code, unsafe String(decoding: text, as: UTF8.self))
        default: return
        }
    }

    /// Fills a DATA frame.
    static let readBody: nghttp2_data_source_read_callback = { _, stream, into, capacity, flags, _, owner in
        guard let session = unsafe HTTP2Session.session(owner), let into = unsafe into else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        return unsafe session.read(stream, into, capacity, flags)
    }
}
