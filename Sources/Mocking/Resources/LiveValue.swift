import HAL

/// The value of an item's member, as far as filters and orders need it.
enum LiveValue: Sendable, Equatable {
    case number(JSONNumber)
    case string(ExactText)
    case bool(Bool)
    case list([LiveValue])
    case object
    case null
    case missing

    init(at path: CompactJSON.Path, of item: LiveItem) {
        guard let range = CompactJSON.value(at: path, in: item.bytes), let first = item.bytes[range].first else {
            self = .missing
            return
        }
        switch first {
        case UInt8(ascii: "\""): self = .string(ExactText(Self.string(item.bytes[range.dropFirst().dropLast()])))
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["):
            let items = (try? JSONValue(parsing: Array(item.bytes[range])))?.array ?? []
            self = .list(items.map(Self.init(_:)))
        case _: self = .number(JSONNumber(uncheckedLiteral: String(decoding: item.bytes[range], as: UTF8.self)))
        }
    }

    private init(_ value: JSONValue) {
        switch value {
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(ExactText(text))
        case .bool(let bool): self = .bool(bool)
        case .null: self = .null
        case .array(let items): self = .list(items.map(Self.init(_:)))
        case .object: self = .object
        }
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        let quote = UInt8(ascii: "\"")
        return (try? JSONValue(parsing: [quote] + bytes + [quote]))?.string ?? ""
    }

    var text: ExactText? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// Whether this value, or one of a list, equals an operand.
    func isEqual(to operand: LiveFilter.Operand) -> Bool {
        switch self {
        case .string(let text): text == operand.text
        case .number(let number): operand.number.map { number.isEqual(to: $0) } ?? false
        case .bool(let bool): operand.text.text == String(bool)
        case .null: operand.text.text == "null"
        case .list(let items): items.contains { $0.isEqual(to: operand) }
        case .object, .missing: false
        }
    }

    /// Negative if this value precedes the operand; nil if both cannot be compared.
    func order(to operand: LiveFilter.Operand) -> Int? {
        switch self {
        case .number: operand.number.map { compared(with: .number($0)) }
        case .string: compared(with: .string(operand.text))
        case .bool, .list, .object, .null, .missing: nil
        }
    }

    /// Negative if this value precedes another: numbers, texts, booleans, others, null, and missing ones last.
    func compared(with other: LiveValue) -> Int {
        switch (self, other) {
        case (.number(let left), .number(let right)):
            let (left, right) = (left.double ?? .infinity, right.double ?? .infinity)
            return left < right ? -1 : left > right ? 1 : 0
        case (.string(let left), .string(let right)): return left == right ? 0 : left < right ? -1 : 1
        case (.bool(let left), .bool(let right)): return left == right ? 0 : right ? -1 : 1
        case _: return rank - other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .string: 1
        case .bool: 2
        case .list, .object: 3
        case .null: 4
        case .missing: 5
        }
    }
}
