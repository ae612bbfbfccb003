/// Builds a value from a scanner's events; open containers are on its own stack, not on the thread's.
struct JSONReader {
    /// An array or object whose end is not read yet; mutated in place, because copying it for each element would be
    /// quadratic.
    private struct OpenContainer {
        let isObject: Bool
        var elements: [JSONValue] = []
        var members: [JSONObject.Member] = []
        var key = ""
    }

    /// The duplicate keys so far, with the offset of the later one.
    private(set) var duplicates: [(name: String, offset: Int)] = []

    private var scanner: JSONScanner
    private let limits: JSONLimits
    private let checksKeys: Bool
    private var open: [OpenContainer] = []
    /// The number of complete values.
    private var count = 0
    /// The keys so far of each open object; empty if keys are not checked.
    private var keys: [Set<[UInt8]>] = []

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
        case .key(let text): try take(key: scanner.string(text))
        case .beginArray: open.append(OpenContainer(isObject: false))
        case .beginObject:
            open.append(OpenContainer(isObject: true))
            if checksKeys { keys.append([]) }
        case .endArray, .endObject: return close()
        }
        return nil
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
        guard container.isObject else { return .array(container.elements) }
        if checksKeys { keys.removeLast() }
        return .object(JSONObject(container.members))
    }

    private mutating func take(key: String) throws(JSONError) {
        if checksKeys { try check(key: key) }
        open[open.count - 1].key = key
    }

    private mutating func check(key: String) throws(JSONError) {
        guard !keys[keys.count - 1].insert(Array(key.utf8)).inserted else { return }
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
