private import CLLHTTP
import Messages

/// Cuts bytes into requests, with llhttp.
///
/// It pauses after each complete request, so that whoever feeds it decides when the next one is wanted. Two parts it reads
/// itself and gives llhttp a form that every version knows: methods, of which llhttp has a list, and lines before chunks.
@safe final class RequestParser {
    /// Where the parser stands after what it was given.
    enum Progress: Equatable {
        /// Between two requests; nothing of the next has arrived.
        case betweenRequests
        case inHead
        /// `expectsContinue`: the client waits for a 100 before it sends the body (RFC 9110 §10.1.1).
        case inBody(expectsContinue: Bool)
        /// A request is complete: `takeRequest` has it.
        case complete
        case failed(ParseFailure)
    }

    /// What the callbacks reach: what is collected, and the input that they point into.
    @safe private struct Context {
        var collector: RequestCollector
        var input = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    }

    private let llhttp: UnsafeMutablePointer<llhttp_t>
    private let settings: UnsafeMutablePointer<llhttp_settings_t>
    private let context: UnsafeMutablePointer<Context>
    private var chunkLine = ChunkLine()

    init(limits: ParserLimits) {
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

    /// Parses `input` from `offset` on, up to the end of one request at most, and moves `offset` behind what it used.
    func parse(_ input: Span<UInt8>, from offset: inout Int) -> Progress {
        unsafe context.pointee.collector.begin(at: offset)
        do throws(ParseFailure) {
            while offset < input.count, stage != .complete { try advance(input, from: &offset) }
            return try unsafe context.pointee.collector.end(input)
        } catch {
            return .failed(error)
        }
    }

    /// What the request that `parse` completed demands of its answer.
    var answerFacts: AnswerFacts { unsafe context.pointee.collector.answerFacts }

    /// The request that `parse` completed, which the parser forgets; it came from `peer`, at `time` in milliseconds since
    /// 1970.
    func takeRequest(from peer: String = "", at time: Int64 = 0) -> Request {
        unsafe context.pointee.collector.take(from: peer, at: time)
    }

    /// The target of the request that has begun, as far as it is known.
    var targetSoFar: [UInt8] { unsafe context.pointee.collector.targetSoFar }

    /// Method and target of the request that was taken; nil when the next one has begun.
    var takenLine: (method: [UInt8], target: [UInt8])? { unsafe context.pointee.collector.takenLine }

    private var stage: RequestCollector.Stage { unsafe context.pointee.collector.stage }

    /// Reads up to the end of a part of the request, or of the input.
    private func advance(_ input: Span<UInt8>, from offset: inout Int) throws(ParseFailure) {
        switch stage {
        case .start, .method: try readMethod(input, from: &offset)
        case .chunkLine: try readChunkLine(input, from: &offset)
        case .head, .body, .trailers:
            try unsafe input.withUnsafeBufferPointer { buffer throws(ParseFailure) in
                try unsafe execute(buffer, from: &offset)
            }
        case .complete: break
        }
    }

    private func readMethod(_ input: Span<UInt8>, from offset: inout Int) throws(ParseFailure) {
        guard let method = try unsafe context.pointee.collector.readMethod(input, from: &offset) else { return }
        let standIn: StaticString = method == .connect ? "CONNECT " : "GET "
        let status = unsafe feed(UnsafeBufferPointer(start: standIn.utf8Start, count: standIn.utf8CodeUnitCount))
        guard status == HPE_OK else { throw failure(status) }
        chunkLine = ChunkLine()
    }

    private func readChunkLine(_ input: Span<UInt8>, from offset: inout Int) throws(ParseFailure) {
        guard let size = try chunkLine.read(input, from: &offset) else { return }
        try unsafe context.pointee.collector.beginChunk(size, at: offset)
        var line = String(size, radix: 16) + "\r\n"
        let status = line.withUTF8 { unsafe feed($0) }
        guard status == HPE_OK else { throw failure(status) }
    }

    /// Gives llhttp bytes that no callback points into.
    private func feed(_ text: UnsafeBufferPointer<UInt8>) -> llhttp_errno_t {
        let bytes = unsafe UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
        return unsafe llhttp_execute(llhttp, bytes, text.count)
    }

    private func execute(_ input: UnsafeBufferPointer<UInt8>, from offset: inout Int) throws(ParseFailure) {
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

    /// Each callback does one thing: it hands over to the collector.
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
        let context = unsafe context(parser)
        return unsafe context.pointee.collector.target(range(context, start, count))
    }

    private static func name(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        let context = unsafe context(parser)
        return unsafe context.pointee.collector.name(range(context, start, count))
    }

    private static func value(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        let context = unsafe context(parser)
        return unsafe context.pointee.collector.value(range(context, start, count))
    }

    private static func body(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        let context = unsafe context(parser)
        let range = unsafe range(context, start, count)
        return unsafe context.pointee.collector.body(range, in: context.pointee.input.span)
    }

    /// Stops before a body, which is not read before the head is checked.
    private static func headComplete(_ parser: Parser) -> Int32 {
        let facts = unsafe facts(parser)
        unsafe context(parser).pointee.collector.headComplete(facts)
        let hasBody = facts.isChunked || (facts.contentLength ?? 0) > 0
        return hasBody ? Int32(HPE_PAUSED.rawValue) : 0
    }

    /// Stops before the line of the next chunk; behind the last one there are trailers instead.
    private static func chunkComplete(_ parser: Parser) -> Int32 {
        let isInTrailers = unsafe context(parser).pointee.collector.stage == .trailers
        return isInTrailers ? 0 : Int32(HPE_PAUSED.rawValue)
    }

    private static func messageComplete(_ parser: Parser) -> Int32 {
        unsafe context(parser).pointee.collector.messageComplete(keepsAlive: llhttp_should_keep_alive(parser) != 0)
        return Int32(HPE_PAUSED.rawValue)
    }

    private typealias Parser = UnsafeMutablePointer<llhttp_t>?
    private typealias Start = UnsafePointer<CChar>?

    private static func context(_ parser: Parser) -> UnsafeMutablePointer<Context> {
        unsafe parser.unsafelyUnwrapped.pointee.data.assumingMemoryBound(to: Context.self)
    }

    /// Where in the input llhttp points to.
    private static func range(_ context: UnsafeMutablePointer<Context>, _ start: Start, _ count: Int) -> Range<Int> {
        let base = unsafe UnsafeRawPointer(context.pointee.input.baseAddress.unsafelyUnwrapped)
        let lower = unsafe UnsafeRawPointer(start.unsafelyUnwrapped) - base
        return unsafe Range(uncheckedBounds: (lower, lower + count))
    }

    /// What llhttp knows when the head is complete; CONNECT and Upgrade must not make it leave HTTP.
    private static func facts(_ parser: Parser) -> HeadFacts {
        let parser = unsafe parser.unsafelyUnwrapped
        unsafe parser.pointee.upgrade = 0
        let flags = unsafe UInt32(parser.pointee.flags)
        return unsafe HeadFacts(
            majorVersion: Int(parser.pointee.http_major),
            minorVersion: Int(parser.pointee.http_minor),
            contentLength: flags & F_CONTENT_LENGTH.rawValue == 0 ? nil : parser.pointee.content_length,
            isChunked: flags & F_CHUNKED.rawValue != 0
        )
    }

    private func failure(_ status: llhttp_errno_t) -> ParseFailure {
        switch status {
        case HPE_INVALID_VERSION:
            // A version that is supported is not what is wrong, but what follows it.
            let isSupported = unsafe llhttp.pointee.http_major == 1 && llhttp.pointee.http_minor <= 1
            return isSupported ? .malformedLine : .unsupportedVersion
        case HPE_INVALID_TRANSFER_ENCODING: return stage == .trailers ? .forbiddenTrailer : .unsupportedCoding
        case HPE_UNEXPECTED_CONTENT_LENGTH: return .ambiguousLength
        default:
            let reason = unsafe llhttp_get_error_reason(llhttp).map { unsafe String(cString: $0) } ?? ""
            return ParseFailure(400, reason.isEmpty ? "the request is malformed" : reason)
        }
    }
}
