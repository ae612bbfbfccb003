/// Writes a response as HTTP/1.1 frames it (RFC 9112 §2 to §7), and keeps the ranges of its parts.
///
/// The order is: fields, `endHead`, then the body.
package struct HTTP1Framing {
    /// How the client finds the end of the body (RFC 9112 §6.3).
    package enum BodyLength: Sendable, Hashable {
        /// Without a field: the response has no body, or the body ends with the connection.
        case unframed
        case bytes(Int)
        case chunked
    }

    /// As long as each HTTP-date, and a valid one if it is never filled in.
    package static let datePlaceholder = "Thu, 01 Jan 1970 00:00:00 GMT"
    /// Bytes and fields that most heads fit into.
    private static let usualHead = 256
    private static let usualFields = 8

    private let status: Int
    private var bytes: [UInt8] = []
    private var fields: [FieldRange] = []
    private var framing = 0..<0
    private var headLength = 0
    private var dates: [DateStamp] = []
    private var chunks: [Range<Int>]?

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

    /// Takes over the status line and all fields of a response but the one that frames its body.
    init(headOf response: RenderedResponse) {
        status = response.status
        bytes = Array(response.message[..<response.framing.lowerBound])
        fields = response.fields
        dates = response.dates
    }

    /// Whether a response of this status has a body (RFC 9110 §6.4.1).
    package static func hasBody(_ status: Int) -> Bool {
        !(100..<200).contains(status) && status != 204 && status != 304
    }

    // MARK: Head

    package mutating func add(field name: String, _ value: String) {
        add(name: name)
        add(value)
        endField()
    }

    package mutating func add(field name: String, _ value: [UInt8]) {
        add(name: name)
        bytes += value
        endField()
    }

    /// Adds a field whose HTTP-date is so many seconds after the moment of sending.
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

    /// Adds the digits of a number that is not negative.
    private mutating func add(_ number: Int) {
        if number > 9 { add(number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    private mutating func endLine() {
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
    }

    // MARK: Body

    /// Adds a body that is not chunked.
    package mutating func add(content: [UInt8]) {
        bytes += content
    }

    /// Adds one chunk; nothing for no bytes, because an empty chunk is the last one.
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
        for (name, value) in trailers { add("\(name): \(value)\r\n") }
        endLine()
    }

    /// Ends the head and adds the body as another response has them.
    mutating func addBody(of response: RenderedResponse) {
        let start = response.framing.lowerBound
        let shift = bytes.count - start
        bytes += response.message[start...]
        framing = response.framing.moved(by: shift)
        headLength = response.headLength + shift
        chunks = response.chunks?.map { $0.moved(by: shift) }
    }

    /// Gives up memory that is reserved and not used, for a response that is kept.
    package mutating func trim() {
        bytes = bytes.trimmed()
        fields = fields.trimmed()
    }

    /// The response that has been written.
    package func response(
        pacing: Pacing = .none,
        fault: Fault? = nil,
        closes: Bool = false,
        source: BodySource? = nil
    ) -> RenderedResponse {
        RenderedResponse(
            status: status,
            message: bytes,
            headLength: headLength,
            fields: fields,
            framing: framing,
            dates: dates,
            chunks: chunks,
            pacing: pacing,
            fault: fault,
            closes: closes,
            source: source
        )
    }

    /// The bytes of the body that have been written, chunk framing included.
    package var bodyLength: Int { bytes.count - headLength }
}

extension Array {
    /// A copy that reserves only the memory it needs.
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
