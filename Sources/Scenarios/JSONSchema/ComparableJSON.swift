internal import HAL

/// A JSON value that is equal to another when the values are: numbers by value, members in any order.
indirect enum ComparableJSON: Hashable {
    case null
    case bool(Bool)
    case number(DecimalValue)
    /// In UTF-8: strings of different characters are different, however they look.
    case string([UInt8])
    case array([ComparableJSON])
    case object([[UInt8]: ComparableJSON])

    /// The depth is that of parsed JSON, which is bounded.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .number(DecimalValue(number))
        case .string(let text): self = .string(Array(text.utf8))
        case .array(let items): self = .array(items.map(ComparableJSON.init))
        case .object(let object):
            let members = object.members.map { (Array($0.name.utf8), ComparableJSON($0.value)) }
            self = .object(Dictionary(members) { first, _ in first })
        }
    }
}
