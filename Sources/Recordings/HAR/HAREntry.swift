internal import Documents
internal import HAL
internal import Scenarios
internal import URITemplates

/// One entry of an HTTP Archive.
struct HAREntry {
    /// The exchanges of an entry, or why it is left out.
    enum Content {
        case exchanges([Exchange], notes: [String])
        case skipped(String)
    }

    private typealias Member = HTTPArchive.Member

    static let notHTTP = "not HTTP"
    private static let withoutResponse = "without a response"
    /// Types of requests that scripts make.
    private static let scriptedTypes: Set<String> = ["xhr", "fetch"]
    /// Network errors of browsers that a fault repeats.
    private static let failures: [(word: String, failure: Exchange.Failure)] = [
        (HTTPArchive.NetworkError.reset, .reset), (HTTPArchive.NetworkError.empty, .closed),
        (HTTPArchive.NetworkError.timedOut, .stalled), ("timeout", .stalled),
        (HTTPArchive.NetworkError.chunks, .cut), (HTTPArchive.NetworkError.length, .cut),
    ]

    private let node: Node
    private let includesAll: Bool

    init(_ node: Node, includesAll: Bool) {
        self.node = node
        self.includesAll = includesAll
    }

    var content: Content {
        guard let request = request else { return .skipped("without a request") }
        if let reason = reasonToSkip(request) { return .skipped(reason) }
        guard let node = node[Member.response], let status = Self.integer(node[Member.status]) else {
            return .skipped(Self.withoutResponse)
        }
        let failure = failure(node)
        guard status != 0 || failure != nil else { return .skipped(Self.withoutResponse) }
        guard status == 0 || (100...599).contains(status) else { return .skipped("with an invalid status") }
        guard status == 0 || status >= 200 else { return .skipped("with an interim response") }
        var notes: [String] = []
        var response = response(node, status: status == 0 ? 200 : status, &notes)
        response.failure = failure
        let exchange = Exchange(request, response, timing: timing)
        return .exchanges(status == 304 ? Self.revalidation(exchange) : [exchange], notes: notes)
    }

    private func reasonToSkip(_ request: Exchange.Request) -> String? {
        let scheme = URIReference(request.url).scheme?.lowercased()
        guard scheme == "http" || scheme == "https", request.origin != nil else { return Self.notHTTP }
        let type = node["_resourceType"]?.text ?? ""
        if type == "websocket" || node["_webSocketMessages"] != nil || request.fields["Sec-WebSocket-Key"] != nil {
            return "a WebSocket"
        }
        if type == "preflight"
            || request.method == "OPTIONS" && request.fields["Access-Control-Request-Method"] != nil
        {
            return "a CORS preflight"
        }
        let isOfCache = node["_fromCache"].map { !["", "null", "false"].contains($0.text) } ?? false
        if isOfCache { return "from the cache of the browser" }
        if request.method == "CONNECT" { return "a CONNECT" }
        guard includesAll || type.isEmpty || Self.scriptedTypes.contains(type) else {
            return "a file of a page (\(type)); --all imports it"
        }
        return nil
    }

    /// The network error of an entry without a complete response.
    private func failure(_ response: Node) -> Exchange.Failure? {
        let text = (response[Member.error] ?? node[Member.error])?.text ?? ""
        return Self.failures.first { text.contains($0.word) }?.failure
    }

    /// The cached body of a browser as a response of its own, and the revalidation without it.
    private static func revalidation(_ exchange: Exchange) -> [Exchange] {
        guard !exchange.response.body.isEmpty else { return [exchange] }
        let conditions = ["If-None-Match", "If-Modified-Since"]
        var complete = exchange
        complete.response.status = 200
        complete.request.fields.removeAll { field in conditions.contains { field.isNamed($0) } }
        var bare = exchange
        bare.response.body = []
        let isConditional = complete.request.fields.count < exchange.request.fields.count
        return isConditional ? [complete, bare] : [complete]
    }

    private var timing: Exchange.Timing? {
        guard let timings = node[Member.timings] else { return nil }
        let wait = Self.milliseconds(timings[Member.wait]) ?? 0
        return Exchange.Timing(wait: wait, receive: Self.milliseconds(timings[Member.receive]) ?? 0)
    }
}

extension HAREntry {
    private var request: Exchange.Request? {
        guard let node = node[Member.request], let url = node[Member.url]?.text, !url.isEmpty,
            let method = node[Member.method]?.text, Self.isToken(method)
        else { return nil }
        var uri = URIReference(url)
        uri.fragment = nil
        if let scheme = uri.scheme?.lowercased(), ["http", "https"].contains(scheme) {
            uri.path = uri.path.isEmpty ? "/" : uri.path
        }
        var request = Exchange.Request(method, uri.description, fields: Self.fields(node[Member.headers]))
        guard let data = node[Member.postData] else { return request }
        request.body = Self.body(data)
        if request.fields["Content-Type"] == nil, let type = data[Member.mimeType]?.text, MediaType(type) != nil {
            request.fields.append(FieldLine("Content-Type", type))
        }
        return request
    }

    private func response(_ node: Node, status: Int, _ notes: inout [String]) -> Exchange.Response {
        var fields = Self.fields(node[Member.headers])
        let content = node[Member.content]
        if fields["Location"] == nil, let target = node[Member.redirect]?.text, (300...399).contains(status),
            !target.isEmpty
        {
            fields.append(FieldLine("Location", target))
        }
        let body = content.map(Self.decoded) ?? []
        if !body.isEmpty, fields["Content-Type"] == nil, let type = content?[Member.mimeType]?.text,
            MediaType(type) != nil
        {
            fields.append(FieldLine("Content-Type", type))
        }
        if body.isEmpty, content?[Member.text] == nil, let size = Self.integer(content?[Member.size]), size > 0 {
            notes.append("responses whose body is not in the file")
        }
        return Exchange.Response(status, fields: fields, body: body)
    }

    /// Lines of a header: objects, or pairs; several values of one field may be in one text.
    private static func fields(_ node: Node?) -> [FieldLine] {
        (node?.items ?? []).flatMap { item -> [FieldLine] in
            let name = item[Member.name]?.text ?? item.items.first?.text ?? ""
            let value = item[Member.value]?.text ?? item.items.dropFirst().first?.text ?? ""
            guard isToken(name) else { return [] }
            return value.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
                let line = String(String(line.last == "\r" ? line.dropLast() : line).trimmingSpaces)
                let isValid = line.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
                return isValid ? FieldLine(name, line) : nil
            }
        }
    }

    /// The content of a request: a text, or the parameters of a form.
    private static func body(_ data: Node) -> [UInt8] {
        if let text = data[Member.text]?.text, !text.isEmpty {
            let isBinary = (data[Member.ownEncoding] ?? data[Member.encoding])?.text == HTTPArchive.base64
            return (isBinary ? Base64.decode(text) : nil) ?? Array(text.utf8)
        }
        let type = data[Member.mimeType].flatMap { MediaType(leniently: $0.text) }
        guard type?.type != "multipart" else { return [] }
        let pairs = (data[Member.parameters]?.items ?? []).map { item in
            [item[Member.name], item[Member.value]]
                .map { PercentEncoding.encode($0?.text ?? "", keepingReserved: false).replacing("%20", with: "+") }
                .joined(separator: "=")
        }
        return Array(pairs.joined(separator: "&").utf8)
    }

    /// The content of a response; a text that is marked as Base64 and is none is taken as it is.
    private static func decoded(_ content: Node) -> [UInt8] {
        guard let text = content[Member.text]?.text else { return [] }
        guard content[Member.encoding]?.text.lowercased() == HTTPArchive.base64 else { return Array(text.utf8) }
        return Base64.decode(text) ?? Array(text.utf8)
    }

    private static func integer(_ node: Node?) -> Int? {
        guard let number = node.flatMap({ JSONNumber($0.text) }) else { return nil }
        return number.int
    }

    /// A number of milliseconds without its fraction, at most a day; nil for a negative one.
    private static func milliseconds(_ node: Node?) -> Int? {
        guard let value = node.flatMap({ JSONNumber($0.text)?.double }), value >= 0, value < 86_400_000 else {
            return nil
        }
        return Int(value)
    }

    /// Whether it is a token (RFC 9110 §5.6.2), as methods and names of fields are.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}
