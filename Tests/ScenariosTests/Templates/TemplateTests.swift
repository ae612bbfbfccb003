import HAL
import Testing

@testable import Matching
@testable import Scenarios

@Suite struct TemplateTests {
    /// 2026-11-03T10:15:30Z.
    private static let now: Int64 = 1_793_700_930_000
    private static let model = TemplateValue.model([
        "request": .model([
            "method": .text("POST"), "url": .text("/a/b?q=1&q=2"),
            "path": .parts("/a/b%20c", ["a", "b c"], ["id": "b c"]),
            "query": .model(["q": .values(["1", "2"])]), "headers": .fields(["x-name": .values(["N"])]),
            "body": .text(#"{"n": 1.50, "list": [1, 2, 3], "o": {"k": "v"}, "t": true}"#),
        ]),
        "parameters": .json(["who": "you", "people": [["name": "Ann"], ["name": "Bob"]]]),
    ])

    private func render(_ text: String) throws -> String {
        var generator: any RandomNumberGenerator = Fixed()
        var allowance = TemplateAllowance.maximum
        return try Template(text).render(Self.model, now: Self.now, allowance: &allowance, generator: &generator)
    }

    private struct Fixed: RandomNumberGenerator {
        var state: UInt64 = 7

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    @Test(
        "Values of the model",
        arguments: [
            ("{{request.method}} {{{request.url}}} {{&request.path}}", "POST /a/b?q=1&q=2 /a/b%20c"),
            ("{{request.path.[1]}} {{request.path.0}} {{request.path.id}}", "b c a b c"),
            ("{{request.query.q}} {{request.query.q.[1]}} {{request.query.q.last}}", "1 2 2"),
            ("{{request.query.q.[-1]}}{{request.query.q.[-2]}}{{request.query.q.[-3]}}", "21"),
            ("{{lookup request.query 'q.1'}}{{lookup request.query 'a.b'}}{{lookup request.query 'x.1'}}", "2"),
            ("{{request.headers.X-Name}} {{request.headers.[X-NAME]}}", "N N"), ("{{parameters.people.1.name}}", "Bob"),
            ("{{nothing}}|{{request.query.none}}|{{null}}", "||"), ("{{parameters.people.0}}", #"{"name":"Ann"}"#),
            (#"\{{no}} {{'a}}b'}} {{"c"}} {{1.50}} {{true}}"#, "{{no}} a}}b c 1.50 true"),
            ("a{{! no }}b{{!-- {{no}} --}}c", "abc"), ("a  {{~ 'b' ~}}  c", "abc"), ("", ""),
            ("a } b }} c { d", "a } b }} c { d"),
        ]
    )
    func values(_ text: String, _ expected: String) throws {
        #expect(try render(text) == expected)
    }

    @Test(
        "Values as JSON",
        arguments: [
            ("{{= request.method}} {{= 1.50}} {{= none}}", #""POST" 1.50 null"#),
            ("{{= parameters.people}}", #"[{"name":"Ann"},{"name":"Bob"}]"#),
            ("{{= request.query.q}}{{~ = request.headers.x-name }}", #"["1","2"]"N""#),
        ]
    )
    func json(_ text: String, _ expected: String) throws {
        #expect(try render(text) == expected)
    }

    @Test func valuesAsJSONAreWholeStrings() {
        let response = "{ jsonBody: { a: '{{= 1}} l' }, transformers: [response-template] }"
        #expect(
            messages(response: response).contains {
                $0.hasSuffix(
                    "error: '{{= …}}' is the value of the whole string, not of a part; remove the text around it, or use '{{…}}'"
                )
            },
            "\(messages(response: response))"
        )
    }

    @Test(
        "Blocks",
        arguments: [
            ("{{#if request.query.q}}a{{else}}b{{/if}}{{#if none}}c{{else}}d{{/if}}", "ad"),
            ("{{#if none}}a{{else if (eq 1 1.0)}}b{{else}}c{{/if}}", "b"), ("{{#unless none}}a{{/unless}}", "a"),
            ("{{#if none}}a{{else if none}}b{{else if none}}c{{else}}d{{/if}}", "d"),
            ("{{^none}}a{{/none}}{{^parameters}}b{{else}}c{{/parameters}}", "ac"),
            ("{{#each parameters.people}}{{@index}}{{name}}{{#unless @last}},{{/unless}}{{/each}}", "0Ann,1Bob"),
            ("{{#each parameters.people as |p i|}}{{i}}{{p.name}}{{/each}}", "0Ann1Bob"),
            ("{{#each none}}a{{else}}b{{/each}}", "b"), ("{{#each request.query.q}}[{{this}}]{{/each}}", "[1][2]"),
            ("{{#each parameters}}{{@key}} {{/each}}", "who people "),
            ("{{#each parameters.people}}{{request.method}}{{@first}} {{/each}}", "POSTtrue POSTfalse "),
            ("{{#with parameters}}{{who}} {{../request.method}}{{/with}}", "you POST"),
            ("{{#parameters.people}}{{name}}{{/parameters.people}}", "AnnBob"),
            ("{{#eq request.method 'POST'}}yes{{else}}no{{/eq}}", "yes"), ("{{eq 1 2 yes='y' no='n'}}", "n"),
            ("[{{#arrayJoin ',' (array 1 2) as |i|}}<{{i}}>{{/arrayJoin}}]", "[<1>,<2>]"),
            (
                "{{#arrayJoin '; ' parameters.people prefix='(' suffix=')'}}{{@index}}{{name}}{{/arrayJoin}}",
                "(0Ann; 1Bob)"
            ),
            ("{{#arrayJoin ',' (array)}}x{{/arrayJoin}}|", "|"),
            ("{{#trim}}  a  {{/trim}}|{{#base64}}ab{{/base64}}", "a|YWI="),
            ("{{#assign 'x'}}{{request.method}}!{{/assign}}{{x}}", "POST!"),
            ("{{#parseJson 'j'}}{\"a\": [1]}{{/parseJson}}{{j.a.0}}", "1"),
        ]
    )
    func blocks(_ text: String, _ expected: String) throws {
        #expect(try render(text) == expected)
    }

    @Test(
        "Helpers",
        arguments: [
            ("{{jsonPath request.body '$.n'}} {{jsonPath request.body '$.o'}}", #"1.50 {"k":"v"}"#),
            ("{{jsonPath request.body '$.none' default='x'}}|{{jsonPath request.body '$.none'}}", "x|"),
            ("{{#each (jsonPath request.body '$.list') as |n|}}{{n}};{{/each}}", "1;2;3;"),
            ("{{size (jsonPath request.body '$.list')}} {{size 'abc'}} {{size parameters}} {{size none}}", "3 3 2 0"),
            ("{{jsonPath 'x' '$.a'}}", "[ERROR: 'jsonPath' needs valid JSON]"),
            ("{{jsonPath request.body '$.list[?(@ > 1)]'}}", "[2,3]"),
            (
                "{{now}} {{now format='yyyy-MM-dd'}} {{now format='epoch'}}",
                "2026-11-03T10:15:30Z 2026-11-03 1793700930000"
            ),
            (#"{{now format='yyyy\'T\'}}"'}} {{'it\'s'}} {{"a\"b"}} {{'a\b'}}"#, #"2026T}}" it's a"b a\b"#),
            ("{{now offset='3 days' format='dd/MM/yyyy'}} {{now offset='-1 months' format='MMM'}}", "06/11/2026 Oct"),
            ("{{now timezone='+02:00' format='HH:mm XXX'}}", "12:15 +02:00"),
            ("{{date (parseDate '10/11/2021' format='dd/MM/yyyy') offset='1 days'}}", "2021-11-11T00:00:00Z"),
            ("{{date (truncateDate (now) 'first day of month') format='unix'}}", "1793491200"),
            ("{{parseDate 'x'}}", "[ERROR: 'x' is not a valid date]"),
            ("{{base64 'ab'}} {{base64 'YWI=' decode=true}}", "YWI= ab"),
            ("{{urlEncode 'a b&ä'}} {{urlEncode 'a+b%26' decode=true}}", "a+b%26%C3%A4 a b&"),
            ("[{{trim ' a '}}]", "[a]"),
            ("{{upper 'aß'}} {{lower 'ÄB'}} {{capitalize 'a  bc'}}", "ASS äb A  Bc"),
            ("{{replace 'abab' 'b' 'c'}} {{replace 'aaa' 'aa' 'b'}} {{replace 'ab' '' '-'}}", "acac ba -a-b-"),
            ("{{substring 'abcdef' 2}} {{substring 'abcdef' 1 3}} {{substring 'ab' 9}}", "cdef bc "),
            ("{{regexExtract request.url '[a-z]/[a-z]'}}", "a/b"),
            ("{{regexExtract request.url '/([a-z])/([a-z])' 'g'}}{{g.1}}{{g.0}}", "ba"),
            ("{{regexExtract 'a' 'b' default='c'}} {{regexExtract 'a' 'b'}}", "c [ERROR: Nothing matched b]"),
            ("{{math 1 '+' 2}} {{math 7 '/' 2}} {{math 6 '/' 2}} {{math 2 '*' 1.5}} {{math 7 '%' 4}}", "3 3.5 3 3 3"),
            ("{{math 9223372036854775807 '+' 1}}", "9.223372036854776e+18"),
            ("{{math 1 '/' 0}}", "[ERROR: the result of 'math' is not a number]"),
            ("{{toJson (parseJson '{\"a\": 1.0}')}} {{lookup parameters 'who'}}", #"{"a":1.0} you"#),
            ("{{arrayJoin ',' (array 1 'b')}} {{join 'a' 'b' '-'}} {{range 1 3}}", "1,b a-b [1,2,3]"),
            ("{{val none or='x'}} {{val 'y' assign='z'}}{{z}}", "x y"),
            ("{{contains 'abc' 'b'}} {{contains request.query.q '2'}}", "true true"),
            ("{{matches 'abc' 'a.c'}} {{not none}} {{and 1 none}} {{or none 1}}", "true true false true"),
            ("{{gt 10 9}} {{lt '10' '9'}} {{gte 'a' 'b'}} {{lte 1 1.0}} {{neq 1 2}}", "true false false true true"),
            (
                "{{randomInt lower=5 upper=6}}{{randomInt lower=7 upper=7}} {{pickRandom 'a'}} "
                    + "{{size (randomValue length=12 type='NUMERIC')}}",
                "57 a 12"
            ),
            ("{{randomInt lower=2 upper=1}}", "[ERROR: 'upper' is less than 'lower']"),
            ("{{randomInt upper=1e400}}", "[ERROR: 'lower' and 'upper' must be 64-bit integers]"),
            ("{{randomInt lower='-Infinity'}}", "[ERROR: 'lower' and 'upper' must be 64-bit integers]"),
            (
                "{{randomInt lower=99999999999999999999}}",
                "[ERROR: 'lower' and 'upper' must be 64-bit integers]"
            ),
            ("{{randomInt lower=5.9 upper=5.9}}", "5"),
            ("{{randomInt lower='5' upper=(math 5 '+' 0)}}", "5"),
            ("{{randomDecimal upper=1e400}}", "[ERROR: 'lower' and 'upper' must be numbers below 1.8e308]"),
            ("{{randomDecimal lower='NaN'}}", "[ERROR: 'lower' and 'upper' must be numbers below 1.8e308]"),
            ("{{randomDecimal lower=-1e308 upper=1e308}}", "[ERROR: 'lower' and 'upper' are too far apart]"),
            ("{{randomValue length=1e400}}", "[ERROR: 'length' must be between 0 and 100000]"),
            ("{{randomValue length='many'}}", "[ERROR: 'length' must be between 0 and 100000]"),
            ("{{substring 'abc' 1 1e400}}", "[ERROR: 'substring' needs a number]"),
            ("{{substring 'abc' 1 'end'}}", "[ERROR: 'substring' needs a number]"),
            ("{{range 1 1e400}}", "[ERROR: 'range' needs two integers, the lower one first]"),
            ("{{math 1e400 '+' 1}}", "[ERROR: the result of 'math' is not a number]"),
            ("{{range 1 99999999}}", "[ERROR: 'range' is limited to 10000 numbers]"),
        ]
    )
    func helpers(_ text: String, _ expected: String) throws {
        #expect(try render(text) == expected)
    }

    @Test func randomValuesHaveTheFormThatIsAskedFor() throws {
        #expect(try StableIdentifier.isUUID(render("{{randomValue type='UUID'}}")))
        #expect(try render("{{randomValue length=8 type='HEXADECIMAL' uppercase=true}}").contains(/^[0-9A-F]{8}$/))
        let decimal = try #require(Double(try render("{{randomDecimal lower=2 upper=3}}")))
        #expect((2...3).contains(decimal))
    }

    @Test(
        "What is wrong is found when the template is made, with its place",
        arguments: [
            ("ab{{foo 1}}", 4, "unknown helper 'foo'"),
            ("{{nwo format='yyyy'}}", 2, "unknown helper 'nwo'; did you mean 'now'?"),
            ("{{jsonSort a}}", 2, "the helper 'jsonSort' is not supported"),
            ("{{xPath a '/b['}}", 2, "'xPath': line 1, column 4: invalid expression"),
            ("{{request.boddy}}", 2, "'request.boddy' is not supported; did you mean 'body'?"),
            ("a{{", 1, "'{{' is not closed"),
            ("{{}}", 0, "the tag is empty"),
            ("{{#if a}}b", 0, "'{{#if}}' is not closed"), ("{{#if a}}b{{/each}}", 10, "expected '{{/if}}'"),
            ("a{{/if}}", 1, "'{{/if}}' has no matching '{{#if}}'"), ("a{{else}}", 1, "'{{else}}' is outside a block"),
            ("{{#if a}}{{else}}{{else}}{{/if}}", 17, "expected '{{/if}}'"),
            ("{{if}}", 2, "'if' expects 1 arguments, not 0"),
            ("{{now frmat='x'}}", 2, "'now' has no option 'frmat'"),
            ("{{now format='QQ'}}", 2, "'now': 'Q' is not a valid pattern letter"),
            ("{{now offset='soon'}}", 2, "'now': 'soon' is not an offset"),
            ("{{now timezone='Mars/Base'}}", 2, "'now': the time zone"),
            ("{{jsonPath a '@'}}", 2, "'jsonPath': must begin with '$'"),
            ("{{regexExtract a '('}}", 2, "'regexExtract':"),
            ("{{math 1 '^' 2}}", 2, "'math': '^' is not a valid operator"), ("{{> p}}", 0, "partials"),
            ("{{{{raw}}}}", 0, "raw blocks"),
            ("{{'a}}", 0, "'{{' is not closed"), ("{{eq (a}}", 5, "'(' is not closed"),
            ("{{a b=}}", 6, "a value is missing"),
            ("{{now offset='1 days' offset='2 days'}}", 37, "the option 'offset' is defined twice"),
            ("{{a.b c}}", 2, "arguments are not allowed here"),
            ("{{a)}}", 3, "unexpected ')'"), ("{{[a}}", 2, "'[' is not closed"),
        ]
    )
    func wrong(_ text: String, _ offset: Int, _ message: String) {
        let error = #expect(throws: InvalidPattern.self) { try Template(text) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
        #expect(error?.offset == offset)
    }

    @Test func refusesWhatIsNestedTooDeeply() {
        for (open, close) in [("{{#if a}}", "{{/if}}"), ("{{eq 1 (", ")}}"), ("{{#if a}}{{else if b}}", "{{/if}}")] {
            let text = String(repeating: open, count: 500) + String(repeating: close, count: 500)
            #expect(throws: InvalidPattern.self) { try Template(text) }
        }
        let calls = "{{" + String(repeating: "not (", count: 500) + "1" + String(repeating: ")", count: 500) + "}}"
        #expect(throws: InvalidPattern.self) { try Template(calls) }
    }

    @Test("A template that grows too large or takes too long ends")
    func limits() throws {
        let loop = "{{#each (range 1 10000)}}"
        #expect(throws: TemplateFailure.self) {
            try render(String(repeating: loop, count: 3) + "x" + String(repeating: "{{/each}}", count: 3))
        }
        #expect(throws: TemplateFailure.self) {
            try render(loop + String(repeating: "x", count: 4000) + "{{/each}}")
        }
    }

    @Test("Any bytes make a template or an error, and never more")
    func survivesAnything() {
        var generator: any RandomNumberGenerator = Fixed()
        let pieces = [
            "{{", "}}", "#if", "/if", "else", "^", "~", "'", "(", ")", "|", "as |", ".", "../", "@", "[", "]", "a", " ",
            "=", "now", "{", "1",
        ]
        for _ in 0..<5_000 {
            let text = (0..<12).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            if let template = try? Template(text) {
                var allowance = TemplateAllowance.maximum
                _ = try? template.render(Self.model, now: 0, allowance: &allowance, generator: &generator)
            }
        }
    }
}
