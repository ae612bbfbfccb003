import Messages

/// A request while its frames arrive.
struct RequestAssembly {
    private(set) var request = Request(method: "", target: "")
    /// 431 or 413, if the request exceeds a limit.
    private(set) var refusal: Int?
    private var authority = 0..<0
    private var cookie: Int?
    private var host: Range<Int>?
    private var isInTrailers = false
    /// Bytes of the body that have arrived.
    private(set) var bodyCount = 0
    private var headerBytes = 0
    private let limits: HTTP2Limits

    init(limits: HTTP2Limits, peer: String) {
        self.limits = limits
        request.peer = peer
        request.head.reserveCapacity(256)
    }

    var expectsContinue: Bool {
        request.fields.contains { field in
            request.head[field.name].elementsEqual("expect".utf8)
                && request.head[field.value].elementsEqual("100-continue".utf8)
        }
    }

    /// Whether `Host` names another authority than `:authority` does (RFC 9113 §8.3.1).
    var isMalformed: Bool {
        guard let host, !authority.isEmpty else { return false }
        return !request.head[host].elementsEqual(request.head[authority]) { Self.lowered($0) == Self.lowered($1) }
    }

    mutating func beginTrailers() {
        isInTrailers = true
    }

    mutating func add(name: Span<UInt8>, value: Span<UInt8>) {
        // RFC 9113 §6.5.2: an entry counts 32 bytes more than its name and value.
        headerBytes += name.count + value.count + 32
        let count = request.fields.count + request.trailers.count
        guard headerBytes <= limits.maxHeaderBytes, count < limits.maxFields else {
            refusal = 431
            return
        }
        guard name.count > 0, name[0] != UInt8(ascii: ":") else { return addPseudoField(name: name, value: value) }
        if isInTrailers {
            request.trailers.append(FieldRange(name: append(name), value: append(value)))
        } else if Self.equals(name, "cookie"), let cookie {
            join(value, to: cookie)
        } else {
            addField(name: name, value: value)
        }
    }

    mutating func add(body bytes: Span<UInt8>) {
        bodyCount += bytes.count
        guard refusal == nil else { return }
        guard request.body.count + bytes.count <= limits.maxBodyBytes else {
            refusal = 413
            request.body = []
            return
        }
        for index in bytes.indices { request.body.append(bytes[index]) }
    }

    /// The whole request; `:authority` becomes `Host` where that is missing (RFC 9113 §8.3.1).
    consuming func finished() -> Request {
        if host == nil, !authority.isEmpty {
            let name = append("host".utf8.span)
            request.fields.insert(FieldRange(name: name, value: authority), at: 0)
        }
        return request
    }

    private mutating func addPseudoField(name: Span<UInt8>, value: Span<UInt8>) {
        if Self.equals(name, ":method") {
            request.method = append(value)
        } else if Self.equals(name, ":path") {
            request.target = append(value)
        } else if Self.equals(name, ":authority") {
            authority = append(value)
            // The target of CONNECT (RFC 9113 §8.5).
            if request.target.isEmpty { request.target = authority }
        }
    }

    private mutating func addField(name: Span<UInt8>, value: Span<UInt8>) {
        let field = FieldRange(name: append(name), value: append(value))
        if Self.equals(name, "host") { host = field.value }
        if Self.equals(name, "cookie") { cookie = request.fields.count }
        request.fields.append(field)
    }

    /// RFC 9113 §8.2.3: pieces of `Cookie` are one field, joined by "; ".
    private mutating func join(_ value: Span<UInt8>, to index: Int) {
        let start = request.head.count
        let before = request.fields[index].value
        request.head += request.head[before]
        request.head += "; ".utf8
        _ = append(value)
        request.fields[index].value = start..<request.head.count
    }

    private mutating func append(_ bytes: Span<UInt8>) -> Range<Int> {
        let start = request.head.count
        for index in bytes.indices { request.head.append(bytes[index]) }
        return start..<request.head.count
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    private static func equals(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { buffer in
            for index in bytes.indices where unsafe bytes[index] != buffer[index] { return false }
            return true
        }
    }
}
