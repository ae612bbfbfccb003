import HAL

/// Finds values in compact JSON that this server has written, without reading the rest of it.
enum CompactJSON {
    /// A path of member names, each as it is written, with its colon.
    struct Path: Sendable, Hashable {
        fileprivate let names: [[UInt8]]

        init(_ names: [String]) {
            self.names = names.map { JSONValue.string($0).serializedBytes() + [UInt8(ascii: ":")] }
        }
    }

    /// The range of the value at a path of an object; nil if there is none.
    static func value(at path: Path, in bytes: [UInt8]) -> Range<Int>? {
        guard !path.names.isEmpty else { return nil }
        var position = 0
        var level = 0
        while position < bytes.count, bytes[position] == UInt8(ascii: "{") {
            position += 1
            guard let found = member(path.names[level], in: bytes, &position) else { return nil }
            level += 1
            guard level < path.names.count else { return found..<end(ofValueAt: found, in: bytes) }
            position = found
        }
        return nil
    }

    /// The position of the value of a member; `position` is after the brace of the object.
    private static func member(_ name: [UInt8], in bytes: [UInt8], _ position: inout Int) -> Int? {
        while position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            let start = position
            position = end(ofStringAt: position, in: bytes) + 1
            if position - start == name.count, isEqual(name, bytes, at: start) { return position }
            position = end(ofValueAt: position, in: bytes)
            guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return nil }
            position += 1
        }
        return nil
    }

    private static func isEqual(_ name: [UInt8], _ bytes: [UInt8], at start: Int) -> Bool {
        var index = 0
        while index < name.count {
            guard name[index] == bytes[start + index] else { return false }
            index += 1
        }
        return true
    }

    /// The position after the closing quote.
    private static func end(ofStringAt start: Int, in bytes: [UInt8]) -> Int {
        var position = start + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, bytes.count)
    }

    private static func end(ofValueAt start: Int, in bytes: [UInt8]) -> Int {
        var position = start
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position = end(ofStringAt: position, in: bytes)
                if depth == 0 { return position }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return position }
                depth -= 1
                if depth == 0 { return position + 1 }
            case UInt8(ascii: ","): if depth == 0 { return position }
            case _: break
            }
            position += 1
        }
        return position
    }
}
