import CNGHTTP2
package import Messages

/// HTTP/2 for a server (RFC 9113) without a socket: bytes in, requests out; responses in, bytes out.
@safe package final class HTTP2Session {
    package enum Event: Sendable {
        case request(Request, stream: Int32)
        /// A request that exceeds a limit: 431 or 413.
        case refused(status: Int, Request, stream: Int32)
        /// The stream has ended, for whatever reason (RFC 9113 §7).
        case closed(stream: Int32, code: UInt32)
    }

    private var raw: OpaquePointer?
    private let limits: HTTP2Limits
    private let heads: HeadCache
    private let peer: String
    private var incoming: [Int32: RequestAssembly] = [:]
    private var outgoing: [Int32: OutgoingBody] = [:]
    private var events: [Event] = []
    private var hasFailed = false
    private lazy var continuation = HeadPairs(Self.continueResponse)

    package init(limits: HTTP2Limits = HTTP2Limits(), heads: HeadCache, peer: String = "") {
        self.limits = limits
        self.heads = heads
        self.peer = peer
        open()
    }

    deinit {
        unsafe nghttp2_session_del(raw)
    }

    // MARK: Bytes

    /// Reads bytes that arrived, and returns the events that they complete, in order.
    package func receive(_ bytes: Span<UInt8>) -> [Event] {
        let used = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe nghttp2_session_mem_recv(raw, buffer.baseAddress, buffer.count)
        }
        if used < 0 { hasFailed = true }
        return takeEvents()
    }

    /// Hands frames to `send` until there are none, or `send` returns false.
    package func drain<Failure>(_ send: (Span<UInt8>) throws(Failure) -> Bool) throws(Failure) {
        while true {
            var start: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(raw, &start)
            guard count > 0, let start = unsafe start else {
                if count < 0 { hasFailed = true }
                return
            }
            guard try send(unsafe UnsafeBufferPointer(start: start, count: count).span) else { return }
        }
    }

    /// Returns the events since the last call, such as streams that ended when their last frame was sent.
    package func takeEvents() -> [Event] {
        guard !events.isEmpty else { return [] }
        defer { events = [] }
        return events
    }

    package var wantsToSend: Bool { unsafe nghttp2_session_want_write(raw) != 0 }

    /// Whether nothing more is to be read or sent: the connection can be closed.
    package var isOver: Bool {
        unsafe hasFailed || (nghttp2_session_want_read(raw) == 0 && nghttp2_session_want_write(raw) == 0)
    }

    /// Requests that have begun and whose stream has not ended.
    package var openStreams: Int { max(incoming.count, outgoing.count) }

    // MARK: Responses

    /// Begins a response: its head, and as much of its content as `allowance` says.
    ///
    /// `date` is given the seconds that a date is ahead of now. A HEAD request gets `hasBody` false.
    package func respond(
        to stream: Int32,
        _ response: RenderedResponse,
        hasBody: Bool = true,
        allowance: Int = .max,
        date: (Int) -> [UInt8]
    ) {
        let head = heads.head(of: response)
        head.stamp(date)
        var body = OutgoingBody(head)
        body.allow(allowance)
        if allowance == .max { body.complete() }
        outgoing[stream] = body
        guard hasBody, !(body.isEmpty && body.isComplete) else {
            guard unsafe raw.map({ unsafe head.submit(to: $0, stream, nil) }) != 0 else { return }
            return reset(stream, .internalError)
        }
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = Self.readBody
        guard unsafe raw.map({ unsafe head.submit(to: $0, stream, &provider) }) != 0 else { return }
        reset(stream, .internalError)
    }

    /// Lets so many more bytes of the content go out.
    package func allow(_ count: Int, on stream: Int32) {
        outgoing[stream]?.allow(count)
        _ = unsafe nghttp2_session_resume_data(raw, stream)
    }

    /// Ends the response after what has been allowed, even if that is less than its Content-Length.
    package func finish(_ stream: Int32) {
        outgoing[stream]?.complete()
        _ = unsafe nghttp2_session_resume_data(raw, stream)
    }

    /// Resets one stream (RST_STREAM, RFC 9113 §6.4).
    package func reset(_ stream: Int32, _ code: HTTP2Code) {
        _ = unsafe nghttp2_submit_rst_stream(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
    }

    /// Announces the end of the connection (GOAWAY, RFC 9113 §6.8).
    ///
    /// Requests after `lastStream` are not processed; nil: those that have arrived are.
    package func goAway(_ code: HTTP2Code, lastStream: Int32? = nil) {
        let last = unsafe lastStream ?? nghttp2_session_get_last_proc_stream_id(raw)
        _ = unsafe nghttp2_submit_goaway(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, code.rawValue, nil, 0)
    }

    private static let continueResponse: RenderedResponse = {
        var framing = HTTP1Framing(status: 100)
        framing.endHead(.unframed)
        return framing.response()
    }()

    // MARK: nghttp2

    private func open() {
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        defer {
            unsafe nghttp2_session_callbacks_del(callbacks)
            unsafe nghttp2_option_del(options)
        }
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0, unsafe nghttp2_option_new(&options) == 0 else {
            hasFailed = true
            return
        }
        unsafe Self.register(callbacks)
        unsafe nghttp2_option_set_server_fallback_rfc7540_priorities(options, 0)
        _ = unsafe hypermock_limit_stream_resets(options, limits.resetBurst, limits.resetsPerSecond)
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe nghttp2_session_server_new2(&raw, callbacks, owner, options) == 0 else {
            hasFailed = true
            return
        }
        let settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
                value: UInt32(clamping: limits.maxConcurrentStreams)
            ),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: UInt32(clamping: limits.maxHeaderBytes)
            ),
        ]
        _ = unsafe settings.withUnsafeBufferPointer { entries in
            unsafe nghttp2_submit_settings(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries.baseAddress, entries.count)
        }
    }

    private static func session(_ owner: UnsafeMutableRawPointer?) -> HTTP2Session? {
        unsafe owner.map { unsafe Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func register(_ callbacks: OpaquePointer?) {
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame?.pointee else { return 0 }
            unsafe HTTP2Session.session(owner)?.begin(
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
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, owner in
            unsafe HTTP2Session.session(owner)?.closed(stream, code)
            return 0
        }
    }

    private func begin(_ stream: Int32, isRequest: Bool) {
        if isRequest {
            incoming[stream] = RequestAssembly(limits: limits, peer: peer)
        } else {
            incoming[stream]?.beginTrailers()
        }
    }

    private func received(body bytes: Span<UInt8>, on stream: Int32) {
        incoming[stream]?.add(body: bytes)
        refuseIfNeeded(stream)
    }

    private func received(_ head: nghttp2_frame_hd) {
        let isHeaders = UInt32(head.type) == NGHTTP2_HEADERS.rawValue
        guard isHeaders || UInt32(head.type) == NGHTTP2_DATA.rawValue else { return }
        refuseIfNeeded(head.stream_id)
        guard let assembly = incoming[head.stream_id] else { return }
        if UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0 {
            incoming[head.stream_id] = nil
            events.append(.request(assembly.finished(), stream: head.stream_id))
        } else if isHeaders, assembly.expectsContinue {
            sendContinue(on: head.stream_id)
        }
    }

    /// Reports a request that is too large at once; the rest of it is ignored.
    private func refuseIfNeeded(_ stream: Int32) {
        guard let assembly = incoming[stream], let status = assembly.refusal else { return }
        incoming[stream] = nil
        events.append(.refused(status: status, assembly.finished(), stream: stream))
    }

    /// RFC 9110 §10.1.1.
    private func sendContinue(on stream: Int32) {
        _ = unsafe raw.map { unsafe continuation.submitInterim(to: $0, stream) }
    }

    private func closed(_ stream: Int32, _ code: UInt32) {
        incoming[stream] = nil
        outgoing[stream] = nil
        events.append(.closed(stream: stream, code: code))
    }

    private static let readBody: nghttp2_data_source_read_callback = { _, stream, into, capacity, flags, _, owner in
        guard let session = unsafe HTTP2Session.session(owner), let into = unsafe into else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        return unsafe session.read(stream, into, capacity, flags)
    }

    /// Fills a DATA frame.
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
        if body.isComplete, !body.hasAllowance {
            unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
        } else if range.isEmpty {
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        return range.count
    }
}
