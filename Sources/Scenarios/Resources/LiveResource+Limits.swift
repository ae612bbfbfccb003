package import HAL

extension LiveResource {
    /// The limits of an item, whoever writes it, and of the content of a request.
    package static let limits = JSONLimits(depth: 100, bytes: 1 << 20, values: 50_000, duplicateKeys: .refuse)

    /// The limits in words.
    package static let limitsText = "\(limits.bytes) bytes, \(limits.values) values and \(limits.depth) levels"

    /// Whether an item is within the limits, as compact JSON of a length.
    package static func isWithinLimits(_ item: JSONObject, length: Int) -> Bool {
        let (values, levels) = JSONValue.object(item).extent
        return length <= limits.bytes && values <= limits.values && levels <= limits.depth
    }
}

extension JSONValue {
    /// The numbers of values in this one, itself included, and of arrays and objects inside each other.
    package var extent: (values: Int, levels: Int) {
        switch self {
        case .array(let items): Self.extent(items.lazy.map(\.extent))
        case .object(let object): Self.extent(object.members.lazy.map(\.value.extent))
        case .null, .bool, .number, .string: (1, 0)
        }
    }

    private static func extent(_ children: some Sequence<(values: Int, levels: Int)>) -> (values: Int, levels: Int) {
        children.reduce((1, 1)) { ($0.0 + $1.values, max($0.1, $1.levels + 1)) }
    }
}
