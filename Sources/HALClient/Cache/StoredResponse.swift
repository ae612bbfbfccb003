import HAL
public import HTTPTypes

/// A stored response with its variant and the times that determine its age.
public struct StoredResponse: Sendable, Hashable {
    /// The status.
    public let status: Int
    /// The fields, updated by revalidation.
    public let fields: HTTPFields
    /// The whole body.
    public let body: [UInt8]
    /// The values of the request's fields that `Vary` names, by name in lower case, and `range` of a partial response;
    /// the response matches only these.
    public let variant: [String: String]
    /// The time at which the request was sent.
    public let requestedAt: WallTime
    /// The time at which the head had arrived.
    public let receivedAt: WallTime
    let freshness: Freshness

    /// Makes a stored response.
    public init(
        status: Int,
        fields: HTTPFields,
        body: [UInt8],
        variant: [String: String],
        requestedAt: WallTime,
        receivedAt: WallTime
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.variant = variant
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        freshness = Freshness(status: status, fields: fields, requestedAt: requestedAt, receivedAt: receivedAt)
    }

    /// Makes a stored response of a response; nil if it has `Vary: *`.
    init?(_ response: TransportResponse, to request: TransportRequest, requestedAt: WallTime) {
        var variant: [String: String] = [:]
        for name in Self.varyingNames(response.fields) {
            guard name != "*", let field = HTTPField.Name(name) else { return nil }
            variant[name] = Self.value(of: field, in: request.fields)
        }
        if response.status == 206 { variant[Self.range] = Self.value(of: .range, in: request.fields) }
        self.init(
            status: response.status,
            fields: Self.kept(response.fields),
            body: response.body,
            variant: variant,
            requestedAt: requestedAt,
            receivedAt: response.receivedAt
        )
    }

    /// Whether the response matches a request with these fields, RFC 9111 §4.1.
    func matches(_ fields: HTTPFields) -> Bool {
        variant.allSatisfy { name, value in
            HTTPField.Name(name).map { Self.value(of: $0, in: fields) == value } ?? false
                || name == Self.range && slice(of: fields) != nil
        }
    }

    private static let range = "range"

    /// Whether this is a part of a content, RFC 9111 §3.3.
    var isPartial: Bool { status == 206 }

    /// Whether the request for this part had the same range.
    func isPart(for fields: HTTPFields) -> Bool {
        isPartial && variant[Self.range] == Self.value(of: .range, in: fields)
    }

    /// Whether the response has a validator.
    var hasValidator: Bool {
        fields[.eTag] != nil || fields[.lastModified] != nil
    }

    /// Whether a 304 confirms this response, and not another version of it.
    func isMeant(by notModified: TransportResponse) -> Bool {
        guard let theirs = notModified.entityTag, let mine = fields[.eTag] else { return true }
        return [theirs, mine].map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }.reduce(into: Set()) {
            $0.insert($1)
        }.count == 1
    }

    /// The response updated with the fields of a 304, RFC 9111 §3.2.
    func updated(by notModified: TransportResponse, requestedAt: WallTime) -> StoredResponse {
        let kept: Set<HTTPField.Name> = [
            .contentLength, .contentEncoding, .contentType, .contentRange,
        ]
        var fields = fields
        let news = Self.kept(notModified.fields)
        for name in Set(news.map(\.name)).subtracting(kept) { fields[values: name] = news[values: name] }
        return StoredResponse(
            status: status,
            fields: fields,
            body: body,
            variant: variant,
            requestedAt: requestedAt,
            receivedAt: notModified.receivedAt
        )
    }

    /// The approximate size in memory in bytes.
    var size: Int {
        body.count + fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count } + 256
    }

    private static func varyingNames(_ fields: HTTPFields) -> [String] {
        fields[values: .vary].flatMap { $0.split(separator: ",") }
            .map { $0.trimmingSpaces.lowercased() }
            .filter { !$0.isEmpty }
    }

    /// The fields whose values are lists without case.
    private static let fieldsWithoutCase: Set<HTTPField.Name> = Set(
        [.acceptLanguage, .acceptEncoding] + [HTTPField.Name("Accept-Charset")].compactMap(\.self)
    )

    /// The normalized value of a field, RFC 9111 §4.1; a digest if it is secret.
    ///
    /// The order of elements is kept: servers may prefer the first of several languages.
    private static func value(of name: HTTPField.Name, in fields: HTTPFields) -> String {
        var value = elements(fields[values: name].joined(separator: ",")).joined(separator: ",")
        if fieldsWithoutCase.contains(name) { value = value.lowercased() }
        return Redaction.hides(name) && !value.isEmpty ? SHA256.hex(of: value) : value
    }

    /// The elements of a list without the space around them; commas within quotes do not separate.
    private static func elements(_ list: String) -> [String] {
        var isQuoted = false
        let parts = list.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        return parts.map { String($0.trimmingSpaces) }.filter { !$0.isEmpty }
    }

    /// The fields to store: all but connection-specific ones, RFC 9111 §3.1.
    private static func kept(_ fields: HTTPFields) -> HTTPFields {
        let listed = fields[values: .connection].flatMap { $0.split(separator: ",") }
            .compactMap { HTTPField.Name(String($0.trimmingSpaces)) }
        let dropped = connectionFields.union(listed)
        guard fields.contains(where: { dropped.contains($0.name) }) else { return fields }
        return HTTPFields(fields.filter { !dropped.contains($0.name) })
    }

    private static let connectionFields: Set<HTTPField.Name> = Set(
        [.connection, .te, .transferEncoding, .upgrade, .proxyAuthenticate, .proxyAuthorization]
            + ["Keep-Alive", "Proxy-Connection", "Proxy-Authentication-Info"].compactMap { HTTPField.Name($0) }
    )
}
