import Matching
package import Messages

/// A request as the shared journal keeps it: with the beginning of a large body, and the length and hash of the whole.
package struct JournaledRequest: Sendable {
    private static let format: UInt8 = 1
    /// The end of the year 9999, in milliseconds since 1970.
    private static let latest = 253_402_300_799_999

    package let request: Request
    let bodyLength: Int
    /// FNV-1a (64 bits) of the whole body, if `request.body` is a prefix.
    let bodyHash: UInt64?

    /// The bytes of a request, with at most `bodyLimit` bytes of its body.
    package static func bytes(of request: Request, bodyLimit: Int) -> [UInt8] {
        let isWhole = request.body.count <= bodyLimit
        var writer = CompactWriter()
        writer.bytes.reserveCapacity(request.head.count + min(request.body.count, bodyLimit) + 160)
        writer.add(Int(format))
        writer.add(Int(clamping: request.receivedAt))
        writer.add(request.head)
        writer.add(request.method)
        writer.add(request.target)
        writer.add(request.fields.count)
        for field in request.fields {
            writer.add(field.name)
            writer.add(field.value)
        }
        writer.add(isWhole ? request.body : Array(request.body.prefix(max(0, bodyLimit))))
        writer.add(request.body.count)
        if !isWhole { writer.add(hash: ByteHash(request.body).value) }
        writer.add(Request.Version.allCases.firstIndex(of: request.version) ?? 0)
        writer.add(Request.Scheme.allCases.firstIndex(of: request.scheme) ?? 0)
        writer.add(Array(request.peer.utf8))
        writer.add(request.security == nil ? 0 : 1)
        guard let security = request.security else { return writer.bytes }
        let texts = [
            security.version, security.cipher, security.serverName, security.applicationProtocol,
            security.clientSubject,
        ]
        for text in texts {
            writer.add(text == nil ? 0 : 1)
            if let text { writer.add(Array(text.utf8)) }
        }
        return writer.bytes
    }

    /// Reads what `bytes(of:bodyLimit:)` has written; nil if the bytes are anything else.
    package init?(_ bytes: [UInt8]) {
        var reader = CompactReader(bytes)
        guard reader.number() == Int(Self.format), let receivedAt = reader.number(), receivedAt <= Self.latest,
            let head = reader.bytes(), let method = reader.range(in: head), let target = reader.range(in: head),
            let count = reader.number(), count <= head.count
        else { return nil }
        var fields: [FieldRange] = []
        for _ in 0..<count {
            guard let name = reader.range(in: head), let value = reader.range(in: head) else { return nil }
            fields.append(FieldRange(name: name, value: value))
        }
        guard let body = reader.bytes(), let length = reader.number(), length >= body.count else { return nil }
        bodyLength = length
        bodyHash = length > body.count ? reader.hash() : nil
        guard (bodyHash == nil) == (length == body.count), let version = reader.element(of: Request.Version.allCases),
            let scheme = reader.element(of: Request.Scheme.allCases), let peer = reader.text(),
            let hasSecurity = reader.number()
        else { return nil }
        var security: ConnectionSecurity?
        if hasSecurity == 1 {
            guard case .some(.some(let version)) = reader.optionalText(),
                case .some(.some(let cipher)) = reader.optionalText(), let serverName = reader.optionalText(),
                let protocolName = reader.optionalText(), let subject = reader.optionalText()
            else { return nil }
            security = ConnectionSecurity(
                version: version,
                cipher: cipher,
                serverName: serverName,
                applicationProtocol: protocolName,
                clientSubject: subject
            )
        }
        guard reader.isAtEnd else { return nil }
        request = Request(
            head: head,
            method: method,
            target: target,
            fields: fields,
            body: body,
            version: version,
            scheme: scheme,
            receivedAt: Int64(receivedAt),
            peer: peer,
            security: security
        )
    }
}

/// Writes numbers in base 128 (LEB128), and bytes after their number.
private struct CompactWriter {
    var bytes: [UInt8] = []

    /// Adds a number; a negative one becomes 0.
    mutating func add(_ number: Int) {
        var rest = UInt(clamping: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func add(_ range: Range<Int>) {
        add(range.lowerBound)
        add(range.count)
    }

    mutating func add(_ content: [UInt8]) {
        add(content.count)
        bytes += content
    }

    mutating func add(hash: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: hash >> shift)) }
    }
}

/// Reads what a `CompactWriter` has written; each method returns nil if the bytes are anything else.
private struct CompactReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number() -> Int? {
        var number: UInt = 0
        for shift in stride(from: UInt(0), to: 63, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(exactly: number) }
        }
        return nil
    }

    mutating func bytes() -> [UInt8]? {
        guard let count = number(), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }

    /// A text that may be absent.
    mutating func optionalText() -> String?? {
        switch number() {
        case 0: return .some(nil)
        case 1:
            guard let text = text() else { return nil }
            return .some(text)
        case _: return nil
        }
    }

    mutating func range(in bytes: [UInt8]) -> Range<Int>? {
        guard let start = number(), let count = number(), start <= bytes.count, count <= bytes.count - start else {
            return nil
        }
        return start..<(start + count)
    }

    mutating func element<Element>(of elements: [Element]) -> Element? {
        number().flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }

    mutating func hash() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        let value = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        return value
    }
}
