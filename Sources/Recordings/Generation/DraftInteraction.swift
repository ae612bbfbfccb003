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
    /// The number of the requests that one interaction for each state responds to.
    var part = 0
    /// How it depends on the state of the scenario.
    var binding = ScenarioStates.Binding()

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

    /// Those that are tried after the state of the scenario, which explains more than they do.
    private static let lateFields = [
        "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "Cookie",
    ]

    /// Exchanges of one shape, and the fields that tell them from others of that shape.
    private struct Part {
        let shape: RequestShape
        let members: [Int]
        let names: [String]
        let hasRivals: Bool
        let credentials: Credentials
    }

    /// How interactions of one shape look at the field `Authorization`.
    private struct Credentials {
        /// Whether any of the same scheme will do.
        let isByScheme: Bool
        /// Whether all requests have them although they select nothing.
        let isCommon: Bool
    }

    let exchanges: [Exchange]
    /// Whether writes change the state of the scenario, on which responses depend.
    var isStateful = false

    /// The interactions in the order of their first use, and the names of the states.
    func interactions(_ shapes: [RequestShape]) -> (interactions: [DraftInteraction], states: [String]) {
        var groups: [RequestShape: [Int]] = [:]
        for (index, shape) in shapes.enumerated() { groups[shape, default: []].append(index) }
        let parts = groups.flatMap { shape, members in self.parts(of: shape, members) }
            .sorted { $0.members[0] < $1.members[0] }
        let states = isStateful ? ScenarioStates(exchanges, explaining: parts.map(\.members)) : ScenarioStates()
        let interactions = parts.enumerated().flatMap { number, part in
            self.interactions(of: part, number, states.pieces(of: part.members))
        }
        return (Self.ordered(interactions), states.names)
    }

    /// Copies for other states come after the interaction whose response they repeat.
    private static func ordered(_ interactions: [DraftInteraction]) -> [DraftInteraction] {
        interactions.enumerated().sorted { one, other in
            let (first, second) = (one.element.exchanges.first ?? 0, other.element.exchanges.first ?? 0)
            return (first, one.offset) < (second, other.offset)
        }
        .map(\.element)
    }

    /// Splits a group by the fields that explain why its responses differ.
    private func parts(of shape: RequestShape, _ members: [Int]) -> [Part] {
        let fields = isStateful ? Self.selectingFields.filter { !Self.lateFields.contains($0) } : Self.selectingFields
        let (parts, names) = split(members, by: fields)
        let selects = names.contains(Self.authorization)
        let credentials = Credentials(
            isByScheme: credentialsAreFree(members, isSelecting: selects),
            isCommon: !selects && haveOneScheme(members)
        )
        return parts.map { part in
            Part(shape: shape, members: part, names: names, hasRivals: parts.count > 1, credentials: credentials)
        }
    }

    /// Splits what the state does not explain by further fields; what these do not explain is a sequence.
    private func interactions(of part: Part, _ number: Int, _ pieces: [ScenarioStates.Piece]) -> [DraftInteraction] {
        pieces.flatMap { piece in
            let (members, names) = split(piece.members, by: isStateful ? Self.lateFields : [])
            return members.map { members in
                var interaction = interaction(
                    of: part,
                    members,
                    part.names + names,
                    hasRivals: part.hasRivals || !names.isEmpty
                )
                (interaction.part, interaction.binding) = (number, piece.binding)
                return interaction
            }
        }
    }

    private func interaction(
        of part: Part,
        _ members: [Int],
        _ names: [String],
        hasRivals: Bool
    ) -> DraftInteraction {
        let fields = exchanges[members[0]].request.fields
        let conditions = (part.credentials.isCommon ? [Self.authorization] : []) + names
        return DraftInteraction(
            shape: part.shape,
            conditions: conditions.compactMap { name in
                fields[name].map { value in
                    DraftInteraction.Condition(
                        name: name,
                        value: value,
                        isOfScheme: name == Self.authorization && part.credentials.isByScheme
                    )
                }
            },
            exchanges: members,
            hasRivals: hasRivals,
            isConstant: Self.excess(of: [members], exchanges) == 0
        )
    }

    /// Splits exchanges by those of the fields that explain why responses differ.
    private func split(_ members: [Int], by fields: [String]) -> (parts: [[Int]], names: [String]) {
        var parts = [members]
        var names: [String] = []
        for name in fields {
            let before = Self.excess(of: parts, exchanges)
            guard before > 0 else { break }
            let split = parts.flatMap { part in self.split(part, by: name) }
            guard Self.excess(of: split, exchanges) < before else { continue }
            parts = split
            names.append(name)
        }
        return (parts, names)
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
