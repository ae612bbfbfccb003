import Documents
import HAL
package import Matching

/// Reads the JSON of WireMock's admin API; what is not supported or misspelled is refused, each with its JSON pointer.
package struct WireMockReader: Sendable {
    /// A value, and warnings about it.
    package struct Reading<Value: Sendable>: Sendable {
        package var value: Value
        package var warnings: [WireMockProblem]
    }

    private let files: BodyFolder
    private let templatesAll: Bool
    private let sendsWebhooks: Bool

    /// Makes a reader.
    ///
    /// `filesPath` is the folder of body files, which they never leave; nil: there are none. With `templatesAll`, the
    /// responses of all mappings are templates. Without `sendsWebhooks`, a mapping with a webhook gets a warning.
    package init(filesPath: String? = nil, templatesAll: Bool = false, sendsWebhooks: Bool = true) {
        self.sendsWebhooks = sendsWebhooks
        self.templatesAll = templatesAll
        files = filesPath.map { BodyFolder(filesPath: $0) } ?? .none
    }

    /// Reads one mapping; its `id` is nil if the document has none.
    package func mapping(_ bytes: [UInt8]) throws(WireMockRefusal) -> Reading<Interaction> {
        try read(bytes) { Interaction.mappingCodec.read($0, $1) }
    }

    /// `{"mappings": […], "importOptions": {…}}`.
    package func importSet(_ bytes: [UInt8]) throws(WireMockRefusal) -> Reading<MappingImport> {
        try read(bytes) { MappingImport.codec.read($0, $1) }
    }

    /// Reads a request pattern, which counts, finds or removes requests.
    package func requestPattern(_ bytes: [UInt8]) throws(WireMockRefusal) -> Reading<RequestPattern> {
        try read(bytes) { RequestPattern.codec.read($0, $1) }
    }

    /// Reads one matcher, which finds or removes mappings by their metadata.
    package func matcher(_ bytes: [UInt8]) throws(WireMockRefusal) -> Reading<Matcher> {
        try read(bytes) { $0.matcher($1, "a matcher") }
    }

    /// A delay distribution of the settings, `{"type": …}`.
    package func delayDistribution(_ bytes: [UInt8]) throws(WireMockRefusal) -> Reading<DelayDistribution> {
        try read(bytes) { Codec.delayDistribution.read($0, $1, "the distribution") }
    }

    private func read<Value>(
        _ bytes: [UInt8],
        _ take: (NodeReader, Node) -> Value?
    ) throws(WireMockRefusal) -> Reading<Value> {
        guard bytes.count <= ScenarioReader.maximumBytes else {
            throw refusal("the document is larger than \(ScenarioReader.maximumBytes >> 20) MiB")
        }
        let document: (root: Node?, problems: [SyntaxProblem], complaint: SyntaxProblem?)
        do throws(SyntaxProblem) {
            document = try JSONComposer.composeRelaxed(bytes)
        } catch {
            throw refusal("\(error.message) (line \(error.mark.line), column \(error.mark.column))")
        }
        guard let root = document.root else { throw refusal("the document is empty") }
        let log = IssueLog(SourceFile(path: "", bytes: bytes))
        if let complaint = document.complaint { log.add(complaint, .warning) }
        for problem in document.problems { log.add(problem) }
        let context = ScenarioContext(folder: files, templatesAll: templatesAll)
        context.keepsSources = true
        context.sendsWebhooks = sendsWebhooks
        let reader = NodeReader(log: log, context: context)
        reader.dialect = .wireMock
        let value = take(reader, root)
        let pointers = PointerTable(root: root)
        let errors = log.issues.filter { $0.severity == .error }
        guard let value, errors.isEmpty else {
            guard !errors.isEmpty else { throw refusal("the document has an unexpected structure") }
            throw WireMockRefusal(errors.sorted().map { problem($0, pointers) })
        }
        return Reading(value: value, warnings: log.issues.map { problem($0, pointers) })
    }

    private func problem(_ issue: ScenarioIssue, _ pointers: PointerTable) -> WireMockProblem {
        let mark = Mark(line: issue.location.line, column: issue.location.column)
        return WireMockProblem(
            pointer: pointers.pointer(at: mark),
            message: issue.message,
            suggestion: issue.suggestion
        )
    }

    private func refusal(_ message: String) -> WireMockRefusal {
        WireMockRefusal([WireMockProblem(pointer: nil, message: message)])
    }
}

/// A mistake in JSON that the admin API received.
package struct WireMockProblem: Error, Sendable, Hashable {
    /// The place as a JSON pointer (RFC 6901); empty for the whole document, nil if the text is not valid JSON.
    package var pointer: String?
    /// The mistake, in one line.
    package var message: String
    /// A suggestion, for example `did you mean 'method'?`.
    package var suggestion: String?

    package init(pointer: String?, message: String, suggestion: String? = nil) {
        self.pointer = pointer
        self.message = message
        self.suggestion = suggestion
    }
}

/// All mistakes in one document; at least one.
package struct WireMockRefusal: Error, Sendable, Hashable {
    package var problems: [WireMockProblem]

    package init(_ problems: [WireMockProblem]) {
        self.problems = problems
    }
}

/// Finds the JSON pointer (RFC 6901) of a place in a document.
struct PointerTable {
    let root: Node

    /// The pointer of the innermost member or item that begins there or before; that of the object for its brace.
    func pointer(at mark: Mark) -> String {
        var pointer = ""
        var node = root
        while let (step, child, isKey) = Self.child(of: node, at: mark) {
            pointer += "/" + step
            guard !isKey else { break }
            node = child
        }
        return pointer
    }

    private static func child(of node: Node, at mark: Mark) -> (step: String, child: Node, isKey: Bool)? {
        switch node.content {
        case .scalar: return nil
        case .sequence(let items):
            guard let index = items.lastIndex(where: { $0.mark <= mark }) else { return nil }
            return (String(index), items[index], false)
        case .mapping(let pairs):
            guard let pair = pairs.last(where: { $0.key.mark <= mark }) else { return nil }
            return (JSONPointer.escaped(pair.key.text), pair.value, mark < pair.value.mark)
        }
    }
}

extension Mark: Comparable {
    static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
