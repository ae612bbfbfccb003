internal import HAL

/// The steps, the output and the memory that are left for rendering one response.
package struct TemplateAllowance: Sendable {
    /// Of one response.
    package static let maximum = TemplateAllowance(steps: 250_000, output: 16 << 20, values: 64 << 20)
    /// Of a response that is rendered on the event loop while other requests wait: some milliseconds.
    package static let onLoop = TemplateAllowance(steps: 5_000, output: 256 << 10, values: 1 << 20)
    /// Of arrays and objects inside each other, in values of helpers.
    static let maximumDepth = 512

    private(set) var steps: Int
    private(set) var output: Int
    /// In bytes, of all values of helpers; they are counted before they are made.
    private(set) var values: Int

    mutating func step(_ count: Int) throws(TemplateFailure) {
        guard count <= steps else {
            throw TemplateFailure(reason: "the template exceeds \(Self.maximum.steps) steps")
        }
        steps -= count
    }

    mutating func write(_ bytes: Int) throws(TemplateFailure) {
        guard bytes <= output else {
            throw TemplateFailure(reason: "the rendered template is larger than \(Self.maximum.output >> 20) MiB")
        }
        output -= bytes
    }

    mutating func make(_ bytes: Int) throws(TemplateFailure) {
        guard bytes <= values else {
            throw TemplateFailure(reason: "the values of the template exceed \(Self.maximum.values >> 20) MiB")
        }
        values -= bytes
    }
}

/// The size of a JSON value as text, and its depth, measured without making the text.
struct TemplateValueSize {
    /// Visited for one step.
    static let nodesPerStep = 4

    /// Without escapes.
    private(set) var bytes = 0
    private(set) var nodes = 0
    private(set) var isTooDeep = false
    private let maximumNodes: Int

    /// Measures the value up to a number of nodes: an array that contains another one twice can be exponentially large.
    init(_ value: JSONValue, maximumNodes: Int) {
        self.maximumNodes = maximumNodes
        visit(value, depth: 1)
    }

    private mutating func visit(_ value: JSONValue, depth: Int) {
        nodes += 1
        guard nodes <= maximumNodes, !isTooDeep else { return }
        switch value {
        case .null, .bool: bytes += 5
        case .number(let number): bytes += number.literal.utf8.count + 1
        case .string(let text): bytes += text.utf8.count + 3
        case .array(let items):
            guard enter(depth) else { return }
            for item in items { visit(item, depth: depth + 1) }
        case .object(let object):
            guard enter(depth) else { return }
            for member in object.members {
                bytes += member.name.utf8.count + 3
                visit(member.value, depth: depth + 1)
            }
        }
    }

    private mutating func enter(_ depth: Int) -> Bool {
        bytes += 3
        isTooDeep = isTooDeep || depth > TemplateAllowance.maximumDepth
        return !isTooDeep && nodes <= maximumNodes
    }
}

extension TemplateRenderer {
    /// The value's text, counted before it is made.
    mutating func text(of value: TemplateValue) throws(TemplateFailure) -> String {
        switch value {
        case .json(.array), .json(.object), .model, .fields: try make(try size(of: value.json))
        case .missing, .json, .date, .values, .parts, .xml: break
        }
        return value.text
    }

    /// The value as JSON text, counted before it is made.
    mutating func jsonText(of value: TemplateValue) throws(TemplateFailure) -> String {
        let json = value.json
        try make(try size(of: json))
        return json.serialized()
    }

    /// The text of a call's argument; empty if it is missing.
    mutating func text(_ index: Int, of call: TemplateCall) throws(TemplateFailure) -> String {
        try text(of: try argument(index, of: call))
    }

    /// The text of a call's option; empty if it is missing.
    mutating func text(option name: String, of call: TemplateCall) throws(TemplateFailure) -> String {
        try text(of: try option(name, of: call))
    }

    /// The approximate size of the value as text, in bytes.
    ///
    /// - Throws: ``TemplateFailure`` if it is too deep, or has more nodes than the steps allow.
    mutating func size(of json: JSONValue) throws(TemplateFailure) -> Int {
        let size = TemplateValueSize(json, maximumNodes: allowance.steps * TemplateValueSize.nodesPerStep)
        try step(size.nodes / TemplateValueSize.nodesPerStep)
        guard !size.isTooDeep else {
            let limit = TemplateAllowance.maximumDepth
            throw TemplateFailure(reason: "a value of the template is nested deeper than \(limit) levels")
        }
        return size.bytes
    }
}
