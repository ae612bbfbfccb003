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
    package var clock = 0
    var raw: OpaquePointer?
    private let limits: HTTP2Limits
    private let heads: HeadCache
    private let peer: String
    private let security: ConnectionSecurity?
    private var streams: [Int32: HTTP2Stream] = [:]
    /// The stream that was used last: usually the next one too.
    private var recent: HTTP2Stream?
    private var credit: UploadCredit
    var events: [Event] = []
    var hasFailed = false
    var floods: FloodGuard
    var breaches = Breaches()
    private lazy var continuation = HeadPairs(Self.continueResponse).head

    package init(
        limits: HTTP2Limits = HTTP2Limits(),
        heads: HeadCache,
        peer: String = "",
        security: ConnectionSecurity? = nil
    ) {
        self.limits = limits
        self.heads = heads
        self.peer = peer
        self.security = security
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

    /// Hands frames to `send` until there are none, or `send` returns false.
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
        guard !events.isEmpty else { return [] }
        defer { events = [] }
        return events
    }

    /// Whether the session has ended the connection with GOAWAY: no more is read.
    package var hasEnded: Bool { breaches.hasEnded }

    /// Whether nothing more is to be read or sent: the connection can be closed.
    package var isOver: Bool {
        unsafe hasFailed || (nghttp2_session_want_read(raw) == 0 && nghttp2_session_want_write(raw) == 0)
    }

    /// Requests that have begun and whose stream has not ended.
    package var openStreams: Int { streams.count }

    /// The streams that wait for the client, and the time of their last progress.
    package var waits: [(stream: Int32, awaited: Awaited, since: Int)] {
        streams.values.compactMap { stream in stream.awaited.map { (stream.id, $0, stream.progressAt) } }
    }

    /// The complete requests whose responses are not.
    package var unanswered: [HangUp] { streams.values.compactMap(\.hangUp) }

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
        guard let session = unsafe raw, let state = self.stream(stream), state.body == nil else { return }
        let head = heads.head(of: response)
        head.stamp(date)
        var body = OutgoingBody(head, hasContent: hasBody)
        body.allow(allowance)
        if allowance == .max, response.source == nil || !hasBody { body.end(.complete) }
        let endsWithHead = body.isEmpty && body.ending == .complete && (!hasBody || head.trailers == nil)
        state.body = body
        state.progressAt = clock
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
        self.stream(stream)?.body?.supply(bytes)
        allow(bytes.count, on: stream)
    }

    /// Lets so many more bytes of the content go out.
    package func allow(_ count: Int, on stream: Int32) {
        self.stream(stream)?.body?.allow(count)
        resume(stream)
    }

    /// Ends the response after what has been allowed, even if that is less than its Content-Length.
    package func finish(_ stream: Int32) {
        self.stream(stream)?.body?.end(.complete)
        resume(stream)
    }

    /// Resets the stream after what has been allowed has been sent.
    package func finish(_ stream: Int32, resetting code: HTTP2Code) {
        self.stream(stream)?.body?.end(.reset(code))
        resume(stream)
    }

    private func resume(_ stream: Int32) {
        guard let state = self.stream(stream), state.body != nil else { return }
        state.progressAt = clock
        _ = unsafe nghttp2_session_resume_data(raw, stream)
    }

    /// Resets one stream (RST_STREAM, RFC 9113 §6.4), before what has not been sent.
    package func reset(_ stream: Int32, _ code: HTTP2Code) {
        guard unsafe raw != nil else { return }
        self.stream(stream)?.isReset = true
        _ = unsafe nghttp2_submit_rst_stream(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
    }

    /// Rejects a request that is not complete.
    package func refuse(_ stream: Int32, _ failure: RequestFailure) {
        guard let state = self.stream(stream), let request = giveUp(state) else { return }
        events.append(.refused(failure, request, stream: stream))
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
        // Above the session's own limits, which say ENHANCE_YOUR_CALM.
        _ = unsafe hypermock_limit_stream_resets(
            options,
            UInt64(clamping: 2 * limits.resetBurst),
            UInt64(clamping: 2 * limits.resetsPerSecond)
        )
        unsafe hypermock_limit_continuations(options, limits.maxContinuations)
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe nghttp2_session_server_new2(&raw, callbacks, owner, options) == 0 else { return false }
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

    // MARK: Requests

    func stream(_ id: Int32) -> HTTP2Stream? {
        if recent?.id != id { recent = streams[id] }
        return recent
    }

    func began(_ id: Int32, isRequest: Bool) {
        guard isRequest else { return }
        let stream = HTTP2Stream(id, RequestAssembly(limits: limits.request, peer: peer, security), at: clock)
        streams[id] = stream
        recent = stream
    }

    /// Takes a field of a request.
    ///
    /// - Returns: false if no more may be decompressed: the connection ends.
    func received(name: Span<UInt8>, value: Span<UInt8>, on id: Int32) -> Bool {
        guard stream(id)?.assembly?.add(name: name, value: value) != true else { return true }
        return allows(floods.countExcess(name.count + value.count + 32, at: clock))
    }

    func received(body bytes: Span<UInt8>, on id: Int32) {
        _ = unsafe nghttp2_session_consume_connection(raw, bytes.count)
        guard let stream = stream(id), stream.assembly != nil else {
            // The rest of a refused request, which is ignored.
            _ = unsafe nghttp2_session_consume_stream(raw, id, bytes.count)
            return
        }
        stream.assembly?.add(body: bytes)
        stream.progressAt = clock
        if credit.received(bytes.count, on: id, oldest: { oldestUpload }) {
            _ = unsafe nghttp2_session_consume_stream(raw, id, bytes.count)
        }
        if let failure = stream.assembly?.failure { refuse(id, failure) }
    }

    private var oldestUpload: Int32? {
        streams.values.lazy.filter { $0.assembly != nil }.map(\.id).min()
    }

    func received(_ head: nghttp2_frame_hd) {
        let kind = UInt32(head.type)
        let endsStream = UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0
        let isHeaders = kind == NGHTTP2_HEADERS.rawValue
        let isData = kind == NGHTTP2_DATA.rawValue
        let isUseful = isHeaders || (isData && (head.length > 0 || endsStream))
        guard allows(floods.count(kind, isUseful: isUseful, at: clock)) else { return }
        guard isHeaders || isData, let stream = stream(head.stream_id), stream.assembly != nil else { return }
        if isHeaders { stream.assembly?.endFields() }
        if stream.assembly?.isMalformed == true {
            _ = giveUp(stream)
            receivedInvalid("Host differs from :authority (RFC 9113 section 8.3.1)")
            reset(stream.id, .protocolError)
            report(.protocolError, endsConnection: false)
        } else if let failure = stream.assembly?.failure {
            refuse(stream.id, failure)
        } else if endsStream {
            guard let request = giveUp(stream) else { return }
            stream.ask(request)
            events.append(.request(request, stream: stream.id))
        } else if isHeaders, stream.assembly?.expectsContinue == true {
            _ = unsafe raw.map { unsafe continuation.submitInterim(to: $0, stream.id) }  // RFC 9110 §10.1.1
        }
    }

    /// Takes a request that is complete or will not be, and gives others the credit that they wait for.
    private func giveUp(_ stream: HTTP2Stream) -> Request? {
        guard let assembly = stream.assembly else { return nil }
        stream.assembly = nil
        guard assembly.bodyCount > 0 else { return assembly.request }
        for (stream, count) in credit.ended(stream.id, count: assembly.bodyCount, oldest: { oldestUpload }) {
            _ = unsafe nghttp2_session_consume_stream(raw, stream, count)
        }
        return assembly.request
    }

    func closed(_ id: Int32, _ code: UInt32) {
        guard let stream = stream(id) else { return }
        _ = giveUp(stream)
        recent = nil
        streams[id] = nil
        guard !stream.isSent || code != 0 else { return }
        events.append(.closed(stream: id, code: code, hangUp: stream.hangUp))
    }

    // MARK: Responses on their way

    /// Fills a DATA frame.
    func read(
        _ id: Int32,
        _ into: UnsafeMutablePointer<UInt8>,
        _ capacity: Int,
        _ flags: UnsafeMutablePointer<UInt32>?
    ) -> Int {
        guard let stream = stream(id), let range = stream.body?.next(capacity), let body = stream.body else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        stream.progressAt = clock
        floods.sentData()
        unsafe body.bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress, !range.isEmpty else { return }
            unsafe into.update(from: start + range.lowerBound, count: range.count)
        }
        guard !body.hasAllowance, let ending = body.ending else {
            guard range.isEmpty else { return range.count }
            events.append(.sent(stream: id))
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        switch ending {
        case .complete:
            unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            guard body.isEmpty, let trailers = body.head.trailers, let session = unsafe raw,
                unsafe trailers.submitTrailers(to: session, id) == 0
            else { break }
            unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
        case .reset(let code):
            // It follows this frame.
            reset(id, code)
            if range.isEmpty { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        }
        return range.count
    }

    /// Called when the last frame of a response is made; if its request is not complete, the client need not send the rest
    /// (RFC 9113 §8.1).
    func sentEnd(of id: Int32) {
        stream(id)?.isSent = true
        guard unsafe nghttp2_session_get_stream_remote_close(raw, id) == 0 else { return }
        reset(id, .noError)
    }
}
