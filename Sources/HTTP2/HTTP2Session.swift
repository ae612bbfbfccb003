import CNGHTTP2
package import Messages

/// HTTP/2 for a server (RFC 9113) without a socket: bytes in, requests out; responses in, bytes out.
@safe package final class HTTP2Session {
    package enum Event: Sendable {
        case request(Request, stream: Int32)
        /// A request that is rejected before it is complete; the rest of it is ignored.
        case refused(RequestFailure, Request, stream: Int32)
        /// All that a response was allowed to send has been sent, and it is not complete.
        case sent(stream: Int32)
        /// The stream has ended before its response was complete (RFC 9113 §7); `hangUp`: by the client.
        case closed(stream: Int32, code: UInt32, hangUp: HangUp?)
        /// The client's first breach of a rule.
        case violated(HTTP2Violation)
    }

    /// The progress of the client that a stream waits for.
    package enum Awaited: Sendable, Hashable {
        case head, body
        /// Room for the response (RFC 9113 §5.2).
        case window
    }

    /// The time of the events, in milliseconds; set by the owner.
    package var clock: Int {
        get { time }
        set { time = newValue }
    }

    /// Not `package`, so that the compiler omits the run-time exclusivity checks.
    private(set) var time = 0
    private(set) var raw: OpaquePointer?
    /// The memory in which nghttp2 builds the frame that it sends.
    private let frameBlock: Exclusive<hypermock_frame_block>
    let limits: HTTP2Limits
    private let heads: HeadCache
    let peer: String
    let security: ConnectionSecurity?
    let streams = Exclusive(StreamTable())
    /// The head, or the trailers, that is arriving on the newest stream.
    let assembly: Exclusive<HeadAssembly>
    var credit: UploadCredit
    let events = Exclusive<[Event]>([])
    var hasFailed = false
    let floods: FloodGuard
    let breaches = Breaches()
    lazy var continuation = HeadPairs(Self.continueResponse).head

    package init(
        limits: HTTP2Limits = HTTP2Limits(),
        heads: HeadCache,
        peer: String = "",
        security: ConnectionSecurity? = nil
    ) {
        self.limits = limits
        self.heads = heads
        unsafe frameBlock = Exclusive(heads.frames.block)
        self.peer = peer
        self.security = security
        assembly = Exclusive(HeadAssembly(limits.request))
        credit = UploadCredit(budget: limits.maxBufferedBytes)
        floods = FloodGuard(limits)
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
        if used < 0 { fail(nghttp2_error(Int32(truncatingIfNeeded: used))) }
        return takeEvents()
    }

    /// Passes frames to `send` until there are none, or `send` returns false.
    package func drain(_ send: (Span<UInt8>) -> Bool) {
        while unsafe raw != nil, unsafe !breaches.hasEnded || nghttp2_session_want_write(raw) != 0 {
            var start: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(raw, &start)
            guard count > 0, let start = unsafe start else {
                if count < 0 { hasFailed = true }
                return
            }
            guard send(unsafe UnsafeBufferPointer(start: start, count: count).span) else { return }
        }
    }

    /// Returns the events since the last call, such as streams that ended when their last frame was sent.
    package func takeEvents() -> [Event] {
        guard !events.value.isEmpty else { return [] }
        defer { events.value = [] }
        return events.value
    }

    /// Whether the session has ended the connection with GOAWAY: no more is read.
    package var hasEnded: Bool { breaches.hasEnded }

    /// Whether nothing more is to be read or sent: the connection can be closed.
    package var isOver: Bool {
        unsafe hasFailed || (nghttp2_session_want_read(raw) == 0 && nghttp2_session_want_write(raw) == 0)
    }

    /// Requests that have begun and whose stream has not ended.
    package var openStreams: Int { streams.value.count }

    /// The streams that wait for the client, and the time of their last progress.
    package var waits: [(stream: Int32, awaited: Awaited, since: Int)] {
        streams.value.open.compactMap { stream in stream.awaited.map { (stream.id, $0, stream.progressAt) } }
    }

    /// The complete requests whose responses are not.
    package var unanswered: [HangUp] { streams.value.open.compactMap(\.hangUp) }

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
        guard let session = unsafe raw, let state = self.stream(stream) else { return }
        guard state.response.value.head == nil else { return }
        let head = heads.head(of: response)
        head.stamp(date)
        state.response.value.begin(head, hasContent: hasBody)
        state.response.value.allow(allowance)
        let isWhole = allowance == .max && (response.source == nil || !hasBody)
        if isWhole { state.response.value.end(.complete) }
        let endsWithHead = isWhole && state.response.value.isEmpty && (!hasBody || head.trailers == nil)
        state.progressAt = time
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = Self.readBody
        let isSubmitted =
            unsafe endsWithHead
            ? head.head.submitHead(to: session, stream, nil) == 0
            : head.head.submitHead(to: session, stream, &provider) == 0
        if !isSubmitted { reset(stream, .internalError) }
    }

    /// Adds the next piece of a content that comes from a source, when the last one is sent.
    package func supply(_ bytes: [UInt8], on stream: Int32) {
        responding(stream)?.response.value.supply(bytes)
        allow(bytes.count, on: stream)
    }

    /// Allows `count` more bytes of the content to be sent.
    package func allow(_ count: Int, on stream: Int32) {
        responding(stream)?.response.value.allow(count)
        resume(stream)
    }

    /// Ends the response after the allowed bytes, even if they are fewer than its Content-Length.
    package func finish(_ stream: Int32) {
        responding(stream)?.response.value.end(.complete)
        resume(stream)
    }

    /// Resets the stream after the allowed bytes have been sent.
    package func finish(_ stream: Int32, resetting code: HTTP2Code) {
        responding(stream)?.response.value.end(.reset(code))
        resume(stream)
    }

    /// The stream, if its response has begun.
    private func responding(_ stream: Int32) -> HTTP2Stream? {
        guard let state = self.stream(stream), state.response.value.head != nil else { return nil }
        return state
    }

    private func resume(_ stream: Int32) {
        guard let state = responding(stream) else { return }
        state.progressAt = time
        _ = unsafe nghttp2_session_resume_data(raw, stream)
    }

    /// Resets one stream (RST_STREAM, RFC 9113 §6.4) at once; unsent bytes are discarded.
    package func reset(_ stream: Int32, _ code: HTTP2Code) {
        guard unsafe raw != nil else { return }
        self.stream(stream)?.isReset = true
        _ = unsafe nghttp2_submit_rst_stream(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
    }

    /// Rejects a request that is not complete.
    package func refuse(_ stream: Int32, _ failure: RequestFailure) {
        guard let state = self.stream(stream), let request = take(state) else { return }
        events.value.append(.refused(failure, request, stream: stream))
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

    /// Creates nghttp2's session.
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
        // Above the session's own limits, which say ENHANCE_YOUR_CALM.
        _ = unsafe hypermock_limit_stream_resets(
            options,
            UInt64(clamping: 2 * limits.resetBurst),
            UInt64(clamping: 2 * limits.resetsPerSecond)
        )
        unsafe hypermock_limit_continuations(options, limits.maxContinuations)
        unsafe hypermock_receive_all_types(options)
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        var session: OpaquePointer?
        let isMade = unsafe hypermock_server_session(&session, callbacks, owner, options, frameBlock.address) == 0
        guard isMade else { return false }
        unsafe raw = session
        let settings = [
            (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.maxConcurrentStreams),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.request.maxHeaderBytes),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.uploadWindow),
        ].map { nghttp2_settings_entry(settings_id: Int32($0.rawValue), value: UInt32(clamping: $1)) }
        return unsafe settings.withUnsafeBufferPointer { entries in
            let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
            return unsafe nghttp2_submit_settings(raw, flags, entries.baseAddress, entries.count) == 0
        }
    }

    func stream(_ id: Int32) -> HTTP2Stream? { streams.value.find(id) }

    // MARK: Responses on their way

    /// Fills a DATA frame.
    func read(
        _ id: Int32,
        _ into: UnsafeMutablePointer<UInt8>,
        _ capacity: Int,
        _ flags: UnsafeMutablePointer<UInt32>?
    ) -> Int {
        guard let stream = stream(id), stream.response.value.head != nil else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        stream.progressAt = time
        floods.sentData()
        let count = unsafe stream.response.value.fill(into, capacity)
        guard !stream.response.value.hasAllowance, let ending = stream.response.value.ending else {
            guard count == 0 else { return count }
            events.value.append(.sent(stream: id))
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        switch ending {
        case .complete:
            unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            guard stream.response.value.isEmpty, let trailers = stream.response.value.head?.trailers,
                let session = unsafe raw, unsafe trailers.submitTrailers(to: session, id) == 0
            else { break }
            unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
        case .reset(let code):
            // It follows this frame.
            reset(id, code)
            if count == 0 { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        }
        return count
    }

    /// Called when the last frame of a response is made; if its request is not complete, the client need not send the rest
    /// (RFC 9113 §8.1).
    func sentEnd(of id: Int32) {
        stream(id)?.isSent = true
        guard unsafe nghttp2_session_get_stream_remote_close(raw, id) == 0 else { return }
        reset(id, .noError)
    }
}
