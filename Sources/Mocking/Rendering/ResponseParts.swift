import HAL
import HTTPTypes
import Messages
import Scenarios

/// The head and body of a response before its links are rewritten.
struct ResponseParts {
    /// A field of the file, with the links in its value.
    struct LinkedField {
        let name: String
        let value: LinkTemplate
    }

    let definition: ResponseDefinition
    private(set) var fields: [LinkedField] = []
    private(set) var body: LinkTemplate
    let stubName: String?
    let stubID: String?
    let isChunked: Bool
    let closes: Bool
    /// The `Content-Length` of the file where it may differ from the body (RFC 9110 §8.6); nil elsewhere.
    let claimedLength: Int?

    var hasLinks: Bool { !body.links.isEmpty || fields.contains { !$0.value.links.isEmpty } }
    /// Whether the status excludes a body (RFC 9110 §6.4.1).
    var hasNoBody: Bool { !HTTP1Framing.hasBody(definition.status) }

    init(_ definition: ResponseDefinition, _ context: ResponseContext) {
        self.definition = definition
        let given = FramingFields(definition.fields)
        let bytes = HTTP1Framing.hasBody(definition.status) ? Self.bytes(of: definition.body) : []
        let links = definition.rewritesLinks ? LinkFinder(context.origins) : nil
        var others = given.others
        if !Self.has(.contentType, in: others), let type = Self.defaultType(of: definition.body), !bytes.isEmpty {
            others.append(HTTPField(name: .contentType, value: type))
        }
        let isJSON = others.first { $0.name == .contentType }.flatMap { MediaType($0.value) }?.isJSON ?? false
        body = LinkTemplate(bytes, isJSON ? links?.links(inJSON: bytes) ?? [] : [])
        fields = others.map { field in
            let value = Self.singleLine(field.value)
            let ranges = links?.links(inField: field.name, value) ?? []
            return LinkedField(name: field.name.rawName, value: LinkTemplate(value, ranges))
        }
        stubID = context.interactionID
        stubName = context.interactionName.map(Self.asciiOnly)
        isChunked =
            (definition.isChunked || given.isChunked || definition.fault?.effect == .badChunk)
            && HTTP1Framing.hasBody(definition.status)
        closes = given.closes
        let mayClaim = definition.status == 304 || (context.answersOnlyHead && bytes.isEmpty)
        claimedLength = mayClaim ? given.length : nil
    }

    static func has(_ name: HTTPField.Name, in fields: [HTTPField]) -> Bool {
        fields.contains { $0.name == name }
    }

    private static func bytes(of body: ResponseDefinition.Body) -> [UInt8] {
        switch body {
        case .none, .file: []
        case .text(let text): Array(text.utf8)
        case .json(let value): value.serializedBytes()
        case .bytes(let bytes): bytes
        }
    }

    static func defaultType(of body: ResponseDefinition.Body) -> String? {
        guard case .json(let value) = body else { return nil }
        let isHAL = value["_links"] != nil || value["_embedded"] != nil
        return (isHAL ? MediaType.hal : .json).essence
    }

    /// Replaces the characters that would end the field's line.
    static func singleLine(_ value: String) -> [UInt8] {
        value.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? UInt8(ascii: " ") : $0 }
    }

    private static func asciiOnly(_ name: String) -> String {
        String(name.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" })
    }
}

/// The framing that the fields of a file ask for, and the other fields.
struct FramingFields {
    private(set) var others: [HTTPField] = []
    private(set) var isChunked = false
    private(set) var closes = false
    private(set) var length: Int?

    init(_ fields: [HTTPField]) {
        for field in fields {
            switch field.name {
            case .contentLength: length = Int(field.value).flatMap { $0 >= 0 ? $0 : nil }
            case .transferEncoding: isChunked = isChunked || field.value.lowercased().contains("chunked")
            case .connection: addConnection(field)
            case _: others.append(field)
            }
        }
    }

    /// Handles `close`, ignores `keep-alive`, and keeps all other options.
    private mutating func addConnection(_ field: HTTPField) {
        let options = field.value.split(separator: ",").map { $0.trimmingSpaces }
        closes = closes || options.contains { $0.lowercased() == "close" }
        let rest = options.filter { !["close", "keep-alive", ""].contains($0.lowercased()) }
        guard !rest.isEmpty else { return }
        others.append(HTTPField(name: .connection, value: rest.joined(separator: ", ")))
    }
}
