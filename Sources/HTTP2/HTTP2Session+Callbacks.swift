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
            unsafe HTTP2Session.session(owner)?.incoming[stream]?.add(name: name.span, value: value.span)
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

    private func read(
        _ stream: Int32,
        _ into: UnsafeMutablePointer<UInt8>,
        _ capacity: Int,
        _ flags: UnsafeMutablePointer<UInt32>?
    ) -> Int {
        guard let range = outgoing[stream]?.next(capacity), let body = outgoing[stream] else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        unsafe body.head.response.message.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress, !range.isEmpty else { return }
            unsafe into.update(from: start + range.lowerBound, count: range.count)
        }
        guard !body.hasAllowance, let ending = body.ending else {
            return range.isEmpty ? Int(NGHTTP2_ERR_DEFERRED.rawValue) : range.count
        }
        switch ending {
        case .complete:
            unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            guard body.isEmpty, let trailers = body.head.trailers, let session = unsafe raw,
                unsafe trailers.submitTrailers(to: session, stream) == 0
            else { break }
            unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
        case .reset(let code):
            // It follows this frame.
            reset(stream, code)
            if range.isEmpty { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        }
        return range.count
    }
}
