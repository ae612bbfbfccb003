import Messages

/// The header section, or the trailers, that arrives on a connection: one at a time (RFC 9113 §4.3).
///
/// The rules for its parts are those of HTTP/1.1.
struct HeadAssembly: ~Copyable {
    /// The parts of a complete head, which a request takes over.
    struct Parts {
        var head: [UInt8] = []
        var method = 0..<0
        var target = 0..<0
        var fields: [FieldRange] = []
    }

    /// The reason to reject the request.
    private(set) var failure: RequestFailure?
    private(set) var expectsContinue = false
    /// Whether `Host` names another authority than `:authority` does (RFC 9113 §8.3.1).
    private(set) var isMalformed = false
    /// The length of the body as `Content-Length` says; 0 without it.
    private(set) var contentLength = 0
    /// Bytes of this head, and of the one before the trailers (RFC 9113 §6.5.2).
    private(set) var size = 0

    private let limits: RequestLimits
    /// Names and values in the order of arrival.
    private var bytes = ScratchBytes(usualCapacity: 512)
    private var fields: [FieldRange] = []
    /// Whether fields are ignored, because the request is rejected.
    private var isIgnored = false
    private var isTrailers = false
    private var method = 0..<0
    private var target = 0..<0
    private var authority = 0..<0
    private var hasPath = false
    /// The end of the pseudo-header fields in `bytes`.
    private var pseudoEnd: Int?
    /// The number of fields that are still allowed.
    private var room = 0
    /// The index of `Cookie` among the fields, and the rest of its pieces.
    private var cookie: Int?
    private var crumbs: [Range<Int>] = []

    /// A number of fields that is enough for most heads.
    private static let usualFields = 32

    init(_ limits: RequestLimits) {
        self.limits = limits
    }

    // MARK: Begin

    /// Begins the head of a request.
    mutating func begin() {
        begin(size: 0, fields: 0)
        isIgnored = false
        isTrailers = false
    }

    /// Begins the trailers of a request; nil: of one that is rejected.
    mutating func begin(trailersOf upload: Upload?) {
        begin(size: upload?.headSize ?? 0, fields: upload?.fieldCount ?? 0)
        isIgnored = upload == nil
        isTrailers = true
    }

    private mutating func begin(size: Int, fields count: Int) {
        bytes.removeAll()
        fields.removeAll(keepingCapacity: fields.count <= Self.usualFields)
        self.size = size
        room = limits.maxFields - count
        if failure != nil { failure = nil }
        (expectsContinue, isMalformed, hasPath) = (false, false, false)
        (method, target, authority) = (0..<0, 0..<0, 0..<0)
        contentLength = 0
        pseudoEnd = nil
        cookie = nil
        if !crumbs.isEmpty { crumbs = [] }
    }

    // MARK: Fields

    /// Adds a field, unless the request is rejected already.
    ///
    /// - Returns: Whether it was not.
    mutating func add(name: Span<UInt8>, value: Span<UInt8>) -> Bool {
        guard failure == nil, !isIgnored else { return false }
        // RFC 9113 §6.5.2: an entry counts 32 bytes more than its name and value.
        size += name.count + value.count + 32
        let isPseudo = name.count > 0 && name[0] == UInt8(ascii: ":")
        if size > limits.maxHeaderBytes {
            failure = isPseudo ? .targetTooLong : .headerTooLarge
        } else if isPseudo {
            addPseudoField(name, value)
        } else {
            addField(name, value)
        }
        return true
    }

    private mutating func addPseudoField(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        // nghttp2 accepts no others than these and :scheme, so their lengths and initials suffice.
        switch name.count {
        case 5:
            target = bytes.append(copying: value)
            hasPath = true
        case 7 where name[1] == UInt8(ascii: "m"):
            guard value.count <= RequestLimits.maxMethodBytes else { return failure = .methodTooLong }
            method = bytes.append(copying: value)
        case 10: authority = bytes.append(copying: value)
        default: break
        }
    }

    private mutating func addField(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        if !isTrailers, pseudoEnd == nil { endPseudoFields() }
        guard room > 0 else { return failure = .tooManyFields }
        switch name.count {
        case _ where isTrailers: break
        case 4 where Self.equals(name, "host"): return addHost(value)
        case 6 where Self.equals(name, "cookie"):
            guard cookie == nil else { return crumbs.append(bytes.append(copying: value)) }
            cookie = fields.count
        case 6 where Self.equals(name, "expect"):
            guard Self.equals(value, "100-continue") else { return failure = .unknownExpectation }
            expectsContinue = true
        case 14 where Self.equals(name, "content-length"):
            // nghttp2 checks that it is a number, and that the body has this length.
            for index in value.indices where contentLength <= limits.maxBodyBytes {
                contentLength = contentLength * 10 + Int(value[index] & 0x0F)
            }
        default: break
        }
        append(FieldRange(name: bytes.append(copying: name), value: bytes.append(copying: value)))
    }

    private mutating func append(_ field: FieldRange) {
        fields.append(field)
        room -= 1
    }

    /// Gives `:authority` the name `host` (RFC 9113 §8.3.1).
    private mutating func endPseudoFields() {
        pseudoEnd = bytes.count
        // The target of CONNECT (RFC 9113 §8.5).
        if !hasPath { target = authority }
        guard !authority.isEmpty else { return }
        append(FieldRange(name: bytes.append(copying: Self.host.span), value: authority))
    }

    /// Adds `Host`, unless `:authority` says the same; nghttp2 rejects a second one.
    private mutating func addHost(_ value: Span<UInt8>) {
        guard !authority.isEmpty else {
            authority = bytes.append(copying: value)
            return append(FieldRange(name: bytes.append(copying: Self.host.span), value: authority))
        }
        isMalformed = value.count != authority.count
        for index in value.indices where !isMalformed {
            isMalformed = value[index].lowercased != bytes[authority.lowerBound + index].lowercased
        }
    }

    /// RFC 9113 §8.2.3: pieces of `Cookie` are one field, joined by "; ".
    private mutating func joinCookie() {
        guard let index = cookie, !crumbs.isEmpty else { return }
        let start = bytes.count
        bytes.append(copying: fields[index].value)
        for crumb in crumbs {
            _ = bytes.append(copying: Self.separator.span)
            bytes.append(copying: crumb)
        }
        fields[index].value = start..<bytes.count
    }

    // MARK: End

    /// Ends the head of a request, and checks it.
    ///
    /// - Returns: Copies of its parts, with `method SP target` first; after a failure, as many as have arrived.
    mutating func end() -> Parts {
        if pseudoEnd == nil { endPseudoFields() }
        joinCookie()
        let parts = Parts(
            head: arrangedBytes(),
            method: 0..<method.count,
            target: (method.count + 1)..<lineLength,
            fields: arrangedFields()
        )
        guard failure == nil else { return parts }
        do throws(RequestFailure) {
            try TargetForm.check(parts.target, method: parts.method, in: parts.head)
            guard parts.head.isHost(arranged(authority)) else { throw .malformedHost }
            guard contentLength <= limits.maxBodyBytes else { throw .bodyTooLarge }
        } catch {
            failure = error
        }
        return parts
    }

    /// Ends trailers.
    ///
    /// - Returns: Copies of their bytes and fields, whose ranges begin at `offset`.
    func endTrailers(at offset: Int) -> (bytes: [UInt8], fields: [FieldRange]) {
        let copy = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { into, count in
            count = unsafe bytes.copy(0..<bytes.count, to: into, at: 0)
        }
        let ranges = fields.map { field in
            FieldRange(
                name: (field.name.lowerBound + offset)..<(field.name.upperBound + offset),
                value: (field.value.lowerBound + offset)..<(field.value.upperBound + offset)
            )
        }
        return (copy, ranges)
    }

    /// The length of `method SP target`.
    private var lineLength: Int { method.count + 1 + target.count }

    private func arrangedBytes() -> [UInt8] {
        let start = pseudoEnd ?? 0
        let hasPseudoAuthority = authority.upperBound <= start
        let length = lineLength + (hasPseudoAuthority ? authority.count : 0) + bytes.count - start
        return unsafe Array(unsafeUninitializedCapacity: length) { into, count in
            count = unsafe bytes.copy(method, to: into, at: 0)
            unsafe into.initializeElement(at: count, to: UInt8(ascii: " "))
            count = unsafe bytes.copy(target, to: into, at: count + 1)
            if hasPseudoAuthority { count = unsafe bytes.copy(authority, to: into, at: count) }
            count = unsafe bytes.copy(start..<bytes.count, to: into, at: count)
        }
    }

    private func arrangedFields() -> [FieldRange] {
        fields.map { FieldRange(name: arranged($0.name), value: arranged($0.value)) }
    }

    /// The place of bytes in the parts of the request: after its line come `:authority`, then the fields.
    private func arranged(_ range: Range<Int>) -> Range<Int> {
        let start = pseudoEnd ?? 0
        guard range.lowerBound >= start else { return lineLength..<(lineLength + range.count) }
        let shift = lineLength + (authority.upperBound <= start ? authority.count : 0) - start
        return (range.lowerBound + shift)..<(range.upperBound + shift)
    }

    private static let host = [UInt8]("host".utf8)
    private static let separator = [UInt8]("; ".utf8)

    /// Whether the bytes are `text`, which is in lower case.
    private static func equals(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { buffer in
            for index in bytes.indices where unsafe bytes[index].lowercased != buffer[index] { return false }
            return true
        }
    }
}
