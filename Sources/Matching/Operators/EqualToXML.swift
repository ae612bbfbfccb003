import Documents
internal import HAL

/// `equalToXml`: the same XML; the order of elements with different names does not count.
struct EqualToXML: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "equalToXml",
            .text,
            "The value is this XML: comments, prefixes, white space around texts and the order of elements with different names do not count.",
            example: "equalToXml: <order><id>7</id></order>",
            synonyms: ["xml", "equaltoxmlplaceholder"]
        ),
        .option(
            "enablePlaceholders",
            .boolean,
            "Whether `equalToXml` reads XMLUnit's placeholders: `${xmlunit.ignore}`, `isNumber`, `isDateTime`, `matchesRegex(…)`.",
            example: "equalToXml: '<id>${xmlunit.isNumber}</id>', enablePlaceholders: true"
        ),
        .option(
            opening,
            .text,
            #"A regular expression for the beginning of a placeholder; default: `\$\{`."#,
            example: #"equalToXml: '<id>[[xmlunit.ignore]]</id>', placeholderOpeningDelimiterRegex: '\[\['"#
        ),
        .option(
            closing,
            .text,
            #"A regular expression for the end of a placeholder; default: `\}`."#,
            example: #"equalToXml: '<id>[[xmlunit.ignore]]</id>', placeholderClosingDelimiterRegex: '\]\]'"#
        ),
        .option(
            exempted,
            .list(.choice(differences)),
            "Differences that do not count, in XMLUnit's words.",
            example: "equalToXml: <id>7</id>, exemptedComparisons: [NAMESPACE_URI, ATTR_VALUE]"
        ),
        .option(
            awareness,
            .choice(NamespaceAwareness.allCases.map(\.rawValue)),
            "How namespaces count: `LEGACY`, the default, as in WireMock 2; `STRICT`, names are equal if their namespaces are; `NONE`, not at all.",
            example: "equalToXml: <id>7</id>, namespaceAwareness: STRICT"
        ),
        .option(
            anyOrder,
            .boolean,
            "Whether elements with the same name may be in any order.",
            example: "equalToXml: <id>7</id>, ignoreOrderOfSameNode: true"
        ),
    ]

    private static let opening = "placeholderOpeningDelimiterRegex"
    private static let closing = "placeholderClosingDelimiterRegex"
    private static let exempted = "exemptedComparisons"
    private static let awareness = "namespaceAwareness"
    private static let anyOrder = "ignoreOrderOfSameNode"
    private static let differences = XMLDifference.allCases.map(\.rawValue) + XMLDifference.uncounted

    let text: String
    let nodes: [XMLNode]
    let exemptions: [String]
    let placeholders: XMLPlaceholders?
    let awareness: NamespaceAwareness
    let ignoresOrderOfSameName: Bool

    static func read(_ source: OperatorSource) -> Matcher? {
        guard let text = source.text else { return nil }
        let exemptions = source.option(exempted) { source.reader.items($0, $1) }?.compactMap {
            source.reader.word($0, "difference", among: differences)
        }
        do throws(InvalidPattern) {
            var placeholders: XMLPlaceholders?
            if source.isOn("enablePlaceholders") {
                placeholders = try XMLPlaceholders(
                    opening: source.option(opening, source.reader.text),
                    closing: source.option(closing, source.reader.text)
                )
            }
            var budget = EvaluationBudget()
            let nodes = try XMLDocument(text, .withoutComments, budget: &budget).nodes
            let matcher = EqualToXML(
                text: text,
                nodes: nodes,
                exemptions: exemptions ?? [],
                placeholders: placeholders,
                awareness: source.option(awareness) { source.reader.choice($0, $1, of: NamespaceAwareness.self) }
                    ?? .legacy,
                ignoresOrderOfSameName: source.isOn(anyOrder)
            )
            return Matcher(matcher)
        } catch {
            source.reader.logInvalid(error, "\(source.quoted) is not valid XML", at: source.node)
            return nil
        }
    }

    var name: String { "equalToXml" }
    var operand: JSONValue { .string(text) }

    var options: [JSONObject.Member] {
        var options: [JSONObject.Member] = []
        if let placeholders {
            options.append(.init("enablePlaceholders", true))
            if placeholders.opening != XMLPlaceholders.usualOpening {
                options.append(.init(Self.opening, .string(placeholders.opening)))
            }
            if placeholders.closing != XMLPlaceholders.usualClosing {
                options.append(.init(Self.closing, .string(placeholders.closing)))
            }
        }
        if awareness != .legacy { options.append(.init(Self.awareness, .string(awareness.rawValue))) }
        if ignoresOrderOfSameName { options.append(.init(Self.anyOrder, true)) }
        if !exemptions.isEmpty { options.append(.init(Self.exempted, .array(exemptions.map { .string($0) }))) }
        return options
    }

    var readsXML: Bool { true }
    var sentence: String { "XML equal to \(text)" }

    private var comparison: XMLComparison {
        XMLComparison(
            awareness: awareness,
            ignoresOrderOfSameName: ignoresOrderOfSameName,
            exempted: Set(exemptions.compactMap(XMLDifference.init)),
            placeholders: placeholders
        )
    }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let nodes = value.xml?.nodes(budget: &budget) else { return budget.isExhausted ? nil : false }
        let difference = comparison.difference(self.nodes, nodes, budget: &budget)
        return budget.isExhausted ? nil : difference == nil
    }

    func cost(on value: String) -> Int { 8 + value.utf8.count / 4 }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        var budget = EvaluationBudget()
        do throws(InvalidPattern) {
            let nodes = try XMLDocument(value, .withoutComments, budget: &budget).nodes
            return comparison.difference(self.nodes, nodes, budget: &budget)
        } catch {
            return "the value is not valid XML: \(error.message)"
        }
    }
}
