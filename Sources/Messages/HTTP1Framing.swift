/// Writes a response in HTTP/1.1 framing (RFC 9112 §2 to §7), and records the ranges of its parts.
///
/// Call it in this order: fields, `endHead`, body.
package struct HTTP1Framing {
    /// The framing of the body (RFC 9112 §6.3).
    package enum BodyLength: Sendable, Hashable {
        /// No field: the response has no body, or the body ends with the connection.
        case unframed
        case bytes(Int)
        case chunked
    }

    /// The `Connection` field that a head needs when it is sent (RFC 9112 §9.3).
    package enum ConnectionField: Sendable, Hashable {
        case none, close, keepAlive

        /// The field and the empty line that ends a head.
        package var endOfHead: String {
            switch self {
            case .none: "\r\n"
            case .close: "Connection: close\r\n\r\n"
            case .keepAlive: "Connection: keep-alive\r\n\r\n"
            }
        }
    }

    /// The interim response to `Expect: 100-continue` (RFC 9110 §15.2.1).
    package static let continuation = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    /// The length of an HTTP-date (IMF-fixdate, RFC 9110 §5.6.7).
    package static var dateLength: Int { 29 }
    /// A valid HTTP-date, which is overwritten when the head is sent.
    package static let datePlaceholder = "Thu, 01 Jan 1970 00:00:00 GMT"
    /// The numbers of bytes and fields that suffice for most heads.
    private static let usualHead = 256
    private static let usualFields = 8

    private let status: Int
    private var bytes: [UInt8] = []
    private var fields: [FieldRange] = []
    private var framing = 0..<0
    private var headLength = 0
    private var dates: [DateStamp] = []
    private var chunks: [Range<Int>]?
    private var trailers: [FieldRange] = []
    private var isReused = false

    /// Writes the status line, with the registered reason phrase by default; `bodyLength` reserves memory.
    package init(status: Int, reason: String? = nil, bodyLength: Int = 0) {
        self.status = status
        bytes.reserveCapacity(Self.usualHead + bodyLength)
        fields.reserveCapacity(Self.usualFields)
        add("HTTP/1.1 ")
        add(status)
        bytes.append(UInt8(ascii: " "))
        add(reason ?? ReasonPhrase.of(status))
        endLine()
    }

    /// Starts with the status line and the fields of a response, except the one that frames its body.
    init(headOf response: RenderedResponse) {
        status = response.status
        bytes = Array(response.message[..<response.framing.lowerBound])
        fields = response.fields
        dates = response.dates
    }

    /// The end of a chunked body without trailers (RFC 9112 §7.1).
    package static let lastChunk = [UInt8]("0\r\n\r\n".utf8)

    /// Returns the bytes as one chunk; nothing for none, which would end the body.
    package static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
    }

    /// Whether a response with this status has a body (RFC 9110 §6.4.1).
    package static func hasBody(_ status: Int) -> Bool {
        !(100..<200).contains(status) && status != 204 && status != 304
    }

    // MARK: Head

    /// Adds a field.
    package mutating func add(field name: String, _ value: String) {
        add(name: name)
        add(value)
        endField()
    }

    /// Adds a field whose value need not be UTF-8.
    package mutating func add(field name: String, _ value: [UInt8]) {
        add(name: name)
        bytes += value
        endField()
    }

    /// Adds a field with the HTTP-date of the time of sending plus `secondsAhead` seconds.
    package mutating func addDate(field name: String = "Date", secondsAhead: Int = 0) {
        add(name: name)
        dates.append(DateStamp(offset: bytes.count, secondsAhead: secondsAhead))
        add(Self.datePlaceholder)
        endField()
    }

    /// Ends the head with the field that frames the body.
    package mutating func endHead(_ length: BodyLength) {
        let start = bytes.count
        switch length {
        case .unframed: break
        case .bytes(let count):
            add("Content-Length: ")
            add(count)
            endLine()
        case .chunked:
            add("Transfer-Encoding: chunked\r\n")
            chunks = []
        }
        framing = start..<bytes.count
        endLine()
        headLength = bytes.count
    }

    private mutating func add(name: String) {
        let start = bytes.count
        add(name)
        fields.append(FieldRange(name: start..<bytes.count, value: 0..<0))
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
    }

    /// Ends the line of the field whose value has been added.
    private mutating func endField() {
        let last = fields.count - 1
        fields[last].value = (fields[last].name.upperBound + 2)..<bytes.count
        endLine()
    }

    private mutating func add(_ text: String) {
        bytes += text.utf8
    }

    /// Adds the decimal digits of a non-negative number.
    private mutating func add(_ number: Int) {
        if number > 9 { add(number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    private mutating func endLine() {
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
    }

    // MARK: Body

    /// Adds the content of a body that is not chunked.
    package mutating func add(content: [UInt8]) {
        bytes += content
    }

    /// Adds one chunk; ignores an empty one, which would end the body.
    package mutating func add(chunk: ArraySlice<UInt8>) {
        guard !chunk.isEmpty else { return }
        add(String(chunk.count, radix: 16))
        endLine()
        chunks?.append(bytes.count..<(bytes.count + chunk.count))
        bytes += chunk
        endLine()
    }

    /// Adds the last chunk and the trailer fields.
    package mutating func endChunks(trailers: [(name: String, value: String)] = []) {
        add("0\r\n")
        for (name, value) in trailers {
            let start = bytes.count
            add(name)
            let middle = bytes.count
            add(": ")
            add(value)
            self.trailers.append(FieldRange(name: start..<middle, value: (middle + 2)..<bytes.count))
            endLine()
        }
        endLine()
    }

    /// Adds the end of the head and the body of another response.
    mutating func addBody(of response: RenderedResponse) {
        let start = response.framing.lowerBound
        let shift = bytes.count - start
        bytes += response.message[start...]
        framing = response.framing.moved(by: shift)
        headLength = response.headLength + shift
        chunks = response.chunks?.map { $0.moved(by: shift) }
        trailers = response.trailers.map { field in
            FieldRange(name: field.name.moved(by: shift), value: field.value.moved(by: shift))
        }
    }

    /// Releases unused capacity, for a response that is kept; `isReused`: for more than one request.
    package mutating func trim(isReused: Bool = false) {
        self.isReused = isReused
        bytes = bytes.trimmed()
        fields = fields.trimmed()
    }

    /// Returns the response that has been written.
    package func response(
        pacing: Pacing = .none,
        fault: Fault? = nil,
        closes: Bool = false,
        source: BodySource? = nil,
        live: LiveBody? = nil
    ) -> RenderedResponse {
        RenderedResponse(
            status: status,
            message: bytes,
            headLength: headLength,
            fields: fields,
            framing: framing,
            dates: dates,
            chunks: chunks,
            trailers: trailers,
            pacing: pacing,
            fault: fault,
            closes: closes,
            source: source,
            live: live,
            isReused: isReused
        )
    }

    /// The number of bytes of the body that have been written, chunk framing included.
    package var bodyLength: Int { bytes.count - headLength }
}

extension Array {
    /// A copy without unused capacity.
    fileprivate func trimmed() -> [Element] {
        var exact: [Element] = []
        exact.reserveCapacity(count)
        exact += self
        return exact
    }
}

extension Range<Int> {
    fileprivate func moved(by offset: Int) -> Range<Int> {
        (lowerBound + offset)..<(upperBound + offset)
    }
}

/// The reason phrases of the registered status codes (IANA HTTP Status Code Registry).
package enum ReasonPhrase {
    /// Returns the phrase of a status code; empty if the code is not registered.
    package static func of(_ status: Int) -> String {
        phrases[status] ?? ""
    }

    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        104: "Upload Resumption Supported",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended",
        511: "Network Authentication Required",
    ]
}
