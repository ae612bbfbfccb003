extension FormTemplate {
    /// A property to submit, and the rules for its value.
    public struct Property: Sendable, Hashable {
        /// The input types of HTML, which imply the format of a value.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Not shown to people.
            case hidden
            /// Any text; the default.
            case text
            /// Text of several lines.
            case textarea
            /// Text to search for.
            case search
            /// A telephone number in any format.
            case tel
            /// An absolute URI.
            case url
            /// An e-mail address.
            case email
            /// Text that is hidden while it is typed.
            case password
            /// `2026-11-23`.
            case date
            /// `2026-11`.
            case month
            /// `2026-W48`.
            case week
            /// `06:30`, `06:30:00.250`.
            case time
            /// A date and a time without a time zone: `2026-11-23T06:30`.
            case dateTimeLocal = "datetime-local"
            /// A number.
            case number
            /// A number whose exact value is not important.
            case range
            /// `#ff8000`.
            case color
        }

        /// The name of the value.
        public let name: String
        /// A label for people; by default the name.
        public var prompt: String
        /// The value that is submitted unless the caller has another one, or nil.
        public var value: JSONValue?
        /// Whether a value is required.
        public var isRequired = false
        /// Whether the caller cannot change the value.
        public var isReadOnly = false
        /// Whether `value` is a URI template; its variables are the other values.
        public var isTemplated = false
        /// A JavaScript regular expression that the whole value must match, or nil.
        public var regex: String?
        /// The input type; unknown ones count as text.
        public var kind = Kind.text
        /// The minimum of a number, or nil.
        public var min: JSONNumber?
        /// The maximum of a number, or nil.
        public var max: JSONNumber?
        /// The interval between two numbers, counted from `min` or zero, or nil.
        public var step: JSONNumber?
        /// The minimum length in UTF-16 code units, or nil.
        public var minLength: Int?
        /// The maximum length in UTF-16 code units, or nil.
        public var maxLength: Int?
        /// A hint for the user, shown without a value, or nil.
        public var placeholder: String?
        /// The width of a `textarea` in characters.
        public var cols = 40
        /// The height of a `textarea` in lines.
        public var rows = 5
        /// The values to choose from, or nil.
        public var options: Options?

        /// Makes a property without rules.
        public init(name: String) {
            self.name = name
            prompt = name
        }
    }

    /// A value to choose, and its label.
    public struct Choice: Sendable, Hashable {
        /// A label for people.
        public var prompt: String
        /// The value to submit.
        public var value: JSONValue

        /// Makes a choice; by default, its label is the value.
        public init(_ value: JSONValue, prompt: String? = nil) {
            self.value = value
            self.prompt = prompt ?? value.formText ?? value.serialized()
        }
    }

    /// The values that a property may have.
    public struct Options: Sendable, Hashable {
        /// The choices; nil if the link leads to them.
        public var inline: [Choice]?
        /// The link to the choices, as JSON or CSV; nil if they are inline.
        public var link: HALLink?
        /// The name of the label in a choice that is an object.
        public var promptField = "prompt"
        /// The name of the value in a choice that is an object.
        public var valueField = "value"
        /// The values that are submitted unless the caller has others.
        public var selectedValues: [JSONValue] = []
        /// The minimum number of values.
        public var minItems = 0
        /// The maximum number of values, or nil.
        public var maxItems: Int?

        /// Makes options without choices.
        public init() {}
    }
}

extension JSONValue {
    /// A scalar as the text that a form submits; nil for `null`, arrays and objects.
    package var formText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
