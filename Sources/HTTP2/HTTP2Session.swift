import CNGHTTP2
package import Messages

/// HTTP/2 for a server (RFC 9113) without a socket: bytes in, requests out; responses in, bytes out.
@safe package final class HTTP2Session {
    package enum Event: Sendable {
        case request(Request, stream: Int32)
        /// A request that exceeds a limit: 431 or 413; the rest of it is ignored.
        case refused(status: Int, Request, stream: Int32)
        /// The stream has ended, for whatever reason (RFC 9113 §7).
        case closed(stream: Int32, code: UInt32)
    }

    var raw: OpaquePointer?
    let limits: HTTP2Limits
    private let heads: HeadCache
    private let peer: String
    var incoming: [Int32: RequestAssembly] = [:]
    var outgoing: [Int32: OutgoingBody] = [:]
    private var credit: UploadCredit
    private var events: [Event] = []
    private var hasFailed = false
    private var uselessFrames = 0
    private var malformedRequests = 0
    private lazy var continuation = HeadPairs(Self.continueResponse).head
    /// Requests that have begun and whose stream has not ended.
    package private(set) var openStreams = 0

    package init(limits: HTTP2Limits = HTTP2Limits(), heads: HeadCache, peer: String = "") {
        self.limits = limits
        self.heads = heads
        self.peer = peer
        credit = UploadCredit(budget: limits.maxBufferedBytes)
        hasFailed = !open()
    }

    deinit {
        unsafe nghttp2_session_del(raw)
    }

    // MARK: Bytes

    /// Reads bytes that arrived, and returns the events that they complete, in order.
    package func receive(_ bytes: Span<UInt8>) -> [Event] {
        guard !hasFailed else { return [] }
        let used = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe nghttp2_session_mem_recv(raw, buffer.baseAddress, buffer.count)
        }
        if used < 0 { hasFailed = true }
        return takeEvents()
    }

    /// Hands frames to `send` until there are none, or `send` returns false.
    package func drain<Failure>(_ send: (Span<UInt8>) throws(Failure) -> Bool) throws(Failure) {
        while unsafe raw != nil {
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

    package var wantsToSend: Bool { unsafe raw != nil && nghttp2_session_want_write(raw) != 0 }

    /// Whether nothing more is to be read or sent: the connection can be closed.
    package var isOver: Bool {
        unsafe hasFailed || (nghttp2_session_want_read(raw) == 0 && nghttp2_session_want_write(raw) == 0)
    }

    /// A frame that no client accepts, which may follow any other: DATA on stream 0 (RFC 9113 §6.1).
    package static let invalidFrame: [UInt8] = [0, 0, 4, 0, 0, 0, 0, 0, 0] + Array("oops".utf8)

    // MARK: Responses

    /// Begins a response: its head, and as much of its content as `allowance` says.
    ///
    /// `date` is given the seconds that a date is ahead of now. A HEAD request gets `hasBody` false. Nothing happens if the
    /// stream has ended, or has its response.
    package func respond(
        to stream: Int32,
        _ response: RenderedResponse,
        hasBody: Bool = true,
        allowance: Int = .max,
        date: (Int) -> [UInt8]
    ) {
        guard let session = unsafe raw, outgoing[stream] == nil,
            unsafe nghttp2_session_get_stream_remote_close(session, stream) >= 0
        else { return }
        let head = heads.head(of: response)
        head.stamp(date)
        var body = OutgoingBody(head)
        body.allow(allowance)
        if allowance == .max { body.end(.complete) }
        let endsWithHead = !hasBody || (body.isEmpty && body.ending == .complete && head.trailers == nil)
        outgoing[stream] = body
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = Self.readBody
        let isSubmitted =
            unsafe endsWithHead
            ? head.head.submitHead(to: session, stream, nil) == 0
            : head.head.submitHead(to: session, stream, &provider) == 0
        if !isSubmitted { reset(stream, .internalError) }
    }

    /// Lets so many more bytes of the content go out.
    package func allow(_ count: Int, on stream: Int32) {
        outgoing[stream]?.allow(count)
        resume(stream)
    }

    /// Ends the response after what has been allowed, even if that is less than its Content-Length.
    package func finish(_ stream: Int32) {
        outgoing[stream]?.end(.complete)
        resume(stream)
    }

    /// Resets the stream after what has been allowed has been sent.
    package func finish(_ stream: Int32, resetting code: HTTP2Code) {
        outgoing[stream]?.end(.reset(code))
        resume(stream)
    }

    private func resume(_ stream: Int32) {
        guard outgoing[stream] != nil else { return }
        _ = unsafe nghttp2_session_resume_data(raw, stream)
    }

    /// Resets one stream (RST_STREAM, RFC 9113 §6.4), before what has not been sent.
    package func reset(_ stream: Int32, _ code: HTTP2Code) {
        guard unsafe raw != nil else { return }
        _ = unsafe nghttp2_submit_rst_stream(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
    }

    /// Announces the end of the connection (GOAWAY, RFC 9113 §6.8).
    ///
    /// Requests after `lastStream` are not processed; nil: those that have arrived are.
    package func goAway(_ code: HTTP2Code, lastStream: Int32? = nil) {
        guard unsafe raw != nil else { return }
        let last = unsafe lastStream ?? nghttp2_session_get_last_proc_stream_id(raw)
        _ = unsafe nghttp2_submit_goaway(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, code.rawValue, nil, 0)
    }

    private static let continueResponse: RenderedResponse = {
        var framing = HTTP1Framing(status: 100)
        framing.endHead(.unframed)
        return framing.response()
    }()

    // MARK: nghttp2

    /// Makes nghttp2's session.
    ///
    /// - Returns: Whether there was memory for it.
    private func open() -> Bool {
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        defer {
            unsafe nghttp2_session_callbacks_del(callbacks)
            unsafe nghttp2_option_del(options)
        }
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0, unsafe nghttp2_option_new(&options) == 0 else {
            return false
        }
        unsafe Self.register(callbacks)
        unsafe nghttp2_option_set_server_fallback_rfc7540_priorities(options, 0)
        unsafe nghttp2_option_set_no_auto_window_update(options, 1)
        unsafe nghttp2_option_set_no_auto_ping_ack(options, limits.acknowledgesPings ? 0 : 1)
        _ = unsafe hypermock_limit_stream_resets(options, limits.resetBurst, limits.resetsPerSecond)
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe nghttp2_session_server_new2(&raw, callbacks, owner, options) == 0 else { return false }
        let settings = [
            (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.maxConcurrentStreams),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.maxHeaderBytes),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.uploadWindow),
        ].map { nghttp2_settings_entry(settings_id: Int32($0.rawValue), value: UInt32(clamping: $1)) }
        return unsafe settings.withUnsafeBufferPointer { entries in
            let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
            return unsafe nghttp2_submit_settings(raw, flags, entries.baseAddress, entries.count) == 0
        }
    }

    // MARK: Requests

    func began(_ stream: Int32, isRequest: Bool) {
        if isRequest {
            openStreams += 1
            incoming[stream] = RequestAssembly(limits: limits, peer: peer)
        } else {
            incoming[stream]?.beginTrailers()
        }
    }

    func received(body bytes: Span<UInt8>, on stream: Int32) {
        _ = unsafe nghttp2_session_consume_connection(raw, bytes.count)
        guard incoming[stream] != nil else {
            // The rest of a refused request, which is ignored.
            _ = unsafe nghttp2_session_consume_stream(raw, stream, bytes.count)
            return
        }
        incoming[stream]?.add(body: bytes)
        if credit.received(bytes.count, on: stream, oldest: { incoming.keys.min() }) {
            _ = unsafe nghttp2_session_consume_stream(raw, stream, bytes.count)
        }
        refuseIfNeeded(stream)
    }

    func received(_ head: nghttp2_frame_hd) {
        let kind = UInt32(head.type)
        let endsStream = UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0
        let isHeaders = kind == NGHTTP2_HEADERS.rawValue
        let isData = kind == NGHTTP2_DATA.rawValue
        countUseless(kind, isUseful: isHeaders || (isData && (head.length > 0 || endsStream)))
        guard isHeaders || isData else { return }
        refuseIfNeeded(head.stream_id)
        guard let assembly = incoming[head.stream_id] else { return }
        if isHeaders, assembly.isMalformed {
            giveUp(head.stream_id)
            countMalformed()
            reset(head.stream_id, .protocolError)
        } else if endsStream {
            giveUp(head.stream_id)
            events.append(.request(assembly.finished(), stream: head.stream_id))
        } else if isHeaders, assembly.expectsContinue {
            _ = unsafe raw.map { unsafe continuation.submitInterim(to: $0, head.stream_id) }  // RFC 9110 §10.1.1
        }
    }

    /// Reports a request that is too large at once; the rest of it is ignored.
    private func refuseIfNeeded(_ stream: Int32) {
        guard let assembly = incoming[stream], let status = assembly.refusal else { return }
        giveUp(stream)
        events.append(.refused(status: status, assembly.finished(), stream: stream))
    }

    /// Forgets a request that is complete or will not be, and gives others the credit that they wait for.
    private func giveUp(_ stream: Int32) {
        guard let assembly = incoming.removeValue(forKey: stream) else { return }
        for (stream, count) in credit.ended(stream, count: assembly.bodyCount, oldest: { incoming.keys.min() }) {
            _ = unsafe nghttp2_session_consume_stream(raw, stream, count)
        }
    }

    func closed(_ stream: Int32, _ code: UInt32) {
        giveUp(stream)
        outgoing[stream] = nil
        openStreams = max(0, openStreams - 1)
        events.append(.closed(stream: stream, code: code))
    }

    /// A response that ended before its request: the client need not send the rest (RFC 9113 §8.1).
    func sentEnd(of stream: Int32) {
        guard unsafe nghttp2_session_get_stream_remote_close(raw, stream) == 0 else { return }
        reset(stream, .noError)
    }

    // MARK: Floods

    private func countUseless(_ kind: UInt32, isUseful: Bool) {
        guard !isUseful else {
            uselessFrames = 0
            return
        }
        // Of these a download needs many.
        guard kind != NGHTTP2_WINDOW_UPDATE.rawValue else { return }
        uselessFrames += 1
        if uselessFrames > limits.maxUselessFrames { terminate() }
    }

    func countMalformed() {
        malformedRequests += 1
        if malformedRequests > limits.maxUselessFrames { terminate() }
    }

    private func terminate() {
        _ = unsafe nghttp2_session_terminate_session(raw, HTTP2Code.enhanceYourCalm.rawValue)
    }
}
