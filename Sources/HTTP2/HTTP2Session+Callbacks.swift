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
        unsafe nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, _, _, owner in
            unsafe HTTP2Session.session(owner)?.countMalformed()
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
            guard let head = unsafe frame?.pointee.hd,
                UInt32(head.type) == NGHTTP2_DATA.rawValue || UInt32(head.type) == NGHTTP2_HEADERS.rawValue,
                UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0
            else { return 0 }
            unsafe HTTP2Session.session(owner)?.sentEnd(of: head.stream_id)
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
            unsafe HTTP2Session.session(owner)?.stream(stream)?.assembly?.add(name: name.span, value: value.span)
            return 0
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
