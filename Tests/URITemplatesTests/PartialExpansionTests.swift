import SeededRandom
import Testing
import URITemplates

@Suite struct PartialExpansionTests {
    @Test(arguments: [
        ("{a}{z}", "1{z}"), ("{a,z}", "{a,z}"), ("{+a,z}", "{+a,z}"), ("{#a,z}", "{#a,z}"), ("{a,b}", "1,2"),
        ("{/a,z,b}", "/1{/z}/2"), ("{.z,a}", "{.z}.1"), ("{;a,z}", ";a=1{;z}"), ("{?a,z,b}", "?a=1{&z}&b=2"),
        ("{?z,a}", "{?z,a}"), ("{&z,a}", "{&z}&a=1"), ("{?z:3}", "{?z:3}"), ("{?a,z*}", "?a=1{&z*}"),
        ("{?none,z,a}", "{?z,a}"), ("{?none,a}", "?a=1"), ("/é{z}", "/%C3%A9{z}"), ("/x", "/x"), ("{?none}", ""),
    ])
    func leavesWhatIsNotKnown(text: String, expected: String) throws {
        let known: URITemplate.Variables = ["a": 1, "b": 2, "none": []]
        #expect(try URITemplate(text).expand(partially: known).text == expected)
    }

    @Test func endsWhereExpandingAtOnceEnds() throws {
        let all: URITemplate.Variables = [
            "a": "x y", "b": ["1", "2"], "c": ["k": "v"] as URITemplate.Value, "d": "", "e": [] as URITemplate.Value,
            "f": "%41/",
        ]
        let names = ["a", "b", "c", "d", "e", "f", "g"]
        var random = SeededGenerator(seed: 42)
        for _ in 0..<3_000 {
            let picked = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (names.randomElement(using: &random) ?? "a") + (Bool.random(using: &random) ? "*" : "")
            }
            let style = ["", "+", "#", ".", "/", ";", "?", "&"].randomElement(using: &random) ?? ""
            let template = try URITemplate("/p{\(style)\(picked.joined(separator: ","))}/q")
            var known = URITemplate.Variables()
            for name in names where Bool.random(using: &random) { known[name] = all[name] }
            let rest = try template.expand(partially: known)
            #expect(try rest.expand(all) == template.expand(all), "\(template), knowing \(known)")
        }
    }

    @Test(
        "two steps end where one ends",
        arguments: [
            ("/{a,b}", "/1,2"), ("{+a,b}", "1,2"), ("{#a,b}", "#1,2"), ("/x{?a,b}", "/x?a=1&b=2"),
            ("{?none,a,b}", "?a=1&b=2"),
        ],
        [["a", "b"], ["b", "a"]]
    )
    func twoStepsEndWhereOneEnds(expected: (text: String, expanded: String), order: [String]) throws {
        var template = try URITemplate(expected.text)
        let values: URITemplate.Variables = ["a": 1, "b": 2]
        template = try template.expand(partially: ["none": []])
        for name in order {
            var known = URITemplate.Variables()
            known[name] = values[name]
            template = try template.expand(partially: known)
        }
        #expect(template.variableNames.isEmpty)
        #expect(try template.expand() == expected.expanded)
    }

    @Test func whatIsKnownIsPartOfATemplate() throws {
        let template = try URITemplate("/{a,b}")
        let known = try template.expand(partially: ["a": 1])
        #expect(known != template)
        #expect(known.variableNames == ["b"])
        #expect(try known.expand(["a": 3, "b": 2]) == "/1,2")
    }

    @Test func refusesThePrefixOfAList() throws {
        let template = try URITemplate("{?a:1,b}")
        #expect(throws: URITemplateError.self) { try template.expand(partially: ["a": ["x"]]) }
    }
}
