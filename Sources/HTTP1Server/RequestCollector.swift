import UV

/// Builds one request at a time from what the parser finds.
///
/// All ranges that come in lie in the current input. The head is copied in one piece when it is complete, or once for each
/// input that it is spread over; until then `shift` maps a place in the input to its place in the head.
struct RequestCollector {
    private enum Stage { case start, head, body, complete }

    /// So much memory a connection keeps between two requests.
    private static let keptCapacity = 4096
    private static let keptFields = 64

    private(set) var failure: ParseFailure?

    private let limits: ParserLimits
    private var stage = Stage.start
    private var head: [UInt8] = []
    private var body: [UInt8] = []
    private var method = 0..<0
    private var target = 0..<0
    private var fields: [Request.FieldRange] = []
    private var trailers: [Request.FieldRange] = []
    private var isInTrailerName = false
    private var shift = 0
    private var uncopied = 0
    private var hasValue = true
    private var facts = HeadFacts(majorVersion: 1, minorVersion: 1, isHEAD: false, isChunked: false)
    private var expectsContinue = false
    private var keepsAlive = false
    /// Whether what is here belongs to a request that was handed out.
    private var isTaken = false

    init(limits: ParserLimits) {
        self.limits = limits
    }

    var progress: RequestParser.Progress {
        switch stage {
        case .start: .betweenRequests
        case .head: .inHead
        case .body: .inBody(expectsContinue: expectsContinue && body.isEmpty)
        case .complete: .complete
        }
    }

    /// The target of the request that has begun; empty as long as it is not copied.
    var targetSoFar: [UInt8] {
        isTaken || target.upperBound > head.count ? [] : Array(head[target])
    }

    // MARK: Input

    /// A new input is parsed from `offset` on.
    mutating func begin(at offset: Int) {
        if isTaken { startAnew() }
        uncopied = offset
        shift = head.count - offset
    }

    /// The input is used up.
    mutating func end(_ input: Span<UInt8>) {
        guard stage == .head else { return }
        head.append(copying: input.extracting(uncopied...))
        uncopied = input.count
        if head.count > limits.maxHeaderBytes { failure = fields.isEmpty ? .targetTooLong : .headerTooLarge }
    }

    // MARK: Head

    mutating func method(_ range: Range<Int>) -> Int32 {
        if stage == .start {
            stage = .head
            uncopied = range.lowerBound
            shift = -range.lowerBound
            method = 0..<range.count
        } else {
            method = 0..<(range.upperBound + shift)
        }
        return 0
    }

    mutating func target(_ range: Range<Int>) -> Int32 {
        let lower = target.isEmpty ? range.lowerBound + shift : target.lowerBound
        target = lower..<(range.upperBound + shift)
        return 0
    }

    mutating func name(_ range: Range<Int>, in input: Span<UInt8>) -> Int32 {
        guard stage == .head else { return trailerName(range, in: input) }
        let lower = range.lowerBound + shift
        let upper = range.upperBound + shift
        if !hasValue, let last = fields.indices.last, fields[last].name.upperBound == lower {
            fields[last].name = fields[last].name.lowerBound..<upper
            fields[last].value = upper..<upper
            return 0
        }
        guard fields.count < limits.maxFields else { return fail(.tooManyFields) }
        if fields.isEmpty { fields.reserveCapacity(16) }
        fields.append((lower..<upper, upper..<upper))
        hasValue = false
        return 0
    }

    mutating func value(_ range: Range<Int>, in input: Span<UInt8>) -> Int32 {
        guard stage == .head else { return trailerValue(range, in: input) }
        guard let last = fields.indices.last else { return 0 }
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

    mutating func headComplete(_ facts: HeadFacts, in input: Span<UInt8>) -> Int32 {
        self.facts = facts
        let end = (fields.last?.value.upperBound ?? target.upperBound) - shift
        if end > uncopied { head.append(copying: input.extracting(uncopied..<end)) }
        stage = .body
        guard facts.majorVersion == 1, facts.minorVersion <= 1 else { return fail(.unsupportedVersion) }
        guard head.count <= limits.maxHeaderBytes else { return fail(.headerTooLarge) }
        if let length = facts.contentLength, length > limits.maxBodyBytes { return fail(.bodyTooLarge) }
        do throws(ParseFailure) {
            let inspection = try FieldInspection(&fields, in: head, facts)
            expectsContinue = inspection.expectsContinue
        } catch {
            return fail(error)
        }
        return 0
    }

    // MARK: Body

    mutating func body(_ range: Range<Int>, in input: Span<UInt8>) -> Int32 {
        guard body.count + range.count <= limits.maxBodyBytes else { return fail(.bodyTooLarge) }
        // Only so much on the client's word alone.
        if body.isEmpty, let length = facts.contentLength { body.reserveCapacity(min(Int(length), 1024 * 1024)) }
        body.append(copying: input.extracting(range))
        return 0
    }

    mutating func messageComplete(keepsAlive: Bool) {
        self.keepsAlive = keepsAlive
        for index in trailers.indices { trailers[index].value = head.trimmed(trailers[index].value) }
        stage = .complete
    }

    var answerFacts: AnswerFacts {
        AnswerFacts(minorVersion: facts.minorVersion, isHEAD: facts.isHEAD, keepsAlive: keepsAlive)
    }

    /// Hands the request out; of its memory only that of the head is kept.
    mutating func take(from peer: String) -> Request {
        var request = Request(
            head: head,
            method: method,
            target: target,
            fields: fields,
            minorVersion: facts.minorVersion,
            peer: peer
        )
        swap(&request.body, &body)
        swap(&request.trailers, &trailers)
        stage = .start
        isTaken = true
        return request
    }

    /// Forgets the request; its memory, if it is not much and nobody has kept it, is used for the next one.
    private mutating func startAnew() {
        isTaken = false
        head.removeAll(keepingCapacity: head.capacity <= Self.keptCapacity)
        fields.removeAll(keepingCapacity: fields.capacity <= Self.keptFields)
        target = 0..<0
        hasValue = true
        isInTrailerName = false
        expectsContinue = false
    }

    /// Whether what has arrived could be a method that llhttp does not know, rather than no HTTP at all.
    func startsLikeMethod(_ rest: Span<UInt8>) -> Bool {
        var count = 0
        for byte in head.prefix(64) {
            guard byte.isTokenCharacter else { return byte == UInt8(ascii: " ") && count > 0 }
            count += 1
        }
        for index in 0..<min(rest.count, 64) {
            let byte = rest[index]
            guard byte.isTokenCharacter else { return byte == UInt8(ascii: " ") && count > 0 }
            count += 1
        }
        return count > 0
    }

    private mutating func fail(_ failure: ParseFailure) -> Int32 {
        self.failure = failure
        return -1
    }
}

// MARK: - Trailers

extension RequestCollector {
    /// Trailers are rare: each is copied behind the head as it comes.
    private mutating func trailerName(_ range: Range<Int>, in input: Span<UInt8>) -> Int32 {
        let start = head.count
        guard append(range, of: input) else { return fail(.headerTooLarge) }
        if isInTrailerName, let last = trailers.indices.last {
            trailers[last].name = trailers[last].name.lowerBound..<head.count
            trailers[last].value = head.count..<head.count
            return 0
        }
        guard trailers.count < limits.maxFields else { return fail(.tooManyFields) }
        trailers.append((start..<head.count, head.count..<head.count))
        isInTrailerName = true
        return 0
    }

    private mutating func trailerValue(_ range: Range<Int>, in input: Span<UInt8>) -> Int32 {
        guard let last = trailers.indices.last else { return 0 }
        let start = isInTrailerName ? head.count : trailers[last].value.lowerBound
        isInTrailerName = false
        guard append(range, of: input) else { return fail(.headerTooLarge) }
        trailers[last].value = start..<head.count
        return 0
    }

    private mutating func append(_ range: Range<Int>, of input: Span<UInt8>) -> Bool {
        guard head.count + range.count <= limits.maxHeaderBytes else { return false }
        head.append(copying: input.extracting(range))
        return true
    }
}
