/// A media type with its parameters, RFC 9110 §8.3.1.
///
/// Two are equal if type, subtype and parameters are, whatever the case of the names and the order of the parameters.
public struct MediaType: Sendable {
    /// A parameter: `charset=utf-8`.
    public struct Parameter: Sendable, Hashable {
        /// The name in lower case.
        public let name: String
        /// The value without quotes and escapes.
        public let value: String

        /// Makes a parameter.
        public init(_ name: String, _ value: String) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    /// The type in lower case: `application`.
    public let type: String
    /// The subtype in lower case, its suffix included: `hal+json`.
    public let subtype: String
    /// The parameters in their order.
    public let parameters: [Parameter]

    /// Makes a media type of tokens.
    package init(uncheckedType type: String, subtype: String, parameters: [Parameter] = []) {
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters
    }

    /// Reads `type/subtype` and its parameters; nil if the text does not follow the grammar.
    public init?(_ text: String) {
        if let known = Self.known(text) {
            self = known
            return
        }
        var parser = FieldParser(text)
        parser.skipSpace()
        guard let mediaType = parser.mediaType(), parser.isAtEnd else { return nil }
        self = mediaType
    }

    /// Reads `type/subtype` and the parameters before the first malformed one; nil if the type is malformed.
    package init?(leniently text: String) {
        if let known = Self.known(text) {
            self = known
            return
        }
        var parser = FieldParser(text)
        parser.skipSpace()
        guard let mediaType = parser.mediaType(leniently: true), parser.isAtEnd else { return nil }
        self = mediaType
    }

    /// `type/subtype` without parameters.
    public var essence: String {
        "\(type)/\(subtype)"
    }

    /// The part of the subtype after its last `+`, or nil: `json`.
    public var suffix: String? {
        subtype.lastIndex(of: "+").map { String(subtype[subtype.index(after: $0)...]) }
    }

    /// Whether bodies of this type are JSON: `application/json` and every `+json`.
    public var isJSON: Bool {
        (type == "application" && subtype == "json") || subtype.hasSuffix("+json")
    }

    /// The value of the first parameter with that name, in any case, or nil.
    public func parameter(_ name: String) -> String? {
        let name = name.lowercased()
        return parameters.first { $0.name == name }?.value
    }

    /// `application/hal+json`.
    public static let hal = MediaType(uncheckedType: "application", subtype: "hal+json")
    /// `application/json`.
    public static let json = MediaType(uncheckedType: "application", subtype: "json")
    /// `application/problem+json`, RFC 9457.
    public static let problem = MediaType(uncheckedType: "application", subtype: "problem+json")

    /// The types of nearly all responses, without parsing their text.
    private static func known(_ text: String) -> MediaType? {
        switch text {
        case "application/hal+json": hal
        case "application/json": json
        case "application/problem+json": problem
        default: nil
        }
    }
}

extension MediaType: Hashable {
    /// Compares type, subtype and the set of parameters; a charset in any case.
    public static func == (lhs: MediaType, rhs: MediaType) -> Bool {
        lhs.type == rhs.type && lhs.subtype == rhs.subtype && lhs.normalized == rhs.normalized
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subtype)
        hasher.combine(normalized)
    }

    private var normalized: Set<Parameter> {
        Set(parameters.map { $0.name == "charset" ? Parameter($0.name, $0.value.lowercased()) : $0 })
    }
}

extension MediaType: CustomStringConvertible {
    /// The media type as a field value; parameter values that are not tokens are quoted.
    public var description: String {
        parameters.reduce(into: essence) { $0 += "; \($1.name)=\(FieldParser.quotedIfNeeded($1.value))" }
    }
}
