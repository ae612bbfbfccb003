package import HAL
package import Matching

/// The ids of items, and the rules that they keep.
extension LiveResource {
    /// The greatest number that every client reads exactly (RFC 8259 §6).
    package static let maximumNumber = (1 << 53) - 1
    private static let longestID = 512

    /// The id in an item as text: that of a string or of an integer; nil if there is none, or it is not a valid one.
    package static func id(_ value: JSONValue?) -> ExactText? {
        switch value {
        case .string(let text)? where problem(ofText: text) == nil: ExactText(text)
        case .number(let number)? where isPlainInteger(number.literal): ExactText(number.literal)
        case .null?, .bool?, .number?, .string?, .array?, .object?, nil: nil
        }
    }

    /// The problem of a value as an id of this resource, to follow its name in a message; nil if it is valid.
    package func problem(ofID value: JSONValue?) -> String? {
        guard let id = Self.id(value) else {
            guard identifiers != .sequence || value == nil || value == .null else { return Self.needsNumber(value) }
            return Self.problem(of: value)
        }
        return identifiers == .sequence && Self.number(of: id) == nil ? Self.needsNumber(value) : nil
    }

    /// The number that an id is in a sequence: decimal digits without zeros in front; nil if it is not one.
    package static func number(of id: ExactText) -> Int? {
        guard isPlainInteger(id.text), let number = Int(id.text) else { return nil }
        return (0...maximumNumber).contains(number) ? number : nil
    }

    /// The ids that a reference contains, one or a list; nil for a value that is not an id.
    package static func referredIDs(_ value: JSONValue?) -> [ExactText?] {
        switch value {
        case nil, .null?: []
        case .array(let items)?: items.map { id($0) }
        case .bool?, .number?, .string?, .object?: [id(value)]
        }
    }

    /// The value of a unique member as it is compared: numbers by value, members in any order; nil if it need not be
    /// unique.
    package static func uniqueKey(_ value: JSONValue?) -> JSONDigest? {
        value.flatMap { $0.isNull ? nil : JSONDigest($0) }
    }

    /// Whether a text is an integer of 64 bits as it is usually written: without `+`, zeros in front and `-0`.
    private static func isPlainInteger(_ text: String) -> Bool {
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        guard let first = digits.first, digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
            first != UInt8(ascii: "0") || (digits.count == 1 && !isNegative)
        else { return false }
        return digits.count < 19 || Int(text) != nil
    }

    /// The problem of a text; clients remove segments of dots from a path.
    private static func problem(ofText text: String) -> String? {
        switch text {
        case "": "must not be empty"
        case ".", "..": "must not be '\(text)', which clients remove from a path"
        case _ where text.utf8.count > longestID:
            "must have at most \(longestID) bytes, not \(text.utf8.count)"
        case _: nil
        }
    }

    private static func problem(of value: JSONValue?) -> String? {
        switch value {
        case nil, .null?: "is required"
        case .string(let text)?: problem(ofText: text)
        case .number(let number)? where number.int != nil || number.isWritten(with: ".eE"):
            "must be a string, or an integer in plain digits, not \(shown(number))"
        case .number?: "must be an integer of at most 64 bits; write a longer one as a string"
        case .bool?, .array?, .object?: "must be a string or an integer, not \(value?.kind ?? "")"
        }
    }

    private static func needsNumber(_ value: JSONValue?) -> String {
        let found =
            switch value {
            case .number(let number)?: shown(number)
            case .string(let text)? where text.utf8.count <= 40: "'\(text.printable)'"
            case .string?, .null?, .bool?, .array?, .object?, nil: value?.kind ?? "missing"
            }
        return "must be an integer from 0 to \(maximumNumber) in plain digits, as 'ids' is 'sequence', not \(found)"
    }

    private static func shown(_ number: JSONNumber) -> String {
        number.literal.utf8.count <= 40 ? number.literal : "\(number.literal.prefix(40))…"
    }
}

extension JSONNumber {
    fileprivate func isWritten(with characters: String) -> Bool { literal.contains { characters.contains($0) } }
}
