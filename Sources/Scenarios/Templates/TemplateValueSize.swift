internal import HAL

/// The size of a JSON value as text, and its depth, found without making the text.
struct TemplateValueSize {
    /// So many nodes are visited for one step.
    static let nodesPerStep = 4

    /// Escapes aside.
    private(set) var bytes = 0
    private(set) var nodes = 0
    private(set) var isTooDeep = false
    private let maximumNodes: Int

    /// Visits the value, and no more nodes than that: an array that names another one twice can be exponentially large.
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
        case .missing, .json, .date, .values, .parts: break
        }
        return value.text
    }

    /// The text of a call's argument; empty when there is none.
    mutating func text(_ index: Int, of call: TemplateCall) throws(TemplateFailure) -> String {
        try text(of: try argument(index, of: call))
    }

    /// The text of a call's option; empty when there is none.
    mutating func text(option name: String, of call: TemplateCall) throws(TemplateFailure) -> String {
        try text(of: try option(name, of: call))
    }

    /// About how many bytes the value is as text.
    ///
    /// - Throws: ``TemplateFailure`` when it is too deep, or has more nodes than there are steps for.
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
