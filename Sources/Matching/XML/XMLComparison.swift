/// A kind of difference between XML documents, as XMLUnit names them.
enum XMLDifference: String, CaseIterable, Sendable {
    case tagName = "ELEMENT_TAG_NAME"
    case schemaLocation = "SCHEMA_LOCATION"
    case noNamespaceSchemaLocation = "NO_NAMESPACE_SCHEMA_LOCATION"
    case nodeType = "NODE_TYPE"
    case namespace = "NAMESPACE_URI"
    case text = "TEXT_VALUE"
    case instructionTarget = "PROCESSING_INSTRUCTION_TARGET"
    case instructionData = "PROCESSING_INSTRUCTION_DATA"
    case attributeCount = "ELEMENT_NUM_ATTRIBUTES"
    case attributeValue = "ATTR_VALUE"
    case childCount = "CHILD_NODELIST_LENGTH"
    case missingChild = "CHILD_LOOKUP"
    case missingAttribute = "ATTR_NAME_LOOKUP"

    /// Kinds of XMLUnit that never count.
    static let uncounted = [
        "XML_VERSION", "XML_STANDALONE", "XML_ENCODING", "HAS_DOCTYPE_DECLARATION", "DOCTYPE_NAME",
        "DOCTYPE_PUBLIC_ID", "DOCTYPE_SYSTEM_ID", "NAMESPACE_PREFIX", "ATTR_VALUE_EXPLICITLY_SPECIFIED",
        "CHILD_NODELIST_SEQUENCE",
    ]
}

/// How namespaces count in a comparison, in the words of WireMock 3.
enum NamespaceAwareness: String, CaseIterable, Sendable {
    /// As in WireMock 2: the default namespace counts, where one is expected; prefixed names compare without their
    /// namespaces, and attributes by their names as they are written.
    case legacy = "LEGACY"
    /// Names are equal if their namespaces and local names are.
    case strict = "STRICT"
    /// Local names alone count.
    case none = "NONE"
}

/// Compares a document with an expected one, as WireMock 2.35.1 does with XMLUnit.
///
/// The order of elements with different names, comments, white space around texts and the kind of a text do not count.
struct XMLComparison {
    /// Steps for one node.
    private static let stepsPerNode = 4

    var awareness = NamespaceAwareness.legacy
    /// Whether elements with one name may be in any order, too.
    var ignoresOrderOfSameName = false
    let exempted: Set<XMLDifference>
    let placeholders: XMLPlaceholders?

    /// The first difference that counts, with the path of its element; nil if there is none.
    func difference(_ expected: [XMLNode], _ actual: [XMLNode], budget: inout EvaluationBudget) -> String? {
        var run = XMLComparisonRun(comparison: self, budget: budget)
        let (left, right) = (XMLContent(expected, inherited: nil), XMLContent(actual, inherited: nil))
        let isEqual = run.compareChildren(left, right)
        budget = run.budget
        return isEqual ? nil : run.difference ?? "it takes too many steps to compare"
    }

    /// Whether a difference counts, where the expected document has something to compare.
    fileprivate func counts(_ difference: XMLDifference) -> Bool { !exempted.contains(difference) }

    fileprivate static var steps: Int { stepsPerNode }
}

/// Children that are compared, with the default namespace that they inherit.
private struct XMLContent {
    let nodes: [XMLNode]
    let inherited: String?

    /// Trims the texts, and leaves out those that are empty.
    init(_ nodes: [XMLNode], inherited: String?) {
        self.inherited = inherited
        self.nodes = nodes.compactMap { node in
            switch node {
            case .text(let text):
                let text = XMLText.trimmed(text)
                return text.isEmpty ? nil : .text(text)
            case .instruction(let target, let data): return .instruction(target: target, data: XMLText.trimmed(data))
            case .element, .attribute: return node
            case .comment: return nil
            }
        }
    }

    /// By their names, perhaps also by their content; other nodes come first.
    func sorted(alsoByContent: Bool, budget: inout EvaluationBudget) -> [XMLNode] {
        guard nodes.count > 1 else { return nodes }
        let keys = nodes.map { Array(($0.elementName + (alsoByContent ? "\0\($0.presentation)" : "")).utf16) }
        if alsoByContent { budget.spend(bytes: keys.reduce(0) { $0 + 8 * $1.count }) }
        let order = nodes.indices.sorted { left, right in
            if keys[left] == keys[right] { return left < right }
            return keys[left].lexicographicallyPrecedes(keys[right])
        }
        return order.map { nodes[$0] }
    }
}

extension XMLNode {
    fileprivate var elementName: String {
        guard case .element(let element) = self else { return "" }
        return element.name.local
    }

    fileprivate var isElement: Bool {
        guard case .element = self else { return false }
        return true
    }

    fileprivate var kind: String {
        switch self {
        case .element(let element): "the element '\(element.name.local)'"
        case .text: "a text"
        case .instruction(let target, _): "the processing instruction '\(target)'"
        case .attribute, .comment: "another node"
        }
    }

    /// Whether two nodes are compared with each other: an element with any other, a text with a text.
    fileprivate func isComparable(with other: XMLNode) -> Bool {
        switch (self, other) {
        case (.element, .element), (.text, .text), (.instruction, .instruction): true
        case _: false
        }
    }
}

/// White space in XMLUnit's sense.
enum XMLText {
    /// Without control characters and spaces at the ends, as Java's `trim`.
    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { $0 > " " }), let last = scalars.lastIndex(where: { $0 > " " })
        else { return "" }
        return String(scalars[first...last])
    }
}

/// One comparison on its way through two documents.
private struct XMLComparisonRun {
    let comparison: XMLComparison
    var budget: EvaluationBudget
    /// Where and how the documents differ.
    private(set) var difference: String?
    private var path: [String] = []

    init(comparison: XMLComparison, budget: EvaluationBudget) {
        self.comparison = comparison
        self.budget = budget
    }

    mutating func compareChildren(_ expected: XMLContent, _ actual: XMLContent) -> Bool {
        guard budget.spend(XMLComparison.steps * (1 + expected.nodes.count + actual.nodes.count)) else { return false }
        let alsoByContent = comparison.ignoresOrderOfSameName
        let left = expected.sorted(alsoByContent: alsoByContent, budget: &budget)
        let right = actual.sorted(alsoByContent: alsoByContent, budget: &budget)
        guard !budget.isExhausted else { return false }
        guard
            left.count == right.count || isIgnorable(expected.nodes, right)
                || allow(.childCount, "has \(right.count) children, not \(left.count)")
        else { return false }
        var isTaken = [Bool](repeating: false, count: right.count)
        var next = 0
        for node in left {
            guard let place = partner(of: node, in: right, isTaken, from: next) else {
                if comparison.placeholders?.accepts(node, nil, &budget) == true { continue }
                guard allow(.missingChild, "lacks \(node.kind)") else { return false }
                continue
            }
            isTaken[place] = true
            next = place + 1
            guard compare(node, right[place], expected.inherited, actual.inherited) else { return false }
        }
        return true
    }

    /// The next node that can be compared, else the first one.
    private mutating func partner(of node: XMLNode, in nodes: [XMLNode], _ isTaken: [Bool], from start: Int) -> Int? {
        if start < nodes.count, node.isComparable(with: nodes[start]), !isTaken[start] { return start }
        guard budget.spend(nodes.count / 8) else { return nil }
        let places = Array(nodes.indices.dropFirst(start)) + nodes.indices.prefix(start)
        return places.first { !isTaken[$0] && node.isComparable(with: nodes[$0]) }
    }

    /// Whether the only child that is expected is a placeholder that no text satisfies.
    private mutating func isIgnorable(_ expected: [XMLNode], _ actual: [XMLNode]) -> Bool {
        guard expected.count == 1, actual.isEmpty else { return false }
        return comparison.placeholders?.accepts(expected[0], nil, &budget) ?? false
    }

    private mutating func compare(
        _ expected: XMLNode,
        _ actual: XMLNode,
        _ expectedNamespace: String?,
        _ actualNamespace: String?
    ) -> Bool {
        switch (expected, actual) {
        case (.element(let left), .element(let right)): compare(left, right, expectedNamespace, actualNamespace)
        case (.text(let left), .text(let right)): isEqual(left, right, .text, "has the text")
        case (.instruction(let target, let data), .instruction(let otherTarget, let otherData)):
            isEqual(target, otherTarget, .instructionTarget, "has the instruction")
                && isEqual(data, otherData, .instructionData, "has an instruction with")
        case _: true
        }
    }

    private mutating func compare(
        _ expected: XMLElement,
        _ actual: XMLElement,
        _ expectedNamespace: String?,
        _ actualNamespace: String?
    ) -> Bool {
        path.append(expected.name.local)
        defer { path.removeLast() }
        let namespace = expected.defaultNamespace(inherited: expectedNamespace)
        let otherNamespace = actual.defaultNamespace(inherited: actualNamespace)
        guard isEqual(comparison.awareness.namespaces(expected, namespace, actual, otherNamespace)) else {
            return false
        }
        let (left, right) = (
            XMLContent(expected.children, inherited: namespace), XMLContent(actual.children, inherited: otherNamespace)
        )
        guard
            expected.name.local.utf8.elementsEqual(actual.name.local.utf8)
                || allow(.tagName, "is the element '\(actual.name.local)'")
        else { return false }
        return compareAttributes(expected, actual) && compareChildren(left, right)
    }

    /// Whether two namespaces are equal, or none is expected.
    private mutating func isEqual(_ namespaces: (expected: String?, actual: String?)) -> Bool {
        let (expected, actual) = namespaces
        guard let expected, expected != actual else { return true }
        return allow(.namespace, "has the namespace \(actual.map { "'\($0)'" } ?? "none"), not '\(expected)'")
    }

    private mutating func compareAttributes(_ expected: XMLElement, _ actual: XMLElement) -> Bool {
        let (left, right) = (expected.attributes, actual.attributes)
        guard budget.spend(left.count * (1 + right.count / 8)) else { return false }
        guard
            left.count == right.count || isIgnorable(left, right)
                || allow(.attributeCount, "has \(right.count) attributes, not \(left.count)")
        else { return false }
        for attribute in left {
            let name = attribute.name.qualified
            if let other = right.first(where: { comparison.awareness.isEqual($0.name, attribute.name) }) {
                guard isEqual(attribute.value, other.value, .attributeValue, "has the attribute '\(name)' with") else {
                    return false
                }
            } else if comparison.placeholders?.accepts(.attribute(attribute), nil, &budget) != true {
                guard allow(.missingAttribute, "lacks the attribute '\(name)'") else { return false }
            }
        }
        return true
    }

    /// Whether all attributes that are missing are placeholders that nothing satisfies too, and no other is there.
    private mutating func isIgnorable(_ expected: [XMLAttribute], _ actual: [XMLAttribute]) -> Bool {
        guard let placeholders = comparison.placeholders else { return false }
        var matched = 0
        for attribute in expected {
            if actual.contains(where: { comparison.awareness.isEqual($0.name, attribute.name) }) {
                matched += 1
            } else if !placeholders.accepts(.attribute(attribute), nil, &budget) {
                return false
            }
        }
        return matched == actual.count
    }

    private mutating func isEqual(_ expected: String, _ actual: String, _ kind: XMLDifference, _ what: String) -> Bool {
        let (left, right) = (XMLText.trimmed(expected), XMLText.trimmed(actual))
        guard budget.spend(bytes: left.utf8.count + right.utf8.count) else { return false }
        if left.utf8.elementsEqual(right.utf8) { return true }
        if kind == .text || kind == .attributeValue,
            comparison.placeholders?.accepts(.text(left), right, &budget) == true
        {
            return true
        }
        return allow(kind, "\(what) '\(Excerpt.of(right))', not '\(Excerpt.of(left))'")
    }

    /// Whether a difference does not count; notes it otherwise.
    private mutating func allow(_ kind: XMLDifference, _ what: @autoclosure () -> String) -> Bool {
        guard comparison.counts(kind) else { return true }
        difference = "/\(path.joined(separator: "/")) \(what())"
        return false
    }
}

extension NamespaceAwareness {
    /// The namespaces of two elements that count; none that is expected counts as any, except in `strict`.
    fileprivate func namespaces(
        _ expected: XMLElement,
        _ expectedDefault: String?,
        _ actual: XMLElement,
        _ actualDefault: String?
    ) -> (expected: String?, actual: String?) {
        switch self {
        case .legacy: (expectedDefault, actualDefault)
        case .strict: (expected.name.namespace ?? "", actual.name.namespace ?? "")
        case .none: (nil, nil)
        }
    }

    /// Whether two attributes have the same name.
    fileprivate func isEqual(_ left: XMLName, _ right: XMLName) -> Bool {
        switch self {
        case .legacy: left.qualified == right.qualified
        case .strict: (left.namespace, left.local) == (right.namespace, right.local)
        case .none: left.local == right.local
        }
    }
}

extension XMLElement {
    /// The default namespace in the element, which counts for prefixed names too.
    fileprivate func defaultNamespace(inherited: String?) -> String? {
        guard let declared = namespaces.last(where: { $0.prefix == nil }) else { return inherited }
        return declared.uri.isEmpty ? nil : declared.uri
    }
}
