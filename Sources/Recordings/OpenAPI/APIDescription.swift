internal import Documents
internal import HAL
internal import URITemplates

/// An OpenAPI document while it is imported: its references, and what was left out of it.
final class APIDescription {
    /// A reference on the way to a node.
    struct Reference: Hashable {
        let text: String
        let line: Int
    }

    /// The most references of a chain in a message.
    private static let mostShown = 6
    private static let key = "$ref"

    let root: Node
    /// Whether schemas are those of JSON Schema 2020-12: since version 3.1.
    let isModern: Bool
    let log: IssueLog
    var skipped = SkipCount()
    var notes = SkipCount()
    /// The work that is left for samples of schemas.
    var visitsLeft = 1_000_000
    /// The parts of schemas that can still be written for requests.
    var partsLeft = 100_000
    /// Samples of schemas, and schemas of requests, by their references.
    var samples: [String: (value: JSONValue, isMadeUp: Bool)] = [:]
    var requestSchemas: [String: JSONValue?] = [:]

    /// The bytes of content that are left for the scenario.
    private var bytesLeft = 64 << 20
    /// The references that lead from an operation to the current node.
    private(set) var trail: [Reference] = []
    private var targets: [String: Node] = [:]

    init(_ root: Node, isModern: Bool, log: IssueLog) {
        self.root = root
        self.isModern = isModern
        self.log = log
    }

    /// Calls `body` with a node, or with the one that its `$ref` refers to; nil if there is none.
    @discardableResult
    func following<Result>(_ node: Node, _ body: (Node) -> Result?) -> Result? {
        let start = trail.count
        defer { trail.removeLast(trail.count - start) }
        var node = node
        while let reference = reference(of: node) {
            guard !trail[start...].contains(where: { $0.text == reference.text }) else {
                fail("'\(reference.text)' refers to itself", at: reference)
                return nil
            }
            guard let target = target(of: reference) else { return nil }
            trail.append(Reference(text: reference.text, line: reference.mark.line))
            node = target
        }
        return body(node)
    }

    /// Calls `body` as if these references had been followed.
    func resuming<Result>(_ other: [Reference], _ body: () -> Result) -> Result {
        let before = trail
        defer { trail = before }
        trail = other
        return body()
    }

    /// The node with the text of a reference; nil if the node has none.
    func reference(of node: Node) -> Node? {
        guard let reference = node[Self.key], reference.scalar != nil else { return nil }
        return reference
    }

    /// Whether the reference is being followed, so that following it again would never end.
    func isOpen(_ reference: Node) -> Bool { trail.contains { $0.text == reference.text } }

    /// The value of a node; nil, with an error, if JSON cannot express it.
    func json(_ node: Node) -> JSONValue? {
        do throws(SyntaxProblem) {
            return try YAMLText.value(of: node)
        } catch {
            log.add(error)
            return nil
        }
    }

    /// Logs an error with the references that lead to it.
    func fail(_ message: String, at node: Node, suggestion: String? = nil) {
        let shown = trail.suffix(Self.mostShown).map { "'\($0.text)' on line \($0.line)" }
        let chain = shown.isEmpty ? "" : ", reached through " + shown.joined(separator: ", ")
        log.error(message + chain, at: node, suggestion: suggestion)
    }

    /// The members of an object; logs an error for another kind of node.
    func members(of node: Node?, _ name: String) -> [Node.Pair] {
        guard let node, node.scalar?.resolved != .null else { return [] }
        guard case .mapping(let pairs) = node.content else {
            fail("'\(name)' must be an object, not \(node.kind)", at: node)
            return []
        }
        return pairs
    }

    /// Counts content of the scenario; logs an error if it is more than a scenario can have.
    func spend(_ bytes: Int) {
        guard bytesLeft >= 0 else { return }
        bytesLeft -= bytes
        if bytesLeft < 0 { failTooLarge() }
    }

    /// Whether the scenario has become too large.
    var isExhausted: Bool { bytesLeft < 0 }

    func failTooLarge() {
        log.error("the scenario would be too large", at: root, suggestion: "choose some paths with --only")
    }

    private func target(of reference: Node) -> Node? {
        let text = reference.text
        if let known = targets[text] { return known }
        guard text.hasPrefix("#") else {
            let advice = "bundle the description into one file first"
            fail("'\(text)' is in another file, which is not read", at: reference, suggestion: advice)
            return nil
        }
        guard let path = JSONPointer.path(PercentEncoding.decoded(text.dropFirst())) else {
            fail("'\(text)' is not a JSON Pointer, such as '#/components/schemas/Name'", at: reference)
            return nil
        }
        var node = root
        for step in path {
            guard let next = node[step] ?? Int(step).flatMap({ node.items.indices.contains($0) ? node.items[$0] : nil })
            else {
                let suggestion = Spelling.suggestion(for: step, among: node.pairs.map(\.key.text))
                fail("'\(text)' does not exist", at: reference, suggestion: suggestion)
                return nil
            }
            node = next
        }
        targets[text] = node
        return node
    }
}

extension Node {
    /// Whether it is the scalar `true`.
    var isTrue: Bool { scalar?.resolved == .bool(true) }
}
