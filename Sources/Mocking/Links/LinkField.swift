/// The field `Link` (RFC 8288 §3).
enum LinkField {
    /// What stands between `<` and `>`, quoted strings aside.
    static func targets(_ value: [UInt8]) -> [Range<Int>] {
        var targets: [Range<Int>] = []
        var index = 0
        while index < value.count {
            switch value[index] {
            case UInt8(ascii: "\""):
                index = endOfQuotedString(value, from: index + 1)
            case UInt8(ascii: "<"):
                guard let end = value[index...].firstIndex(of: UInt8(ascii: ">")) else { return targets }
                targets.append((index + 1)..<end)
                index = end + 1
            case _:
                index += 1
            }
        }
        return targets
    }

    private static func endOfQuotedString(_ value: [UInt8], from start: Int) -> Int {
        var index = start
        while index < value.count, value[index] != UInt8(ascii: "\"") {
            index += value[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1
    }
}
