import SeededRandom
import Testing
import URITemplates

@Suite struct URITemplateParserTests {
    @Test(arguments: [
        ("{", 0), ("}", 0), ("a}b", 1), ("{/id*", 0), ("/id*}", 4), ("{}", 1), ("{+}", 2), ("{,}", 1), ("{a,}", 3),
        ("{a,,b}", 3), ("{!x}", 1), ("{=path}", 1), ("{|var*}", 1), ("{@a}", 1), ("{$var}", 1), ("{/?id}", 2),
        ("{??x}", 2), ("{*keys?}", 1), ("{x:0}", 3), ("{x:10000}", 3), ("{x:01}", 3), ("{x:}", 3),
        ("{var:prefix}", 3 + 2),
        ("{hello:2*}", 8), ("{x*:3}?", 3), ("{x**}", 3), ("{a b}", 2), ("{ a}", 1), ("{a }", 2), ("{{a}}", 1),
        ("{a{b}}", 2), ("{?empty=default,var}", 7), ("{var}{-prefix|/-/|var}", 6), ("{example:color?}", 9),
        ("x{?empty|foo=none}", 8), ("/h{#hello+}", 9), ("/people/{~thing}", 9), ("/{default-graph-uri}", 9),
        ("/sparql{?query){&default-graph-uri*}", 14), ("/resolution{?x, y}", 15), ("{.}", 2), ("{..a}", 2), ("{a.}", 3),
        ("{a..b}", 3), ("{%}", 1), ("{%4}", 1), ("{%zz}", 1), ("{é}", 1), ("{☃}", 1), ("{a\0}", 2), ("ok{a}{b", 5),
        ("é{!a}", 3), ("{a}}", 3), ("{'a'}", 1), ("{a;b}", 2), ("{keys*:1}", 6), ("{x:99999999999999999999}", 3),
    ])
    func refuses(text: String, offset: Int) {
        #expect { try URITemplate(text) } throws: { error in
            guard let error = error as? URITemplateError else { return false }
            return error.code == .syntax && error.offset == offset
        }
    }

    @Test func namesTheVariablesOnceAndInOrder() throws {
        let template = try URITemplate("/a{/b,c*}{?d:3,b}{#%41.e}/x")
        #expect(template.variableNames == ["b", "c", "d", "%41.e"])
        #expect(template.hasExpressions)
        #expect(try URITemplate("/a").variableNames.isEmpty)
        #expect(try !URITemplate("/a").hasExpressions)
    }

    @Test func keepsItsText() throws {
        let text = "/é a{+b:9999,c*}{?d}"
        #expect(try URITemplate(text).text == text)
        #expect(try URITemplate(text) == URITemplate(text))
        #expect(try URITemplate("{a}") != URITemplate("{b}"))
    }

    @Test func saysWhatIsWrong() {
        #expect { try URITemplate("/logs{?from") } throws: { "\($0)" == "'{' is not closed at offset 5" }
        #expect { try URITemplate("/logs{x:0}") } throws: {
            "\($0)" == "a prefix must be a number from 1 to 9999 at offset 8"
        }
    }

    @Test func survivesWhateverIsThrownAtIt() throws {
        var random = SeededGenerator(seed: 6570)
        let alphabet = Array("{}{}+#./;?&=,!*:%09azAZ_é😀 \0\"".unicodeScalars)
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                text.append(alphabet.randomElement(using: &random) ?? "a")
            }
            guard let template = try? URITemplate(String(text)) else { continue }
            let names = template.variableNames
            let values = URITemplate.Variables(Dictionary(uniqueKeysWithValues: names.map { ($0, "é/%41") }))
            let expanded = try template.expand(values)
            #expect(expanded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"{}\"<>\\^`|".utf8.contains($0) })
        }
    }
}
