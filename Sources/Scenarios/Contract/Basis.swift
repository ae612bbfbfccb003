package import Documents

/// The reason why a client must meet an expectation.
package enum Basis: Sendable, Hashable {
    /// A section of a specification requires it: `RFC 9110 §15.4.8`.
    case required(String)
    /// The author of the scenario expects it: no specification requires it. The text says what is expected.
    case opinion(String)
}

extension Basis {
    /// The section that requires it; nil for an opinion.
    package var section: String? {
        guard case .required(let section) = self else { return nil }
        return section
    }

    /// The text of the opinion; nil if a specification requires it.
    package var opinion: String? {
        guard case .opinion(let text) = self else { return nil }
        return text
    }

    /// The keys of a scenario and of a step, of which at most one may be present.
    ///
    /// `rest` follows each example, for objects that need other keys.
    static func keys<Model>(
        _ path: any WritableKeyPath<Model, Bases> & Sendable,
        rest: String = ""
    ) -> [Key<Model>] {
        [
            Key(
                requiredKey,
                .section,
                "The section of the specification that requires the outcome, for reports and `--profile rfc`.",
                example: "requiredBy: RFC 9110 §15.5.10" + rest,
                set: { $0[keyPath: path].all = .required($1) }
            ),
            Key(
                opinionKey,
                .text,
                "The expectation in words, if no specification requires it: `--profile rfc` does not judge it.",
                example: "opinion: a 307 is not followed automatically" + rest,
                set: { $0[keyPath: path].all = .opinion($1) }
            ),
            Key(
                opinionsKey,
                Codec.text.named(),
                "Expectations that no specification requires, in words, by their key in `expect`.",
                example: "opinions: { model: a conflict carries the current state }" + rest,
                set: { $0[keyPath: path].opinions = $1 }
            ),
        ]
    }

    static let requiredKey = "requiredBy"
    static let opinionKey = "opinion"
    fileprivate static let opinionsKey = "opinions"

    /// The keys that exclude each other.
    static let group = KeyGroup([requiredKey, opinionKey])
}

extension Codec where Value == String {
    /// A section of a specification: `RFC 9110 §15.4.8`.
    fileprivate static let section = Codec(reading: .text) { reader, node, name in
        guard let text = reader.text(node, name) else { return nil }
        guard text.contains("${") || text.contains("§") && text.first != "§" else {
            let advice = "for example 'RFC 9110 §15.5.10'"
            reader.log.error("\(name) must name a specification and a section", at: node, suggestion: advice)
            return nil
        }
        return text
    }
}

/// The reasons for expectations: one for all, and opinions by the key of the expectation.
package struct Bases: Sendable, Hashable {
    /// The reason; nil: none is given.
    package var all: Basis?
    /// Expectations that no specification requires, by their key.
    package var opinions: [Named<String>] = []

    package init() {}

    /// All reasons.
    package var listed: [Basis] { [all].compactMap(\.self) + opinions.map { .opinion($0.pattern) } }

    /// Returns the reason for an expectation, by its key.
    package func basis(of key: String) -> Basis? { opinion(of: key) ?? all }

    fileprivate func opinion(of key: String) -> Basis? {
        opinions.first { $0.name == key }.map { .opinion($0.pattern) }
    }

    /// Returns the reason for an expectation of a step; the bases of its scenario apply to what the step leaves open.
    package func basis(of key: String, in scenario: Bases) -> Basis? {
        basis(of: key) ?? scenario.basis(of: key)
    }
}

extension Step {
    /// Logs opinions of keys that the step does not expect.
    static func checkOpinions(_ members: KnownMembers, _ reader: NodeReader) {
        guard let opinions = members[Basis.opinionsKey], let expect = members["expect"] else { return }
        let expected = expect.value.pairs.map(\.key.text)
        for pair in opinions.value.pairs where !expected.contains(pair.key.text) {
            let suggestion = Spelling.suggestion(for: pair.key.text, among: expected)
            reader.log.error("'expect' does not have the key '\(pair.key.text)'", at: pair.key, suggestion: suggestion)
        }
    }
}
