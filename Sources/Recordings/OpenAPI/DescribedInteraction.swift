internal import HAL

/// An interaction of a description, and a request that it responds to.
struct DescribedInteraction {
    /// The priorities of interactions; those with a preference have lower numbers.
    enum Priority {
        static let pair = 4
        static let usual = 5
        static let invalidContent = 6
    }

    let name: String
    let path: DescribedPath
    let priority: Int
    /// The keys of the request pattern.
    let pattern: JSONObject
    /// Whether it responds to clients that ask for another media type than the usual one.
    let isAlternative: Bool
    /// The number of parameters and contents that it matches.
    let conditions: Int
    /// A request with its response.
    let exchange: Exchange
    /// Names of fields of the request that only the description defines.
    let ownFields: [String]
    /// Whether the response is generated, because the description has no example.
    let isGenerated: Bool

    /// Whether a contract can make the request, and the response is not a redirect.
    var isStep: Bool {
        priority < Priority.invalidContent && !(300...399).contains(exchange.response.status)
    }

    /// The keys of the interaction; the response's are added.
    var content: JSONObject {
        var object: JSONObject = ["name": .string(name)]
        if priority != Priority.usual { object["priority"] = .number(JSONNumber(priority)) }
        if isGenerated { object["metadata"] = ["generated": true] }
        object["request"] = .object(pattern)
        return object
    }
}

/// A response of an operation in one media type, with one example.
struct ResponseVariant {
    let response: DescribedResponse
    let content: DescribedContent?
    let example: DescribedExample?
    /// Whether the response has another media type that comes first.
    let isAlternative: Bool
    /// Whether it is the first example.
    let isFirst: Bool
    /// Whether the response is the usual one.
    let isUsual: Bool

    /// The variants of the responses, the usual one first.
    static func all(of responses: [DescribedResponse], _ description: APIDescription) -> [ResponseVariant] {
        responses.enumerated().flatMap { index, response in
            let own = variants(of: response, isUsual: index == 0, description)
            guard own.isEmpty else { return own }
            return [
                ResponseVariant(
                    response: response,
                    content: nil,
                    example: nil,
                    isAlternative: false,
                    isFirst: true,
                    isUsual: index == 0
                )
            ]
        }
    }

    private static func variants(
        of response: DescribedResponse,
        isUsual: Bool,
        _ description: APIDescription
    ) -> [ResponseVariant] {
        var variants: [ResponseVariant] = []
        var essences: [String] = []
        for content in response.contents {
            let essence = content.essence
            guard !essences.contains(where: { $0.contains(essence) || essence.contains($0) }) else {
                description.skipped.add("contents in a media type that is like another one")
                continue
            }
            let usable = content.examples.filter { content.bytes(of: $0.value) != nil }
            if usable.isEmpty {
                description.skipped.add("contents in \(essence) without an example as text")
                continue
            }
            for (number, example) in usable.enumerated() {
                variants.append(
                    ResponseVariant(
                        response: response,
                        content: content,
                        example: example,
                        isAlternative: !essences.isEmpty,
                        isFirst: number == 0,
                        isUsual: isUsual
                    )
                )
            }
            essences.append(essence)
        }
        return variants
    }
}
