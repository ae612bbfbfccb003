internal import Documents
internal import HAL

/// The content of a request or a response in one media type.
struct DescribedContent {
    static let form = "application/x-www-form-urlencoded"
    private static let boundary = "hypermock"
    /// Media types in place of ranges.
    private static let concrete = ["application/*": "application/json", "text/*": "text/plain", "image/*": "image/png"]

    /// The media type, or a range of them, as the description names it.
    let key: String
    /// The media type of a message.
    let mediaType: String
    let schema: Node?
    let examples: [DescribedExample]

    /// The contents in the order of preference: JSON first.
    static func all(
        of node: Node?,
        _ description: APIDescription,
        _ direction: SchemaSample.Direction
    ) -> [DescribedContent] {
        let contents = description.members(of: node, "content").compactMap { pair in
            description.following(pair.value) { DescribedContent(pair.key.text, $0, description, direction) }
        }
        return contents.filter(\.isJSON) + contents.filter { !$0.isJSON }
    }

    private init?(
        _ key: String,
        _ node: Node,
        _ description: APIDescription,
        _ direction: SchemaSample.Direction
    ) {
        self.key = key
        schema = node["schema"]
        let found = DescribedExample.all(of: node, description, direction)
        let isJSON: Bool
        if key == "*/*" {
            let value = found.first?.value
            isJSON = value?.object != nil || value?.array != nil || value == nil
            mediaType = isJSON ? MediaType.json.essence : "text/plain"
        } else {
            guard let type = MediaType(Self.concrete[key] ?? key) else {
                description.skipped.add("contents whose media type is not valid")
                return nil
            }
            mediaType = type.description
            isJSON = type.isJSON
        }
        examples = isJSON ? found.map(Self.withoutQuotes) : found
    }

    /// Examples in JSON are often texts that contain it.
    private static func withoutQuotes(_ example: DescribedExample) -> DescribedExample {
        guard case .string(let text) = example.value, let first = text.trimmingSpaces.first,
            first == "{" || first == "[",
            let value = try? JSONValue(parsing: text)
        else { return example }
        var example = example
        example.value = value
        return example
    }

    var isJSON: Bool { MediaType(mediaType)?.isJSON == true }
    var isMultipart: Bool { mediaType.hasPrefix("multipart/") }
    /// The media type without parameters.
    var essence: String { MediaType(mediaType)?.essence ?? mediaType }
    /// The media type of a request, with the boundary of its parts.
    var requestType: String { isMultipart ? "\(essence); boundary=\(Self.boundary)" : mediaType }

    /// The bytes of a value; nil if it cannot be written in this media type.
    func bytes(of value: JSONValue) -> [UInt8]? {
        if isJSON { return value.serializedBytes() }
        if let object = value.object {
            if essence == Self.form { return Array(Self.formText(object).utf8) }
            return isMultipart ? Array(Self.parts(object).utf8) : nil
        }
        switch value {
        case .string(let text): return Array(text.utf8)
        case .number(let number): return Array(number.literal.utf8)
        case .bool(let bool): return Array((bool ? "true" : "false").utf8)
        case .null, .array, .object: return nil
        }
    }

    private static func formText(_ object: JSONObject) -> String {
        RequestValues.text(ofQuery: object.members.map { ($0.name, $0.value.plainText) })
            .replacing("%20", with: "+")
    }

    private static func parts(_ object: JSONObject) -> String {
        let parts = object.members.map { member in
            let name = member.name.filter { !"\"\r\n".contains($0) }
            let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n"
            return head + member.value.plainText + "\r\n"
        }
        return parts.joined() + "--\(boundary)--\r\n"
    }
}
