import HAL
import SeededRandom
import Testing

@testable import Scenarios

/// What templates may cost, and numbers that nobody expects.
@Suite struct TemplateLimitsTests {
    private func render(_ text: String, body: String = "", parameters: JSONValue = [:]) throws -> String {
        var generator: any RandomNumberGenerator = SeededGenerator(seed: 3)
        let model = TemplateValue.model(["request": .model(["body": .text(body)]), "parameters": .json(parameters)])
        var allowance = TemplateAllowance.maximum
        return try Template(text).render(
            model,
            now: 1_793_700_930_000,
            allowance: &allowance,
            generator: &generator
        )
    }

    @Test(
        "A part of a text ends where the text does, whatever the numbers",
        arguments: [
            ("1", "3", "bc"), ("1", "-9223372036854775808", ""), ("9223372036854775807", "-9223372036854775808", ""),
            ("-9223372036854775808", "9223372036854775807", "abcdef"), ("3", "1", ""), ("0", "1e3", "abcdef"),
            ("9223372036854775807", "9223372036854775807", ""), ("2", "9223372036854775808", "cdef"),
        ]
    )
    func parts(_ start: String, _ end: String, _ expected: String) throws {
        let numbers: JSONValue = ["start": .string(start), "end": .string(end)]
        let text = try render("{{substring 'abcdef' parameters.start parameters.end}}", parameters: numbers)
        #expect(text == expected)
    }

    private static let extremes = [
        "-9223372036854775808", "9223372036854775807", "9223372036854775808", "-1", "0.5", "1e400", "1e-400",
        "'9223372036854775807 years'", "'-9223372036854775808 milliseconds'", "'last day of year'", "'/'", "''",
        "(range 9223372036854775800 9223372036854775807)", "(now offset='-9223372036854775808 years')",
        "(now offset='9223372036854775807 years' timezone='-23:59')", "nothing", "(array (array) 1e400)",
    ]

    @Test("No helper fails on extreme numbers, dates and lists", arguments: TemplateHelper.all.map(\.name))
    func extremes(_ name: String) throws {
        let helper = try #require(TemplateHelper.named[name])
        for first in Self.extremes {
            for second in Self.extremes {
                let arguments = [first, second, first].prefix(helper.arguments.upperBound).joined(separator: " ")
                let options = helper.options.sorted().map { " \($0)=\(second)" }.joined()
                for text in ["{{\(name) \(arguments)}}", "{{\(name) \(arguments)\(options)}}"] {
                    guard (try? Template(text)) != nil else { continue }
                    #expect(try render(text).utf8.count < 1 << 20, "\(text)")
                }
                let block = "{{#\(name) \(arguments)}}{{this}}{{/\(name)}}"
                guard (try? Template(block)) != nil else { continue }
                #expect(try render(block).utf8.count < 1 << 20, "\(block)")
            }
        }
    }

    @Test(
        "Values are counted before they are made",
        arguments: [
            "{{assign 'a' 'xxxxxxxxxxxxxxxx'}}" + doubled("{{assign 'a' (join a a '')}}"),
            "{{assign 'a' (array 1 2 3 4)}}" + doubled("{{assign 'a' (array a a)}}") + "{{a}}",
            "{{assign 'a' (array 1 2 3 4)}}" + doubled("{{assign 'a' (array a a)}}", 18) + "{{size (toJson a)}}",
            "{{assign 'a' (randomValue length=100000)}}{{replace a '' a}}",
            "{{assign 'a' (randomValue length=100000)}}{{replace a 'e' a}}",
            "{{assign 'a' 'xx'}}" + doubled("{{#assign 'a'}}{{a}}{{a}}{{/assign}}"),
        ]
    )
    func counted(_ text: String) throws {
        let failure = #expect(throws: TemplateFailure.self) { try render(text) }
        let reasons = ["MiB", "steps", "levels"]
        #expect(reasons.contains { failure?.reason.contains($0) == true }, "\(failure?.reason ?? "")")
    }

    private static func doubled(_ text: String, _ times: Int = 40) -> String {
        String(repeating: text, count: times)
    }

    @Test("Values that nest as deep as a text is long end the template, not the process")
    func nested() throws {
        let body = "[" + Array(repeating: "1", count: 80_000).joined(separator: ",") + "]"
        let failure = #expect(throws: TemplateFailure.self) {
            try render("{{#each (parseJson request.body)}}{{assign 'a' (array a this)}}{{/each}}", body: body)
        }
        #expect(failure?.reason == "a value of the template is nested deeper than 512 levels")
        let shallow = "[" + Array(repeating: "1", count: 500).joined(separator: ",") + "]"
        let collected = try render(
            "{{#each (parseJson request.body)}}{{assign 'a' (array a this)}}{{/each}}{{size (toJson a)}}",
            body: shallow
        )
        #expect(collected == "2004")
    }

    @Test("What a template of everyday size makes is well below the limits")
    func everyday() throws {
        let people = (0..<5_000).map { #"{"id": \#($0), "name": "N\#($0)"}"# }.joined(separator: ",")
        let text = "{{#each (jsonPath request.body '$[*]') as |p|}}{{upper p.name}}{{toJson p}}{{/each}}"
        #expect(try render(text, body: "[\(people)]").utf8.count > 100_000)
    }
}
