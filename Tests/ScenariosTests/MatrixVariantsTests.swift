import SeededRandom
import Testing

@testable import Documents
@testable import Scenarios

/// What is read of a matrix file, against what the same file says with the values in place.
@Suite struct MatrixVariantsTests {
    /// Files in which the placeholders stand in all kinds of parts, now and then in the wrong one.
    private struct RandomFile {
        private static let values = [
            ("m", ["GET", "PUT"]), ("o", ["success", "redirection", "succes"]), ("s", ["200", "409", "99", "x"]),
        ]

        private let names: [(name: String, values: [String])]
        private let parts: [String]

        /// One of `mistakes` parts, and one of so many lists of values, may be wrong.
        init(_ generator: inout SeededGenerator, mistakes: Int) {
            let isRight = { (generator: inout SeededGenerator) in Int.random(in: 0..<mistakes, using: &generator) > 0 }
            names = Self.values.map { name, values in
                let count = Int.random(in: 1...2, using: &generator)
                let right = Array(values.prefix(2).shuffled(using: &generator).prefix(count))
                return (name, isRight(&generator) ? right : right + values.dropFirst(2))
            }
            parts = ["m ${s}", "m", "x${o}", "s", "m${s}", "20", "o", "s"].map { part in
                guard isRight(&generator) else {
                    return "\"${\(["m", "o", "s"].randomElement(using: &generator) ?? "")}\""
                }
                return part.count == 1 ? "\"${\(part)}\"" : "\"\(part)\""
            }
        }

        func text(_ head: String) -> String {
            """
            scenario: t
            \(head)
            interactions:
              - name: \(parts[0])
                request: { method: \(parts[1]), urlPath: "/x", headers: { Accept: \(parts[2]) } }
                response: { status: \(parts[3]), jsonBody: { k: \(parts[4]), _links: { a: { href: /x } } } }
              - responses: [{ statusMessage: \(parts[5]), body: \(parts[4]) }, {}]
            contract:
              - { step: \(parts[0]), request: { url: /x }, expect: { outcome: \(parts[6]), status: \(parts[7]) } }
              - step: \(parts[4])
                request: { method: \(parts[1]), follow: { relation: a, from: \(parts[0]) } }
                expect: { outcome: \(parts[6]), lastModified: absent }

            """
        }

        var withMatrix: String {
            let lists = names.map { "\($0.name): [\($0.values.joined(separator: ", "))]" }
            return text("matrix: { \(lists.joined(separator: ", ")) }")
        }

        /// A string that is nothing but a placeholder takes the value's type.
        func with(_ values: [String]) -> String {
            var text = text("tags: []")
            for (name, value) in zip(names.map(\.name), values) {
                text = text.replacing("\"${\(name)}\"", with: value).replacing("${\(name)}", with: value)
            }
            return text
        }
    }

    private func errors(_ text: String, _ scope: RuleScope) -> [String] {
        let issues = ScenarioReader.read(Array(text.utf8), path: "a.yaml", rules: scope).issues
        return issues.filter { $0.severity == .error }.map(\.description)
    }

    @Test("No error is missed by reading fewer variants", arguments: 0..<8)
    func findsAllErrors(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wrong = 0
        for _ in 0..<60 {
            let text = RandomFile(&generator, mistakes: 6).withMatrix
            let found = errors(text, .eachPart)
            #expect(found == errors(text, .eachVariant), "\(text)")
            wrong += found.isEmpty ? 0 : 1
        }
        #expect((1..<60).contains(wrong))
    }

    @Test("A server finds every error in what it serves, and those of the contract in the first variant")
    func findsWhatIsServed() {
        let file = """
            scenario: t
            matrix: { status: [200, 99, 409] }
            interactions:
              - { request: { method: GET, url: /a }, response: { status: "${status}" } }
            contract:
              - { step: "${status}", request: { method: GET, url: "/a" }, expect: { outcome: success, status: "${status}" } }
            """
        let inWhatIsServed = "a.yaml:4:62: error: 'status' must be between 100 and 599, not 99"
        #expect(errors(file, .eachPart).count == 2)
        #expect(errors(file, .firstVariant).map { $0.prefix { $0 != "\n" } } == [inWhatIsServed[...]])
        let wrongFirst = file.replacing("[200, 99, 409]", with: "[99, 200]")
        #expect(errors(wrongFirst, .firstVariant).count == 2)
    }

    @Test func warnsOfEachValue() {
        let file = """
            scenario: t
            matrix: { status: [200, 204, 304, 205] }
            interactions:
              - { request: { method: GET, url: /a }, response: { status: "${status}", body: hi } }
            contract:
              - { step: s, request: { url: /a }, expect: { outcome: success } }
            """
        let issues = ScenarioReader.read(Array(file.utf8), path: "a.yaml").issues
        let messages = [204, 304].map { "a response with status \($0) has no body: the body is not sent" }
        #expect(issues.map(\.message) == messages)
    }

    @Test("A server does not warn of what the contract of a later variant explains")
    func doesNotWarnWithoutTheContract() {
        let file = """
            scenario: t
            matrix: { value: [soon, later] }
            interactions:
              - { request: { url: /a }, response: { status: 503, headers: { Retry-After: "${value}" } } }
            contract:
              - { step: s, request: { url: /a }, expect: { outcome: serverUnavailable, retryAfter: absent } }
            """
        #expect(ScenarioReader.read(Array(file.utf8), path: "a.yaml", rules: .firstVariant).issues.isEmpty)
    }

    @Test("A variant is what the file says with the values in place", arguments: 0..<4)
    func areWhatTheFileSays(seed: UInt64) throws {
        var generator = SeededGenerator(seed: 100 + seed)
        var compared = 0
        for _ in 0..<400 where compared < 60 {
            let file = RandomFile(&generator, mistakes: 50)
            guard let found = read(file.withMatrix).scenario else { continue }
            for variant in found.variants.all {
                let plain = try #require(read(file.with(variant.values)).scenario, "\(file.with(variant.values))")
                #expect(shown(variant.interactions) == shown(plain.variants.variant(at: 0).interactions))
                #expect(shown(variant.contract) == shown(plain.variants.variant(at: 0).contract))
                compared += 1
            }
        }
        #expect(compared > 20)
    }

    /// Columns differ, since the values are shorter or longer than their names.
    private func shown(_ value: some Any) -> String {
        String(describing: value).replacing(/a\.yaml:\d+:\d+|storedLine: \d+, storedColumn: \d+/, with: "")
    }
}
