/// The eight kinds of expression, distinguished by their operator, RFC 6570 §2.2 and appendix A.
enum ExpansionStyle: Sendable, CaseIterable {
    case simple
    case reserved
    case fragment
    case label
    case path
    case parameter
    case query
    case continuation

    /// The operator as written.
    var symbol: String {
        switch self {
        case .simple: ""
        case .reserved: "+"
        case .fragment: "#"
        case .label: "."
        case .path: "/"
        case .parameter: ";"
        case .query: "?"
        case .continuation: "&"
        }
    }

    /// The text before the first defined variable.
    var first: String {
        switch self {
        case .simple, .reserved: ""
        case .fragment, .label, .path, .parameter, .query, .continuation: symbol
        }
    }

    /// The text between two variables, and between exploded members.
    var separator: String {
        switch self {
        case .simple, .reserved, .fragment: ","
        case .label, .path, .parameter: symbol
        case .query, .continuation: "&"
        }
    }

    /// Whether values are written as `name=value`.
    var isNamed: Bool {
        switch self {
        case .parameter, .query, .continuation: true
        case .simple, .reserved, .fragment, .label, .path: false
        }
    }

    /// The text between a name and an empty value.
    var emptyAssignment: String {
        switch self {
        case .query, .continuation: "="
        case .simple, .reserved, .fragment, .label, .path, .parameter: ""
        }
    }

    /// Whether reserved characters and percent-encoded triplets of values are kept.
    var keepsReserved: Bool {
        switch self {
        case .reserved, .fragment: true
        case .simple, .label, .path, .parameter, .query, .continuation: false
        }
    }

    /// The style whose operator is `byte`, or nil.
    init?(operator byte: UInt8) {
        guard let style = Self.allCases.first(where: { $0.symbol.utf8.elementsEqual([byte]) }) else { return nil }
        self = style
    }
}
