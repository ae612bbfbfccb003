extension URITemplate {
    /// The value of a variable.
    public enum Value: Sendable, Hashable {
        /// One text; an empty text is a value too.
        case string(String)
        /// Texts in order; an empty list counts as undefined.
        case list([String])
        /// Names and texts in order; an empty map counts as undefined.
        case map([Pair])

        /// A name and its text.
        public struct Pair: Sendable, Hashable {
            /// The name.
            public let name: String
            /// The text.
            public let value: String

            /// Makes a pair.
            public init(_ name: String, _ value: String) {
                self.name = name
                self.value = value
            }
        }

        /// Whether RFC 6570 §2.3 counts the value as undefined.
        var isUndefined: Bool {
            switch self {
            case .string: false
            case .list(let members): members.isEmpty
            case .map(let pairs): pairs.isEmpty
            }
        }
    }

    /// Names of variables and their values; variables without an entry are undefined.
    public struct Variables: Sendable, Hashable {
        private var values: [String: URITemplate.Value]

        /// Makes variables of values by name.
        public init(_ values: [String: URITemplate.Value] = [:]) {
            self.values = values
        }

        /// The value of a variable, or nil.
        public subscript(name: String) -> URITemplate.Value? {
            get { values[name] }
            set { values[name] = newValue }
        }
    }
}

extension URITemplate.Variables: ExpressibleByDictionaryLiteral {
    /// Makes variables of values by name; the last one counts if a name is given twice, and nil leaves it undefined.
    public init(dictionaryLiteral elements: (String, (any URITemplateValueConvertible)?)...) {
        self.init()
        for (name, value) in elements { self[name] = value?.templateValue }
    }
}

extension URITemplate.Value: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes a string of digits.
    public init(integerLiteral value: Int) {
        self = .string(String(value))
    }

    /// Makes a string of the shortest digits with the same value.
    public init(floatLiteral value: Double) {
        self = .string(String(value))
    }

    /// Makes a list.
    public init(arrayLiteral elements: String...) {
        self = .list(elements)
    }

    /// Makes a map that keeps the order.
    public init(dictionaryLiteral elements: (String, String)...) {
        self = .map(elements.map { Pair($0, $1) })
    }
}
