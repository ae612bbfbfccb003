private import CLLHTTP

/// Cuts bytes into requests, with llhttp.
///
/// It pauses after each complete request, so that whoever feeds it decides when the next one is wanted.
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
        let start = offset
        let status = unsafe input.withUnsafeBufferPointer { unsafe execute($0, from: &offset) }
        if let failure = unsafe context.pointee.collector.failure { return .failed(failure) }
        switch status {
        case HPE_OK: return unsafe context.pointee.collector.progress
        case HPE_PAUSED:
            unsafe llhttp_resume(llhttp)
            return .complete
        default: return .failed(failure(status, input.extracting(start...)))
        }
    }

    /// What the request that `parse` completed demands of its answer.
    var answerFacts: AnswerFacts { unsafe context.pointee.collector.answerFacts }

    /// The request that `parse` completed, which the parser forgets; `peer` is where it came from.
    func takeRequest(from peer: String = "") -> Request {
        unsafe context.pointee.collector.take(from: peer)
    }

    /// The target of the request that has begun, as far as it is known.
    var targetSoFar: [UInt8] { unsafe context.pointee.collector.targetSoFar }

    private func execute(_ input: UnsafeBufferPointer<UInt8>, from offset: inout Int) -> llhttp_errno_t {
        guard let base = unsafe UnsafeRawPointer(input.baseAddress)?.assumingMemoryBound(to: CChar.self) else {
            return HPE_OK
        }
        unsafe context.pointee.input = input
        unsafe context.pointee.collector.begin(at: offset)
        let status = unsafe llhttp_execute(llhttp, base + offset, input.count - offset)
        if status == HPE_OK {
            offset = input.count
            unsafe context.pointee.collector.end(input.span)
        } else if let position = unsafe llhttp_get_error_pos(llhttp) {
            offset = unsafe position - base
        }
        return status
    }

    /// Each callback does one thing: it hands over to the collector.
    private static func connect(_ settings: inout llhttp_settings_t) {
        unsafe settings.on_method = { unsafe RequestParser.method($0, $1, $2) }
        unsafe settings.on_url = { unsafe RequestParser.target($0, $1, $2) }
        unsafe settings.on_header_field = { unsafe RequestParser.name($0, $1, $2) }
        unsafe settings.on_header_value = { unsafe RequestParser.value($0, $1, $2) }
        unsafe settings.on_headers_complete = { unsafe RequestParser.headComplete($0) }
        unsafe settings.on_body = { unsafe RequestParser.body($0, $1, $2) }
        unsafe settings.on_message_complete = { unsafe RequestParser.messageComplete($0) }
    }

    private static func method(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        let context = unsafe context(parser)
        return unsafe context.pointee.collector.method(range(context, start, count))
    }

    private static func target(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        let context = unsafe context(parser)
        return unsafe context.pointee.collector.target(range(context, start, count))
    }

    private static func name(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        let context = unsafe context(parser)
        let range = unsafe range(context, start, count)
        return unsafe context.pointee.collector.name(range, in: context.pointee.input.span)
    }

    private static func value(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        let context = unsafe context(parser)
        let range = unsafe range(context, start, count)
        return unsafe context.pointee.collector.value(range, in: context.pointee.input.span)
    }

    private static func body(_ parser: Parser, _ start: Start, _ count: Int) -> Int32 {
        let context = unsafe context(parser)
        let range = unsafe range(context, start, count)
        return unsafe context.pointee.collector.body(range, in: context.pointee.input.span)
    }

    private static func headComplete(_ parser: Parser) -> Int32 {
        unsafe context(parser).pointee.collector.headComplete(facts(parser), in: context(parser).pointee.input.span)
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
            isHEAD: parser.pointee.method == UInt8(HTTP_HEAD.rawValue),
            contentLength: flags & F_CONTENT_LENGTH.rawValue == 0 ? nil : parser.pointee.content_length,
            isChunked: flags & F_CHUNKED.rawValue != 0
        )
    }

    private func failure(_ status: llhttp_errno_t, _ rest: Span<UInt8>) -> ParseFailure {
        switch status {
        case HPE_INVALID_METHOD:
            let isMethod = unsafe context.pointee.collector.startsLikeMethod(rest)
            return isMethod ? .unknownMethod : ParseFailure(400, "this is not an HTTP request")
        case HPE_INVALID_VERSION, HPE_PAUSED_H2_UPGRADE: return .unsupportedVersion
        case HPE_INVALID_TRANSFER_ENCODING: return .unsupportedCoding
        case HPE_UNEXPECTED_CONTENT_LENGTH: return .ambiguousLength
        default:
            let reason = unsafe llhttp_get_error_reason(llhttp).map { unsafe String(cString: $0) } ?? ""
            return ParseFailure(400, reason.isEmpty ? "the request is malformed" : reason)
        }
    }
}
