/// Builds a value from a scanner's events; open containers are on its own stack, not on the thread's.
struct JSONReader {
    /// An array or object whose end is not read yet; mutated in place, because copying it for each element would be
    /// quadratic.
    private struct OpenContainer {
        let isObject: Bool
        var elements: [JSONValue] = []
        var members: [JSONObject.Member] = []
        var key = ""
        /// The keys so far of an object that has many, if they are checked.
        var keys: Set<[UInt8]> = []

        /// The number of members for which the first object at a depth has room.
        static let firstSize = 8
        /// The greatest number of members that memory is reserved for in advance.
        static let greatestSize = 64

        init(isObject: Bool, size: Int) {
            self.isObject = isObject
            guard size > 1 else { return }
            if isObject { members.reserveCapacity(size) } else { elements.reserveCapacity(size) }
        }
    }

    /// The duplicate keys so far, with the offset of the later one.
    private(set) var duplicates: [(name: String, offset: Int)] = []

    private var scanner: JSONScanner
    private let limits: JSONLimits
    private let checksKeys: Bool
    private var open: [OpenContainer] = []
    /// The sizes of the last object and the last array at each depth: the next ones are probably as large.
    private var sizes: [(members: Int, elements: Int)] = []
    private var names = NameCache()
    /// The number of complete values.
    private var count = 0
    /// The greatest number of keys that are compared one by one.
    private static let fewKeys = 16

    init(_ bytes: [UInt8], limits: JSONLimits, listsDuplicates: Bool) {
        scanner = JSONScanner(bytes, limits: limits)
        self.limits = limits
        checksKeys = listsDuplicates || limits.duplicateKeys == .refuse
    }

    /// Reads to the end of the text.
    mutating func read() throws(JSONError) -> JSONValue {
        var root = JSONValue.null
        while let event = try scanner.next() {
            guard let value = try value(of: event) else { continue }
            count += 1
            guard count <= limits.values else {
                throw scanner.error("the text has more than \(limits.values) values", code: .tooLarge)
            }
            guard append(value) else {
                root = value
                continue
            }
        }
        return root
    }

    /// The value that the event completes, or nil.
    private mutating func value(of event: JSONScanner.Event) throws(JSONError) -> JSONValue? {
        switch event {
        case .null: return .null
        case .bool(let bool): return .bool(bool)
        case .number(let range):
            return .number(JSONNumber(uncheckedLiteral: String(decoding: scanner.bytes[range], as: UTF8.self)))
        case .string(let text): return .string(scanner.string(text))
        case .key(let text): try take(key: names.string(text, in: scanner))
        case .beginArray: begin(isObject: false)
        case .beginObject: begin(isObject: true)
        case .endArray, .endObject: return close()
        }
        return nil
    }

    private mutating func begin(isObject: Bool) {
        if open.count == sizes.count { sizes.append((OpenContainer.firstSize, 0)) }
        let size = isObject ? sizes[open.count].members : sizes[open.count].elements
        open.append(OpenContainer(isObject: isObject, size: size))
    }

    /// Appends a value to the innermost container; false if no container is open.
    private mutating func append(_ value: JSONValue) -> Bool {
        let last = open.count - 1
        guard last >= 0 else { return false }
        if open[last].isObject {
            open[last].members.append(JSONObject.Member(open[last].key, value))
        } else {
            open[last].elements.append(value)
        }
        return true
    }

    private mutating func close() -> JSONValue {
        let container = open.removeLast()
        guard container.isObject else {
            sizes[open.count].elements = min(container.elements.count, OpenContainer.greatestSize)
            return .array(container.elements)
        }
        sizes[open.count].members = min(container.members.count, OpenContainer.greatestSize)
        return .object(JSONObject(container.members))
    }

    private mutating func take(key: String) throws(JSONError) {
        if checksKeys { try check(key: key) }
        open[open.count - 1].key = key
    }

    private mutating func isRepeated(_ key: String) -> Bool {
        let container = open.count - 1
        guard open[container].members.count >= Self.fewKeys else {
            // By bytes: two keys that are canonically equivalent differ (RFC 8259 §8.3).
            return open[container].members.contains {
                $0.name.utf8.count == key.utf8.count && $0.name.utf8.elementsEqual(key.utf8)
            }
        }
        if open[container].keys.isEmpty {
            open[container].keys = Set(open[container].members.map { Array($0.name.utf8) })
        }
        return !open[container].keys.insert(Array(key.utf8)).inserted
    }

    private mutating func check(key: String) throws(JSONError) {
        guard isRepeated(key) else { return }
        guard limits.duplicateKeys == .keep else {
            throw scanner.error(
                "the key \"\(key)\" is defined twice",
                code: .duplicateKey,
                at: scanner.eventOffset
            )
        }
        guard duplicates.count < JSONDocument.duplicateKeysListed else { return }
        duplicates.append((key, scanner.eventOffset))
    }
}

/// The names that were read last, and where: the objects of a text often have the same ones, and a comparison costs less
/// than a new string.
private struct NameCache {
    /// A struct, because the runtime destroys an array of tuples far more slowly.
    private struct Name {
        var range = 0..<0
        var string = ""
    }

    /// Empty at first: a short text has few names twice.
    private var names: [Name] = []
    private var namesRead = 0
    private static let firstNames = 16

    mutating func string(_ text: JSONScanner.Text, in scanner: JSONScanner) -> String {
        let count = text.range.count
        if names.isEmpty {
            namesRead += 1
            guard namesRead > Self.firstNames else { return scanner.string(text) }
            names = [Name](repeating: Name(), count: 64)
        }
        guard !text.isEscaped, (1...32).contains(count) else { return scanner.string(text) }
        let first = Int(scanner.bytes[text.range.lowerBound])
        let last = Int(scanner.bytes[text.range.upperBound - 1])
        let slot = (first &* 7 &+ last &* 3 &+ count) & 63
        let range = names[slot].range
        guard range.count == count, scanner.bytes.repeats(range, at: text.range.lowerBound) else {
            let string = scanner.string(text)
            names[slot] = Name(range: text.range, string: string)
            return string
        }
        return names[slot].string
    }
}
