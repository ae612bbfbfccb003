import Messages

/// A request while its frames arrive; the rules for its parts are those of HTTP/1.1.
struct RequestAssembly {
    private(set) var request: Request
    /// The reason to reject the request.
    private(set) var failure: RequestFailure?
    private(set) var isHeadComplete = false
    private(set) var expectsContinue = false
    /// Whether `Host` names another authority than `:authority` does (RFC 9113 §8.3.1).
    private(set) var isMalformed = false
    /// Bytes of the body that have arrived.
    private(set) var bodyCount = 0

    private let limits: RequestLimits
    private var authority = 0..<0
    private var hasPath = false
    private var hasFields = false
    /// The index of `Cookie` among the fields, and the rest of its pieces.
    private var cookie: Int?
    private var crumbs: [Range<Int>] = []
    private var headerBytes = 0

    /// The numbers of bytes and fields that suffice for most heads.
    private static let usualHead = 384
    private static let usualFields = 16

    private static let host = [UInt8]("host".utf8)
    private static let expect = [UInt8]("expect".utf8)
    private static let continuation = [UInt8]("100-continue".utf8)
    private static let contentLength = [UInt8]("content-length".utf8)

    init(limits: RequestLimits, peer: String, _ security: ConnectionSecurity? = nil) {
        self.limits = limits
        request = Request(
            head: [],
            method: 0..<0,
            target: 0..<0,
            fields: [],
            version: .http2,
            peer: peer,
            security: security
        )
        request.head.reserveCapacity(Self.usualHead)
        request.fields.reserveCapacity(Self.usualFields)
    }

    // MARK: Head

    /// Adds a field, unless the request is rejected already.
    ///
    /// - Returns: Whether it was not.
    mutating func add(name: Span<UInt8>, value: Span<UInt8>) -> Bool {
        guard failure == nil else { return false }
        take(name: name, value: value)
        return true
    }

    private mutating func take(name: Span<UInt8>, value: Span<UInt8>) {
        // RFC 9113 §6.5.2: an entry counts 32 bytes more than its name and value.
        headerBytes += name.count + value.count + 32
        let isPseudo = name.count > 0 && name[0] == UInt8(ascii: ":")
        guard headerBytes <= limits.maxHeaderBytes else { return fail(isPseudo ? .targetTooLong : .headerTooLarge) }
        if isPseudo { return addPseudoField(name: name, value: value) }
        if isHeadComplete {
            guard hasRoom else { return fail(.tooManyFields) }
            return request.trailers.append(FieldRange(name: append(name), value: append(value)))
        }
        if !hasFields { endPseudoFields() }
        guard hasRoom else { return fail(.tooManyFields) }
        switch name.count {
        case 4 where Self.equals(name, "host"): addHost(value)
        case 6 where Self.equals(name, "cookie"): addCookie(name, value)
        default: request.fields.append(FieldRange(name: append(name), value: append(value)))
        }
    }

    private var hasRoom: Bool { request.fields.count + request.trailers.count < limits.maxFields }

    private mutating func addPseudoField(name: Span<UInt8>, value: Span<UInt8>) {
        if Self.equals(name, ":method") {
            guard value.count <= RequestLimits.maxMethodBytes else { return fail(.methodTooLong) }
            request.method = append(value)
        } else if Self.equals(name, ":path") {
            if request.method.count == request.head.count { request.head.append(UInt8(ascii: " ")) }
            request.target = append(value)
            hasPath = true
        } else if Self.equals(name, ":authority") {
            authority = append(value)
        }
    }

    /// Gives the head the form `method SP target`, and `:authority` the name `host` (RFC 9113 §8.3.1).
    private mutating func endPseudoFields() {
        hasFields = true
        // The target of CONNECT (RFC 9113 §8.5).
        if !hasPath { request.target = authority }
        if request.method.lowerBound != 0 || request.target.lowerBound != request.method.upperBound + 1 { reorder() }
        guard !authority.isEmpty else { return }
        request.fields.append(FieldRange(name: append(Self.host.span), value: authority))
    }

    private mutating func reorder() {
        let old = request.head
        request.head.removeAll(keepingCapacity: true)
        request.method = append(old[request.method].span)
        request.head.append(UInt8(ascii: " "))
        request.target = append(old[request.target].span)
        authority = append(old[authority].span)
    }

    /// Adds `Host`, unless `:authority` says the same; nghttp2 rejects a second one.
    private mutating func addHost(_ value: Span<UInt8>) {
        guard !authority.isEmpty else {
            authority = append(value)
            return request.fields.append(FieldRange(name: append(Self.host.span), value: authority))
        }
        let given = append(value)
        isMalformed = !request.head[given].elementsEqual(request.head[authority]) { $0.lowercased == $1.lowercased }
    }

    private mutating func addCookie(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        guard cookie == nil else { return crumbs.append(append(value)) }
        cookie = request.fields.count
        request.fields.append(FieldRange(name: append(name), value: append(value)))
    }

    /// RFC 9113 §8.2.3: pieces of `Cookie` are one field, joined by "; ".
    private mutating func joinCookie() {
        guard let index = cookie, !crumbs.isEmpty else { return }
        let start = request.head.count
        request.head += request.head[request.fields[index].value]
        for crumb in crumbs {
            request.head += "; ".utf8
            request.head += request.head[crumb]
        }
        request.fields[index].value = start..<request.head.count
        crumbs = []
    }

    /// Called at the end of the header section, and of the trailers.
    mutating func endFields() {
        do throws(RequestFailure) {
            if let failure { throw failure }
            if isHeadComplete { return try TrailerFields.check(request.trailers, in: request.head) }
            if !hasFields { endPseudoFields() }
            joinCookie()
            isHeadComplete = true
            try checkHead()
        } catch {
            fail(error)
        }
    }

    private mutating func checkHead() throws(RequestFailure) {
        let head = request.head
        try TargetForm.check(request.target, method: request.method, in: head)
        guard head.isHost(authority) else { throw .malformedHost }
        for field in request.fields {
            switch field.name.count {
            case 6 where head.matches(field.name, Self.expect):
                guard head.matches(field.value, Self.continuation) else { throw .unknownExpectation }
                expectsContinue = true
            case 14 where head.matches(field.name, Self.contentLength):
                // nghttp2 checks that it is a number, and that the body has this length.
                let length = Int(String(decoding: head[field.value], as: UTF8.self)) ?? .max
                guard length <= limits.maxBodyBytes else { throw .bodyTooLarge }
                request.body.reserveCapacity(min(length, RequestLimits.unseenBodyBytes))
            default: break
            }
        }
    }

    // MARK: Body

    mutating func add(body bytes: Span<UInt8>) {
        bodyCount += bytes.count
        guard failure == nil else { return }
        guard request.body.count + bytes.count <= limits.maxBodyBytes else { return fail(.bodyTooLarge) }
        unsafe bytes.withUnsafeBufferPointer { unsafe request.body.append(contentsOf: $0) }
    }

    // MARK: Parts

    private mutating func fail(_ failure: RequestFailure) {
        self.failure = failure
        request.body = []
    }

    private mutating func append(_ bytes: Span<UInt8>) -> Range<Int> {
        let start = request.head.count
        unsafe bytes.withUnsafeBufferPointer { unsafe request.head.append(contentsOf: $0) }
        return start..<request.head.count
    }

    private static func equals(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { buffer in
            for index in bytes.indices where unsafe bytes[index] != buffer[index] { return false }
            return true
        }
    }
}
