internal import HAL
internal import Matching

/// Exchanges whose requests match one pattern, and their responses in sequence.
struct DraftInteraction {
    /// A condition on a field of the request.
    struct Condition: Hashable {
        let name: String
        let value: String
        /// Whether any credentials with the scheme of the value will do.
        var isOfScheme = false

        /// The pattern of the field; that of a tag without quotes is a regular expression, so that it is no mistake.
        var matcher: JSONValue {
            if isOfScheme { return ["matches": .string("\(value.prefix { $0 != " " }) .+")] }
            let isTag = ["If-Match", "If-None-Match"].contains(name)
            guard isTag, value != "*", EntityTags.all(in: value).isEmpty else { return .string(value) }
            return ["matches": .string(RegularExpressionText.escaped(value))]
        }

        func accepts(_ other: String?) -> Bool {
            guard let other else { return false }
            guard isOfScheme else { return other == value }
            return Self.scheme(of: other) == Self.scheme(of: value)
        }

        static func scheme(of credentials: String) -> String {
            (Redaction.scheme(of: "Authorization", credentials) ?? "").lowercased()
        }
    }

    let shape: RequestShape
    /// The fields that tell these requests from others of the same shape.
    let conditions: [Condition]
    /// Positions of the exchanges.
    var exchanges: [Int]
    /// Whether other interactions have the same shape.
    let hasRivals: Bool
    /// The number of conditions by which it comes before others of the same shape.
    var precedence: Int { hasRivals ? conditions.count : 0 }
    /// Whether all responses are the same.
    let isConstant: Bool

    /// The request pattern.
    var request: JSONObject {
        guard !conditions.isEmpty else { return shape.pattern }
        var request = shape.pattern
        request["headers"] = .object(
            JSONObject(
                conditions.map { condition in
                    .init(condition.name, condition.matcher)
                }
            )
        )
        return request
    }

    /// Whether a request with these fields meets the conditions.
    func accepts(_ fields: [FieldLine]) -> Bool {
        conditions.allSatisfy { $0.accepts(fields[$0.name]) }
    }
}

/// Groups exchanges by the requests that get the same responses.
struct InteractionGrouping {
    private static let authorization = "Authorization"
    /// Fields of requests that change the response, in the order in which they are tried.
    private static let selectingFields = [
        authorization, "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "Range", "Accept",
        "Accept-Language", "Prefer", "Cookie",
    ]

    let exchanges: [Exchange]

    /// The interactions in the order of their first use.
    func interactions(_ shapes: [RequestShape]) -> [DraftInteraction] {
        var groups: [RequestShape: [Int]] = [:]
        for (index, shape) in shapes.enumerated() { groups[shape, default: []].append(index) }
        return groups.flatMap { shape, members in interactions(of: shape, members) }
            .sorted { ($0.exchanges.first ?? 0) < ($1.exchanges.first ?? 0) }
    }

    /// Splits a group by the fields that explain why its responses differ; what they do not explain is a sequence.
    private func interactions(of shape: RequestShape, _ members: [Int]) -> [DraftInteraction] {
        var parts = [members]
        var names: [String] = []
        for name in Self.selectingFields {
            let before = Self.excess(of: parts, exchanges)
            guard before > 0 else { break }
            let split = parts.flatMap { part in self.split(part, by: name) }
            guard Self.excess(of: split, exchanges) < before else { continue }
            parts = split
            names.append(name)
        }
        let isByScheme = credentialsAreFree(members, isSelecting: names.contains(Self.authorization))
        let isCommon = !names.contains(Self.authorization) && haveOneScheme(members)
        return parts.map { part in
            let fields = exchanges[part[0]].request.fields
            let conditions = (isCommon ? [Self.authorization] : []) + names
            return DraftInteraction(
                shape: shape,
                conditions: conditions.compactMap { name in
                    fields[name].map { value in
                        DraftInteraction.Condition(
                            name: name,
                            value: value,
                            isOfScheme: name == Self.authorization && isByScheme
                        )
                    }
                },
                exchanges: part,
                hasRivals: parts.count > 1,
                isConstant: Self.excess(of: [part], exchanges) == 0
            )
        }
    }

    /// Whether any credentials of a scheme may replace those of the requests: they select nothing, or are the only ones.
    private func credentialsAreFree(_ members: [Int], isSelecting: Bool) -> Bool {
        let values = Set(members.compactMap { exchanges[$0].request.fields[Self.authorization] })
        let haveScheme = values.allSatisfy { !DraftInteraction.Condition.scheme(of: $0).isEmpty }
        guard haveScheme, values.contains(where: Pseudonyms.isIn) else { return false }
        return !isSelecting || values.count == 1
    }

    /// Whether all requests have credentials, of the same scheme.
    private func haveOneScheme(_ members: [Int]) -> Bool {
        let values = members.map { exchanges[$0].request.fields[Self.authorization] }
        guard values.allSatisfy({ $0 != nil }) else { return false }
        let schemes = Set(values.compactMap(\.self).map(DraftInteraction.Condition.scheme))
        return schemes.count == 1 && schemes != [""]
    }

    private func split(_ part: [Int], by name: String) -> [[Int]] {
        var groups: [String?: [Int]] = [:]
        for index in part { groups[exchanges[index].request.fields[name], default: []].append(index) }
        return groups.values.sorted { $0[0] < $1[0] }
    }

    /// The number of different responses beyond one for each part.
    private static func excess(of parts: [[Int]], _ exchanges: [Exchange]) -> Int {
        parts.reduce(0) { $0 + Set($1.map { exchanges[$0].response }).count - 1 }
    }
}
