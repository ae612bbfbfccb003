import Documents
import HAL
import HTTPTypes
import Testing

@testable import Matching
@testable import Scenarios

@Suite struct MatrixTests {
    private func scenario(matrix: String, interactions: String = "[]") throws -> Scenario {
        try #require(read("scenario: t\nmatrix: \(matrix)\ninteractions: \(interactions)\n").scenario)
    }

    @Test func makesOneVariantOfEachCombination() throws {
        let found = try scenario(
            matrix: "{ method: [GET, POST], status: [200-202, 503], exclude: [{ status: 202, method: POST }] }",
            interactions:
                #"[{ name: "${method} ${status}", request: { method: "${method}" }, response: { status: "${status}" } }]"#
        )
        #expect(found.matrixKeys == ["method", "status"])
        #expect(
            found.variants.all.map { $0.values.joined(separator: ",") } == [
                "GET,200", "GET,201", "GET,202", "GET,503", "POST,200", "POST,201", "POST,503",
            ]
        )
        let last = found.variants.variant(at: 6).interactions[0]
        #expect(last.name == "POST 503")
        #expect(last.request.method == .oneOf([.post]))
        #expect(last.responses.responses[0].status == 503)
    }

    @Test(
        "A string that is just a name takes the value's type",
        arguments: [
            (#"{ jsonBody: { a: "${v}", b: "x${v}", "${v}": 1 } }"#, #"{"a":2.890,"b":"x2.890","2.890":1}"#, "[2.890]"),
            (#"{ jsonBody: ["${v}", "${v}${v}"] }"#, #"["12","1212"]"#, "['12']"),
            (#"{ jsonBody: "${v}" }"#, "true", "[true]"), (#"{ jsonBody: "$${v}" }"#, #""$x""#, "[x]"),
        ]
    )
    func types(_ keys: String, _ expected: String, _ values: String) throws {
        let found = try scenario(matrix: "{ v: \(values) }", interactions: "[{ response: \(keys) }]")
        guard case .json(let body) = found.variants.variant(at: 0).interactions[0].responses.responses[0].body else {
            return #expect(Bool(false), "no JSON")
        }
        #expect(JSONText.write(body) == expected)
    }

    @Test("Without a matrix nothing is replaced")
    func noMatrix() throws {
        #expect(try response("{ body: '${v}' }").body == .text("${v}"))
        #expect(try scenario(matrix: "{ v: [1] }").variants.all.map(\.values) == [["1"]])
    }

    @Test func fillsContractsToo() throws {
        let text = """
            scenario: t
            matrix: { outcome: [success, conflict] }
            interactions: [{ request: { urlPath: /a }, response: {} }]
            contract:
              - step: it is ${outcome}
                request: { url: /a }
                expect: { outcome: "${outcome}" }
            """
        let found = try #require(read(text).scenario)
        #expect(found.variants.all.map(\.contract[0].expectation.outcome) == [.success, .conflict])
        #expect(found.variants.variant(at: 1).contract[0].name == "it is conflict")
    }

    @Test("An error that every variant has is told once")
    func tellsOnce() {
        let text =
            "scenario: t\nmatrix: { s: [200-299] }\ninteractions: [{ response: { status: '${s}', body: [1] } }]\n"
        #expect(messages(text) == ["a.yaml:3:52: error: 'body' must be a string, not a list"])
    }

    @Test("An unknown name in place of a number is told once, as an error")
    func anUnknownNameInPlaceOfANumber() {
        let found = messages(
            "scenario: t\nmatrix: { status: [1] }\ninteractions: [{ response: { status: '${statsu}' } }]"
        )
        #expect(
            found == [
                "a.yaml:3:38: error: '${statsu}' is not a name of the matrix and is left unchanged; did you mean 'status'?"
            ]
        )
    }

    @Test(
        "Wrong matrices",
        arguments: [
            ("[]", "2:9: error: 'matrix' must be an object, not a list"),
            ("{}", "2:9: error: 'matrix' needs at least one name with a list of values"),
            ("{ a: 1 }", "2:14: error: 'a' must be a list, not a number"),
            ("{ a: [] }", "2:14: error: 'a' has no values"),
            ("{ a b: [1] }", "2:11: error: 'a b' is not a valid name: use only letters, digits, '_' and '-'"),
            ("{ a: [1, 2, 1] }", "2:21: error: '1' is listed twice in 'a'"),
            ("{ a: [1-3, 2] }", "2:20: error: '2' is listed twice in 'a'"),
            ("{ a: [3-1] }", "2:15: error: '3-1' is not a valid range: it must ascend, by less than 100000"),
            (
                "{ a: [0-4000000000] }",
                "2:15: error: '0-4000000000' is not a valid range: it must ascend, by less than 100000"
            ),
            ("{ a: [x/y] }", "2:15: error: 'x/y' is not a valid value: it is part of the variant's address"),
            ("{ a: [[1]] }", "2:15: error: a value of 'a' must be a single value, not a list"),
            ("{ a: [1], exclude: [{ b: 1 }] }", "2:31: error: 'b' is not a name of the matrix; did you mean 'a'?"),
            ("{ a: [10], exclude: [{ a: 11 }] }", "2:35: error: '11' is not a value of 'a'; did you mean '10'?"),
            ("{ a: [1], exclude: [{ a: 1 }] }", "2:9: error: 'exclude' leaves no variant"),
            ("{ a: [0-999], b: [0-999] }", "2:9: error: the matrix has more than 100000 variants"),
        ]
    )
    func wrong(_ matrix: String, _ expected: String) {
        #expect(messages("scenario: t\nmatrix: \(matrix)\ninteractions: []\n").first == "a.yaml:" + expected)
    }

    @Test(
        "Texts that all variants share have no values of the matrix",
        arguments: ScenarioFile.codec.table.keys.filter(\.shape.isText).map(\.name).filter { $0 != "include" }
    )
    func sharedTexts(_ key: String) {
        let value = key == "tags" ? "[a, 'https://a${v}']" : "https://a${v}"
        let text = "\(key): \(value)\n\(key == "scenario" ? "" : "scenario: t\n")matrix: { v: [1] }\ninteractions: []\n"
        let expected = "error: '\(key)' is the same for all variants: it cannot contain a value of the matrix"
        #expect(messages(text).count == 1 && messages(text).first?.hasSuffix(expected) == true)
    }

    @Test func warnsOfUnknownNames() {
        let text = "scenario: t\nmatrix: { status: [200] }\ninteractions: [{ response: { body: 'a ${statsu}' } }]\n"
        #expect(
            messages(text) == [
                "a.yaml:3:36: warning: '${statsu}' is not a name of the matrix and is left unchanged; did you mean 'status'?"
            ]
        )
    }

    @Test("Where all variants are wrong, a thousand of them tell")
    func endsWhereAllAreWrong() {
        let text = """
            scenario: t
            matrix: { a: [1-50000, late] }
            interactions: [{ response: { status: 200 }, wrong: "${a}", priority: "${a}" }]
            """
        let messages = read(text).issues.map(\.message)
        #expect(messages.contains { $0.contains("unknown key 'wrong'") })
        #expect(!messages.contains { $0.contains("late") }, "\(messages)")
    }

    @Test("A variant of many is read when it is asked for")
    func manyVariants() throws {
        let found = try scenario(
            matrix: "{ a: [1-200], b: [1-100], exclude: [{ a: 7, b: 1-99 }] }",
            interactions: #"[{ request: { urlPath: "/${a}" }, response: { body: "${a}+${b}" } }]"#
        )
        #expect(found.variants.count == 19_901)
        let position = try #require(found.variants.position(of: ["7", "100"]))
        #expect(found.variants.values(at: position) == ["7", "100"])
        #expect(found.variants.variant(at: position).interactions[0].responses.responses[0].body == .text("7+100"))
        #expect(found.variants.values(at: 19_900) == ["200", "100"])
        for values in [["7", "99"], ["7"], ["7", "100", "1"], ["201", "1"], [], ["x", "1"]] {
            #expect(found.variants.position(of: values) == nil, "\(values)")
        }
    }

    @Test func variantsAreReadByManyTasksAtOnce() async throws {
        let found = try scenario(
            matrix: "{ a: [1-50] }",
            interactions: #"[{ request: { urlPattern: "/[0-9]+" }, response: { body: "${a}" } }, { response: {} }]"#
        )
        await withTaskGroup { group in
            for index in found.variants.indices {
                group.addTask {
                    let variant = found.variants.variant(at: index)
                    #expect(variant.interactions[0].responses.responses[0].body == .text("\(index + 1)"))
                    #expect(variant.interactions[0].request.url.matches(target: "/12"))
                }
            }
        }
    }

    @Test func refusesMoreThanItCanHold() {
        let names = (0..<33).map { "n\($0): [1]" }.joined(separator: ", ")
        #expect(
            messages("scenario: t\nmatrix: { \(names) }\ninteractions: []\n") == [
                "a.yaml:2:321: error: 'matrix' has more than 32 names"
            ]
        )
        let exclusions = Array(repeating: "{ a: 1 }", count: 1001).joined(separator: ", ")
        #expect(
            messages("scenario: t\nmatrix: { a: [1, 2], exclude: [\(exclusions)] }\ninteractions: []\n") == [
                "a.yaml:2:31: error: 'exclude' has more than 1000 items"
            ]
        )
    }
}
