import Messages
import UV

/// Builds one request at a time from the ranges that the parser reports.
///
/// The ranges refer to the current input. The head is copied in one piece when it is complete, or once for each input that
/// it spans; until then `shift` maps an offset in the input to its offset in the head. Trailer fields are appended to the
/// head in the same way.
struct RequestCollector {
    /// The part of a request that comes next.
    enum Stage { case start, method, head, chunkLine, body, trailers, complete }

    /// The kinds of method that llhttp distinguishes: a host follows `CONNECT` (RFC 9112 §3.2.3).
    enum Method { case connect, other }

    private static let connect = [UInt8]("CONNECT".utf8)
    /// The largest capacities that a connection keeps between two requests.
    private static let keptCapacity = 4096
    private static let keptFields = 64

    private(set) var stage = Stage.start
    private(set) var failure: RequestFailure?

    private let limits: RequestLimits
    private var head: [UInt8] = []
    private var body: [UInt8] = []
    private var method = 0..<0
    private var target = 0..<0
    /// The header fields, then the trailer fields.
    private var fields: [FieldRange] = []
    private var headerFieldCount = 0
    private var trailersStart = 0
    private var shift = 0
    private var uncopied = 0
    private var hasValue = true
    private var framing = RequestFraming(majorVersion: 1, minorVersion: 1, isChunked: false)
    private var isAfterCarriageReturn = false
    private var expectsContinue = false
    private var isMessageComplete = false
    private var keepsAlive = false
    /// Whether the current request was taken.
    private var isTaken = false

    init(limits: RequestLimits) {
        self.limits = limits
    }

    /// The target of the request in progress; empty until it is copied.
    var targetSoFar: [UInt8] {
        isTaken || target.upperBound > head.count ? [] : Array(head[target])
    }

    /// Method and target of the request that was taken; nil when the next one has begun.
    var takenLine: (method: [UInt8], target: [UInt8])? {
        isTaken ? (Array(head[method]), Array(head[target])) : nil
    }

    // Inlined, because otherwise the whole collector is copied.
    @inline(__always)
    var responseFraming: ResponseFraming {
        ResponseFraming(
            minorVersion: framing.minorVersion,
            isHEAD: method.count == 4 && head[method].elementsEqual("HEAD".utf8),
            keepsAlive: keepsAlive
        )
    }

    // MARK: Input

    /// Starts parsing a new input at `offset`.
    mutating func begin(at offset: Int) {
        if isTaken { startAnew() }
        uncopied = offset
        shift = head.count - offset
    }

    /// Called when the input is used or the request is complete.
    mutating func end(_ input: Span<UInt8>) throws(RequestFailure) -> RequestParser.Progress {
        switch stage {
        case .start: return .betweenRequests
        case .method, .head:
            try copy(input, to: input.count)
            return .inHead
        case .trailers: try copy(input, to: input.count)
        case .chunkLine, .body: break
        case .complete: return .complete
        }
        return .inBody(expectsContinue: expectsContinue && body.isEmpty)
    }

    /// Called when llhttp has paused at `offset`: after the head, a chunk, or the request.
    mutating func pause(at offset: Int, of input: Span<UInt8>) throws(RequestFailure) {
        switch stage {
        case .head: try endHead(at: offset, of: input)
        case .trailers: try endTrailers(at: offset, of: input)
        case .start, .method, .chunkLine, .body, .complete: break
        }
        stage = isMessageComplete ? .complete : framing.isChunked ? .chunkLine : .body
    }

    /// Copies the rest of the head or the trailers.
    private mutating func copy(_ input: Span<UInt8>, to end: Int) throws(RequestFailure) {
        head.append(copying: input.extracting(uncopied..<end))
        uncopied = end
        guard head.count > limits.maxHeaderBytes else { return }
        throw fields.isEmpty || target.upperBound > limits.maxHeaderBytes ? .targetTooLong : .headerTooLarge
    }

    // MARK: Head

    /// Skips empty lines (RFC 9112 §2.2), then reads a method and the space after it.
    ///
    /// - Returns: The kind of method; nil if it is not complete.
    /// - Throws: `RequestFailure` if this is not the start of a request.
    mutating func readMethod(_ input: Span<UInt8>, from offset: inout Int) throws(RequestFailure) -> Method? {
        while stage == .start, offset < input.count { try readLineEnd(input[offset], at: &offset) }
        while offset < input.count, input[offset].isTokenCharacter { offset += 1 }
        guard offset + shift <= RequestLimits.maxMethodBytes else { throw .methodTooLong }
        guard offset < input.count else { return nil }
        guard input[offset] == UInt8(ascii: " "), offset + shift > 0 else { throw .notHTTP }
        method = 0..<(offset + shift)
        offset += 1
        stage = .head
        return isMethod(Self.connect, input) ? .connect : .other
    }

    private mutating func readLineEnd(_ byte: UInt8, at offset: inout Int) throws(RequestFailure) {
        switch byte {
        case UInt8(ascii: "\r") where !isAfterCarriageReturn:
            isAfterCarriageReturn = true
            offset += 1
        case UInt8(ascii: "\n") where isAfterCarriageReturn:
            isAfterCarriageReturn = false
            offset += 1
        default:
            guard !isAfterCarriageReturn, byte != UInt8(ascii: "\n") else { throw .malformedLine }
            uncopied = offset
            shift = -offset
            stage = .method
        }
    }

    /// Whether the method is `name`; `input` contains its end.
    private func isMethod(_ name: [UInt8], _ input: Span<UInt8>) -> Bool {
        guard method.count == name.count else { return false }
        for index in method where (index < head.count ? head[index] : input[index - shift]) != name[index] {
            return false
        }
        return true
    }

    mutating func target(_ range: Range<Int>) -> Int32 {
        let lower = target.isEmpty ? range.lowerBound + shift : target.lowerBound
        target = lower..<(range.upperBound + shift)
        return 0
    }

    mutating func name(_ range: Range<Int>) -> Int32 {
        let lower = range.lowerBound + shift
        let upper = range.upperBound + shift
        if !hasValue, let last = fields.indices.last, fields[last].name.upperBound == lower {
            fields[last].name = fields[last].name.lowerBound..<upper
            fields[last].value = upper..<upper
            return 0
        }
        guard fields.count < limits.maxFields else { return fail(.tooManyFields) }
        if fields.isEmpty { fields.reserveCapacity(16) }
        fields.append(FieldRange(name: lower..<upper, value: upper..<upper))
        hasValue = false
        return 0
    }

    mutating func value(_ range: Range<Int>) -> Int32 {
        // llhttp 8 finds an empty value on the next line.
        guard !range.isEmpty, let last = fields.indices.last else { return 0 }
        let lower = range.lowerBound + shift
        let upper = range.upperBound + shift
        if hasValue {
            // llhttp skips the line end and the white space of a fold, so that the pieces do not touch.
            guard fields[last].value.upperBound == lower else { return fail(.foldedField) }
            fields[last].value = fields[last].value.lowerBound..<upper
        } else {
            fields[last].value = lower..<upper
            hasValue = true
        }
        return 0
    }

    mutating func headComplete(_ framing: RequestFraming) {
        self.framing = framing
    }

    private mutating func endHead(at offset: Int, of input: Span<UInt8>) throws(RequestFailure) {
        try copy(input, to: offset)
        headerFieldCount = fields.count
        guard framing.majorVersion == 1, framing.minorVersion <= 1 else { throw .unsupportedVersion }
        if let length = framing.contentLength, length > limits.maxBodyBytes { throw .bodyTooLarge }
        let firstLine = try RequestLine.end(in: head, method: method, target: target)
        try TargetForm.check(target, method: method, in: head)
        try HeadLines.check(&fields, in: head, from: firstLine)
        expectsContinue = try HeadValidation(fields, in: head, framing, target: target).expectsContinue
    }

    // MARK: Body

    /// Called before a chunk of `size` bytes; 0: the trailers follow.
    mutating func beginChunk(_ size: UInt64, at offset: Int) throws(RequestFailure) {
        guard size <= limits.maxBodyBytes - body.count else { throw .bodyTooLarge }
        guard size == 0 else { return stage = .body }
        stage = .trailers
        uncopied = offset
        shift = head.count - offset
        trailersStart = head.count
        hasValue = true
    }

    mutating func body(_ range: Range<Int>, in input: Span<UInt8>) -> Int32 {
        guard body.count + range.count <= limits.maxBodyBytes else { return fail(.bodyTooLarge) }
        if body.count + range.count > body.capacity { makeRoom(for: range.count) }
        body.append(copying: input.extracting(range))
        return 0
    }

    private mutating func endTrailers(at offset: Int, of input: Span<UInt8>) throws(RequestFailure) {
        try copy(input, to: offset)
        try HeadLines.check(&fields[headerFieldCount...], in: head, from: trailersStart)
        try TrailerFields.check(fields[headerFieldCount...], in: head)
    }

    /// Reserves memory for the body: at first a limited amount, then doubled, and never more than `Content-Length`.
    private mutating func makeRoom(for count: Int) {
        guard let length = framing.contentLength else { return }
        let wanted = min(Int(clamping: length), max(RequestLimits.unseenBodyBytes, 2 * body.capacity))
        body.reserveCapacity(max(body.count + count, wanted))
    }

    mutating func messageComplete(keepsAlive: Bool) {
        self.keepsAlive = keepsAlive
        isMessageComplete = true
    }

    /// Returns the complete request, which `peer` sent at `time`, and keeps only the head.
    mutating func take(from peer: String, _ security: ConnectionSecurity?, at time: Int64) -> Request {
        stage = .start
        isTaken = true
        let hasTrailers = headerFieldCount < fields.count
        var wholeBody: [UInt8] = []
        swap(&wholeBody, &body)
        return Request(
            head: head,
            method: method,
            target: target,
            fields: hasTrailers ? Array(fields[..<headerFieldCount]) : fields,
            body: wholeBody,
            trailers: hasTrailers ? Array(fields[headerFieldCount...]) : [],
            version: framing.minorVersion == 0 ? .http10 : .http11,
            receivedAt: time,
            peer: peer,
            security: security
        )
    }

    /// Forgets the request; its memory is reused if it is small and not shared.
    private mutating func startAnew() {
        isTaken = false
        head.removeAll(keepingCapacity: head.capacity <= Self.keptCapacity)
        fields.removeAll(keepingCapacity: fields.capacity <= Self.keptFields)
        target = 0..<0
        hasValue = true
        expectsContinue = false
        isMessageComplete = false
    }

    private mutating func fail(_ failure: RequestFailure) -> Int32 {
        self.failure = failure
        return -1
    }
}

/// The version of a request and the framing of its body, as llhttp reads them from the head.
struct RequestFraming {
    var majorVersion: Int
    var minorVersion: Int
    var contentLength: UInt64?
    var isChunked: Bool
}

/// The properties of a request that decide how its response is framed.
struct ResponseFraming {
    var minorVersion: Int
    var isHEAD: Bool
    /// Whether the client allows the connection to persist (RFC 9112 §9.3).
    var keepsAlive: Bool
}
