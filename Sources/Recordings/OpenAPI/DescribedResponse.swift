internal import Documents
internal import HAL

/// A response of an operation.
struct DescribedResponse {
    /// Fields that the mock server sets, or that the content determines.
    private static let otherFields = FieldPolicy.unrecorded.union([
        "content-type", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer", "te",
    ])

    let status: Int
    let contents: [DescribedContent]
    let fields: [FieldLine]
    /// The links of OpenAPI, by name.
    let links: [Node.Pair]

    /// The responses, the usual one first: the lowest 2xx, else the default one, else the first.
    static func all(of operation: Node, _ description: APIDescription, challenges: [String]) -> [DescribedResponse] {
        let pairs = description.members(of: operation["responses"], "responses")
            .filter { !$0.key.text.hasPrefix("x-") }
        let exact = pairs.compactMap { Int($0.key.text) }
        var taken = Set(exact)
        // Without another response to success, the default one is that.
        let succeeds = !pairs.contains { $0.key.text.hasPrefix("2") }
        var responses: [DescribedResponse] = []
        for pair in pairs {
            guard let status = status(pair.key, succeeds: succeeds, &taken, description) else { continue }
            description.following(pair.value) { node in
                responses.append(DescribedResponse(status, node, description, challenges))
            }
        }
        let usual = responses.indices.filter { (200...299).contains(responses[$0].status) }
            .min { responses[$0].status < responses[$1].status }
        if let usual, usual > 0 { responses.insert(responses.remove(at: usual), at: 0) }
        return responses
    }

    private init(_ status: Int, _ node: Node, _ description: APIDescription, _ challenges: [String]) {
        self.status = status
        let hasContent = status != 204 && status != 205 && status != 304
        contents = hasContent ? DescribedContent.all(of: node["content"], description, .response) : []
        links = description.members(of: node["links"], "links")
        var fields = description.members(of: node["headers"], "headers").compactMap { pair in
            Self.otherFields.contains(pair.key.text.lowercased()) ? nil : Self.field(pair, description)
        }
        if status == 401, fields["WWW-Authenticate"] == nil {
            fields += challenges.map { FieldLine("WWW-Authenticate", $0) }
        }
        self.fields = fields
    }

    /// The status that a key means: `2XX` is 200 or the next that the operation does not have.
    private static func status(
        _ key: Node,
        succeeds: Bool,
        _ taken: inout Set<Int>,
        _ description: APIDescription
    ) -> Int? {
        let text = key.text
        if let status = Int(text) {
            guard (200...599).contains(status) else {
                description.skipped.add("responses with status \(text)")
                return nil
            }
            return status
        }
        var first: Int?
        if text == "default" { first = succeeds ? 200 : 500 }
        if text.count == 3, text.uppercased().hasSuffix("XX"), let digit = text.first?.wholeNumberValue,
            (2...5).contains(digit)
        {
            first = digit * 100
        }
        guard let first else {
            description.fail("'\(text)' is not a status, such as 200, 2XX or default", at: key)
            return nil
        }
        return (first..<first + 100).first { taken.insert($0).inserted }
    }

    /// A field with its example; one that need not be there has to have one.
    private static func field(_ pair: Node.Pair, _ description: APIDescription) -> FieldLine? {
        description.following(pair.value) { node -> FieldLine? in
            let isRequired = node["required"]?.isTrue == true
            let content = node["content"]?.pairs.first?.value ?? node
            guard let example = DescribedExample.all(of: content, description, .response).first,
                isRequired || !example.isGenerated, pair.key.text.isToken
            else { return nil }
            let items = example.value.array ?? [example.value]
            let text = items.map { $0.plainText }.joined(separator: ", ")
            guard text.unicodeScalars.allSatisfy({ $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }) else {
                return nil
            }
            return FieldLine(pair.key.text, String(text.trimmingSpaces))
        }
    }
}
