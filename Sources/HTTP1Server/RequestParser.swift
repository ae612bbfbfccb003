private import CLLHTTP
import Messages

/// Parses requests with llhttp, and pauses after each complete one.
///
/// It parses two parts itself, and gives llhttp a form that every version accepts: methods, of which llhttp has a list, and
/// the lines before chunks.
@safe final class RequestParser {
    /// The position of the parser after an input.
    enum Progress: Equatable {
        /// Between two requests; no byte of the next one has arrived.
        case betweenRequests
        case inHead
        /// `expectsContinue`: the client waits for 100 before it sends the body (RFC 9110 §10.1.1).
        case inBody(expectsContinue: Bool)
        /// A request is complete: `takeRequest` returns it.
        case complete
        case failed(RequestFailure)
    }

    /// The data of the callbacks: the collector, and the input that llhttp's pointers refer to.
    @safe private struct Context {
        var collector: RequestCollector
        var input = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    }

    private let llhttp: UnsafeMutablePointer<llhttp_t>
    private let settings: UnsafeMutablePointer<llhttp_settings_t>
    private let context: UnsafeMutablePointer<Context>
    private var chunkLine = ChunkLine()

    init(limits: RequestLimits) {
        unsafe llhttp = .allocate(capacity: 1)
        unsafe settings = .allocate(capacity: 1)
        unsafe context = .allocate(capacity: 1)
        unsafe llhttp.initialize(to: llhttp_t())
        unsafe settings.initialize(to: llhttp_settings_t())
        unsafe context.initialize(to: Context(collector: RequestCollector(limits: limits)))
        unsafe llhttp_settings_init(settings)
        unsafe Self.connect(&settings.pointee)
        unsafe llhttp_init(llhttp, HTTP_REQUEST, settings)
        unsafe llhttp.pointee.data = UnsafeMutableRawPointer(context)
    }

    deinit {
        unsafe context.deinitialize(count: 1)
        unsafe context.deallocate()
        unsafe settings.deallocate()
        unsafe llhttp.deallocate()
    }

    /// Parses `input` from `offset` to the end of one request at most, and advances `offset` past the used bytes.
    func parse(_ input: Span<UInt8>, from offset: inout Int) -> Progress {
        unsafe context.pointee.collector.begin(at: offset)
        do throws(RequestFailure) {
            while offset < input.count, stage != .complete { try advance(input, from: &offset) }
            return try unsafe context.pointee.collector.end(input)
        } catch {
            return .failed(error)
        }
    }

    /// The framing of the response to the request that `parse` completed.
    var responseFraming: ResponseFraming { unsafe context.pointee.collector.responseFraming }

    /// Returns the request that `parse` completed, and forgets it; `peer` sent it at `time` (milliseconds since 1970).
    func takeRequest(from peer: String = "", _ security: ConnectionSecurity? = nil, at time: Int64 = 0) -> Request {
        unsafe context.pointee.collector.take(from: peer, security, at: time)
    }

    /// The target of the request in progress, as far as it is known.
    var targetSoFar: [UInt8] { unsafe context.pointee.collector.targetSoFar }

    /// Method and target of the request that was taken; nil when the next one has begun.
    var takenLine: (method: [UInt8], target: [UInt8])? { unsafe context.pointee.collector.takenLine }

    private var stage: RequestCollector.Stage { unsafe context.pointee.collector.stage }

    /// Parses to the end of a part of the request, or of the input.
    private func advance(_ input: Span<UInt8>, from offset: inout Int) throws(RequestFailure) {
        switch stage {
        case .start, .method: try readMethod(input, from: &offset)
        case .chunkLine: try readChunkLine(input, from: &offset)
        case .head, .body, .trailers:
            try unsafe input.withUnsafeBufferPointer { buffer throws(RequestFailure) in
                try unsafe execute(buffer, from: &offset)
            }
        case .complete: break
        }
    }

    private func readMethod(_ input: Span<UInt8>, from offset: inout Int) throws(RequestFailure) {
        guard let method = try unsafe context.pointee.collector.readMethod(input, from: &offset) else { return }
        let standIn: StaticString = method == .connect ? "CONNECT " : "GET "
        let status = unsafe feed(UnsafeBufferPointer(start: standIn.utf8Start, count: standIn.utf8CodeUnitCount))
        guard status == HPE_OK else { throw failure(status) }
        chunkLine = ChunkLine()
    }

    private func readChunkLine(_ input: Span<UInt8>, from offset: inout Int) throws(RequestFailure) {
        guard let size = try chunkLine.read(input, from: &offset) else { return }
        try unsafe context.pointee.collector.beginChunk(size, at: offset)
        var line = String(size, radix: 16) + "\r\n"
        let status = line.withUTF8 { unsafe feed($0) }
        guard status == HPE_OK else { throw failure(status) }
    }

    /// Feeds llhttp bytes that no callback refers to.
    private func feed(_ text: UnsafeBufferPointer<UInt8>) -> llhttp_errno_t {
        let bytes = unsafe UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
        return unsafe llhttp_execute(llhttp, bytes, text.count)
    }

    private func execute(_ input: UnsafeBufferPointer<UInt8>, from offset: inout Int) throws(RequestFailure) {
        guard let base = unsafe UnsafeRawPointer(input.baseAddress)?.assumingMemoryBound(to: CChar.self) else { return }
        unsafe context.pointee.input = input
        let status = unsafe llhttp_execute(llhttp, base + offset, input.count - offset)
        if let failure = unsafe context.pointee.collector.failure { throw failure }
        guard status != HPE_OK else { return offset = input.count }
        guard status == HPE_PAUSED, let position = unsafe llhttp_get_error_pos(llhttp) else { throw failure(status) }
        offset = unsafe position - base
        unsafe llhttp_resume(llhttp)
        try unsafe context.pointee.collector.pause(at: offset, of: input.span)
    }

    /// Connects each callback to the collector.
    private static func connect(_ settings: inout llhttp_settings_t) {
        unsafe settings.on_url = { unsafe RequestParser.target($0, $1, $2) }
        unsafe settings.on_header_field = { unsafe RequestParser.name($0, $1, $2) }
        unsafe settings.on_header_value = { unsafe RequestParser.value($0, $1, $2) }
        unsafe settings.on_headers_complete = { unsafe RequestParser.headComplete($0) }
        unsafe settings.on_body = { unsafe RequestParser.body($0, $1, $2) }
        unsafe settings.on_chunk_complete = { unsafe RequestParser.chunkComplete($0) }
        unsafe settings.on_message_complete = { unsafe RequestParser.messageComplete($0) }
    }

    private static func target(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        guard let (context, range) = unsafe part(parser, start, count) else { return aborts }
        return unsafe context.pointee.collector.target(range)
    }

    private static func name(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        guard let (context, range) = unsafe part(parser, start, count) else { return aborts }
        return unsafe context.pointee.collector.name(range)
    }

    private static func value(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        guard let (context, range) = unsafe part(parser, start, count) else { return aborts }
        return unsafe context.pointee.collector.value(range)
    }

    private static func body(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        guard let (context, range) = unsafe part(parser, start, count) else { return aborts }
        return unsafe context.pointee.collector.body(range, in: context.pointee.input.span)
    }

    /// Pauses before a body, which is not parsed before the head is checked.
    private static func headComplete(_ parser: Parser) -> Int32 {
        guard let parser = unsafe parser, let context = unsafe context(parser) else { return aborts }
        let framing = unsafe framing(parser)
        unsafe context.pointee.collector.headComplete(framing)
        let hasBody = framing.isChunked || (framing.contentLength ?? 0) > 0
        return hasBody ? Int32(HPE_PAUSED.rawValue) : 0
    }

    /// Pauses before the line of the next chunk; the trailers after the last one have none.
    private static func chunkComplete(_ parser: Parser) -> Int32 {
        guard let context = unsafe context(parser) else { return aborts }
        let isInTrailers = unsafe context.pointee.collector.stage == .trailers
        return isInTrailers ? 0 : Int32(HPE_PAUSED.rawValue)
    }

    private static func messageComplete(_ parser: Parser) -> Int32 {
        guard let context = unsafe context(parser) else { return aborts }
        unsafe context.pointee.collector.messageComplete(keepsAlive: llhttp_should_keep_alive(parser) != 0)
        return Int32(HPE_PAUSED.rawValue)
    }

    private typealias Parser = UnsafeMutablePointer<llhttp_t>?
    private typealias Start = UnsafePointer<CChar>?

    /// The result of a callback that makes llhttp fail.
    private static let aborts: Int32 = -1

    private static func context(_ parser: Parser) -> UnsafeMutablePointer<Context>? {
        guard let data = unsafe parser?.pointee.data else { return nil }
        return unsafe data.assumingMemoryBound(to: Context.self)
    }

    /// Returns the range of the input that llhttp reports, and the context; nil if a pointer is missing.
    private static func part(
        _ parser: Parser,
        _ start: Start,
        _ count: Int
    ) -> (UnsafeMutablePointer<Context>, Range<Int>)? {
        guard let context = unsafe context(parser), let start = unsafe start,
            let base = unsafe context.pointee.input.baseAddress
        else { return nil }
        let lower = unsafe UnsafeRawPointer(start) - UnsafeRawPointer(base)
        return unsafe (context, Range(uncheckedBounds: (lower, lower + count)))
    }

    /// Returns what llhttp knows when the head is complete; CONNECT and Upgrade must not make it leave HTTP.
    private static func framing(_ parser: UnsafeMutablePointer<llhttp_t>) -> RequestFraming {
        unsafe parser.pointee.upgrade = 0
        let flags = unsafe UInt32(parser.pointee.flags)
        return unsafe RequestFraming(
            majorVersion: Int(parser.pointee.http_major),
            minorVersion: Int(parser.pointee.http_minor),
            contentLength: flags & F_CONTENT_LENGTH.rawValue == 0 ? nil : parser.pointee.content_length,
            isChunked: flags & F_CHUNKED.rawValue != 0
        )
    }

    private func failure(_ status: llhttp_errno_t) -> RequestFailure {
        switch status {
        case HPE_INVALID_VERSION:
            // If the version is supported, the error is in the bytes after it.
            let isSupported = unsafe llhttp.pointee.http_major == 1 && llhttp.pointee.http_minor <= 1
            return isSupported ? .malformedLine : .unsupportedVersion
        case HPE_INVALID_TRANSFER_ENCODING: return stage == .trailers ? .forbiddenTrailer : .unsupportedCoding
        case HPE_UNEXPECTED_CONTENT_LENGTH: return .ambiguousLength
        default:
            let reason = unsafe llhttp_get_error_reason(llhttp).map { unsafe String(cString: $0) } ?? ""
            return RequestFailure(400, reason.isEmpty ? "the request is malformed" : reason)
        }
    }
}
