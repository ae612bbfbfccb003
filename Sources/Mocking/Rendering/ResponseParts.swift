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
    let stubName: [UInt8]?
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
        let bytes = HTTP1Framing.hasBody(definition.status) ? Self.bytes(of: definition) : []
        let links = definition.rewritesLinks ? LinkFinder(context.origins) : nil
        var others = given.others
        if !Self.has(.contentType, in: others), let type = definition.defaultType, !bytes.isEmpty {
            others.append(HTTPField(name: .contentType, value: type))
        }
        let type = others.first { $0.name == .contentType }
        let isJSON = type.map { MediaType($0.value)?.isJSON ?? false } ?? definition.body.isJSON
        body = LinkTemplate(bytes, isJSON ? links?.links(inJSON: bytes) ?? [] : [])
        fields = others.map { field in
            let value = definition.isMapping ? Self.latin1(field.value) : Self.singleLine(field.value)
            let ranges = links?.links(inField: field.name, value) ?? []
            return LinkedField(name: field.name.rawName, value: LinkTemplate(value, ranges))
        }
        stubID = context.interactionID
        stubName = context.interactionName.map { definition.isMapping ? Self.latin1($0) : Self.asciiOnly($0) }
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

    private static func bytes(of definition: ResponseDefinition) -> [UInt8] {
        switch definition.body {
        case .none, .file: []
        case .text(let text): Array(text.utf8)
        case .json(let value): definition.bytes(of: value)
        case .bytes(let bytes): bytes
        }
    }

    /// Replaces the characters that would end the field's line.
    static func singleLine(_ value: String) -> [UInt8] {
        value.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? UInt8(ascii: " ") : $0 }
    }

    /// The value in ISO-8859-1, in which WireMock sends it; a space for each UTF-16 unit that this does not have.
    private static func latin1(_ value: String) -> [UInt8] {
        guard !value.utf8.areAll({ $0 < 0x80 && $0 >= 0x20 }) else { return Array(value.utf8) }
        return value.utf16.map { unit in
            let isControl = unit == 0x0D || unit == 0x0A || unit == 0
            return isControl ? UInt8(ascii: " ") : UInt8(exactly: unit) ?? UInt8(ascii: " ")
        }
    }

    private static func asciiOnly(_ name: String) -> [UInt8] {
        name.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? UInt8($0.value) : UInt8(ascii: "?") }
    }
}

extension ResponseDefinition.Body {
    fileprivate var isJSON: Bool {
        guard case .json = self else { return false }
        return true
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
