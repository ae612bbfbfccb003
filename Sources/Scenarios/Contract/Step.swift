package import Documents
import HAL

/// One step of a contract: a call of the client, and the outcome that it must report.
package struct Step: Sendable {
    /// Unique in the file.
    package var name: String
    package var request: StepRequest
    package var expectation: Expectation
    /// The pause before the step, by the runner's clock.
    package var delayMilliseconds: Int
    /// The reasons for the expectations, where they differ from those of the scenario.
    package var bases = Bases()
    package var location: SourceLocation
    /// The places of the keys of `expect`.
    private var places: [Named<Mark>] = []

    package init(
        name: String,
        request: StepRequest,
        expectation: Expectation,
        delayMilliseconds: Int = 0,
        location: SourceLocation = SourceLocation()
    ) {
        self.name = name
        self.request = request
        self.expectation = expectation
        self.delayMilliseconds = delayMilliseconds
        self.location = location
    }

    /// Returns the place of a key of `expect`; that of the step if the key is absent.
    package func location(of key: String) -> SourceLocation {
        guard let mark = places.first(where: { $0.name == key })?.pattern else { return location }
        return SourceLocation(file: location.file, line: mark.line, column: mark.column)
    }
}

extension Step {
    static let codec = ObjectCodec(
        "step",
        "a step",
        Step(name: "", request: StepRequest(to: .url("/")), expectation: Expectation(outcome: .success)),
        KeyTable.Options(exclusive: [Basis.group]),
        keys: [
            Key(
                nameKey,
                required: \.name,
                .text,
                "The name, unique in the file.",
                example: "step: read, request: { url: / }, expect: { outcome: success }"
            ),
            Key(
                requestKey,
                required: \.request,
                StepRequest.codec.codec,
                "The call that the client makes.",
                example: "step: read, request: { method: GET, url: / }, expect: { outcome: success }"
            ),
            Key(
                expectKey,
                required: \.expectation,
                Expectation.codec.codec,
                "The outcome that the client must report.",
                example: "step: read, request: { url: / }, expect: { outcome: success, status: 200 }"
            ),
            Key(
                "after",
                \.delayMilliseconds,
                .milliseconds,
                default: 0,
                "A pause before the step, in milliseconds.",
                example: "step: read, after: 100, request: { url: / }, expect: { outcome: success }"
            ),
        ]
            + Basis.keys(
                \.bases,
                rest: ", step: read, request: { url: / }, expect: { outcome: conflict, model: { price: 2 } }"
            ),
        check: { reader, members, step in
            step.location = reader.location(of: members.node)
            step.places = members[expectKey]?.value.pairs.map { Named($0.key.text, $0.key.mark) } ?? []
            checkOpinions(members, reader)
        }
    )

    static let nameKey = "step"
    static let requestKey = "request"
    private static let expectKey = "expect"
}

extension NodeReader {
    /// The steps of a contract; names must differ, and a step can only use a link or a template of an earlier one.
    func steps(_ nodes: [Node]) -> [Step] {
        var names: Set<String> = []
        var steps: [Step] = []
        for node in nodes {
            let step = cached(node) { Step.codec.read(self, node) }
            if let step { checkSource(of: step, in: node, among: names) }
            if let nameNode = node[Step.nameKey], let name = filled(nameNode)?.text, !names.insert(name).inserted {
                log.error("step '\(name)' is defined twice", at: nameNode)
            }
            if let step { steps.append(step) }
        }
        return steps
    }

    private func checkSource(of step: Step, in node: Node, among earlier: Set<String>) {
        let (key, name, use): (String, String?, String)
        switch step.request.address {
        case .url, .target: return
        case .follow(let link): (key, name, use) = (StepRequest.followKey, link.step, "follow a link from")
        case .submit(let form): (key, name, use) = (StepRequest.submitKey, form.step, "submit a template of")
        }
        let place = node[Step.requestKey]?[key]
        if let name, !earlier.contains(name) {
            let suggestion = Spelling.suggestion(for: name, among: earlier.sorted())
            log.error("no earlier step has the name '\(name)'", at: place?["from"] ?? node, suggestion: suggestion)
        } else if earlier.isEmpty {
            log.error("the first step has no resource to \(use)", at: place ?? node)
        }
    }
}
