import HAL
import SeededRandom
import Testing

@testable import Matching
@testable import Scenarios

/// Helpers that WireMock has from Handlebars.java; the expected texts are those of WireMock 2.35.1.
@Suite struct HandlebarsHelperTests {
    private func render(_ text: String, body: String = "") throws -> String {
        var generator: any RandomNumberGenerator = SeededGenerator(seed: 1)
        var allowance = TemplateAllowance.maximum
        return try Template(text).render(
            .model(["body": .text(body)]),
            now: 1_907_757_045_000,
            machine: TemplateMachine(hostName: "elm") { $0 == "WIREMOCK_SITE" ? "north" : nil },
            allowance: &allowance,
            generator: &generator
        )
    }

    @Test(
        "Texts",
        arguments: [
            (
                "{{abbreviate 'abcdefghij' 6}}|{{abbreviate 'abcdef' 6}}|{{abbreviate 'abcdefghij' 4}}",
                "abc...|abcdef|a..."
            ),
            ("{{capitalizeFirst 'ab cd'}}|{{capitalizeFirst ''}}|{{capitalize 'ab CD' fully=true}}", "Ab cd||Ab Cd"),
            ("{{center 'ab' size=7}}|{{center 'ab' size=7 pad='*'}}|{{center 'abc' size=2}}", "  ab   |**ab***|abc"),
            ("{{center 'ab' size=5 pad='xy'}}|{{cut 'a b c'}}|{{cut 'axbx' 'x'}}", "xabxy|abc|ab"),
            ("{{ljust 'ab' size=7 pad='xyz'}}|{{rjust 'ab' size=7 pad='xyz'}}", "abxyzxy|xyzxyab"),
            ("{{rjust 'ab' size=5}}|{{rjust 'ab' size=5 pad='0'}}", "   ab|000ab"),
            ("{{rjust 'ab'}}", "[ERROR: 'rjust' needs a size of at most 100000]"),
            (
                "{{slugify 'Joel is a slug'}}|{{slugify 'a_b-c! ü x'}}|{{slugify '  a  b '}}",
                "joel-is-a-slug|abc-ü-x|a--b"
            ),
            (
                "{{stripTags '<b>x</b> <i a=\"b\">y</i>'}}|{{stripTags 'a < b > c'}}|{{stripTags 'a <b c'}}",
                "x y|a  c|a <b c"
            ),
            ("{{wordWrap 'Joel is a slug' 5}}|{{wordWrap 'abcdefghij' 4}}", "Joel\nis a\nslug|abcdefghij"),
            ("{{wordWrap 'aa bb cc dd' 5}}|{{wordWrap 'a' 0}}", "aa bb\ncc dd|a"),
            ("{{yesno true}}{{yesno false}}{{yesno true yes='si'}}{{yesno null}}", "yesnosimaybe"),
            ("{{defaultIfEmpty none 'd'}}|{{defaultIfEmpty 'x' 'd'}}|{{defaultIfEmpty 0 'z'}}", "d|x|z"),
            ("[{{log 'hi'}}]", "[]"), ("{{hostname}}", "elm"),
        ]
    )
    func texts(_ text: String, _ expected: String) throws {
        #expect(try render(text) == expected)
    }

    @Test(
        "Numbers",
        arguments: [
            (
                "{{isEven 2}}|{{isEven 3}}|{{isEven 2 'x'}}|{{isOdd 3}}|{{isEven '2'}}|{{isEven 2.5}}",
                "even||x|odd||even"
            ),
            ("{{stripes 2}}|{{stripes 3}}|{{stripes 3 'e' 'o'}}|{{stripes 2 'e' 'o'}}", "even|odd|o|e"),
            (
                "{{numberFormat 1234567.891}}|{{numberFormat 0.5 'percent'}}|{{numberFormat 12.5 'currency'}}",
                "1,234,567.891|50%|¤12.50"
            ),
            (
                "{{numberFormat 12.5 'integer'}}|{{numberFormat 3.5 'integer'}}|{{numberFormat 1234.5678 '#,##0.00'}}",
                "12|4|1,234.57"
            ),
            ("{{numberFormat 1234.5 'currency' 'en_GB'}}|{{numberFormat -5 'currency' 'en_US'}}", "£1,234.50|-$5.00"),
            (
                "{{numberFormat 2.345 roundingMode='up' maximumFractionDigits=2}}|{{numberFormat 7 minimumFractionDigits=2}}",
                "2.35|7.00"
            ),
            // The number in memory is slightly more than 2.345, and slightly less than 1.005.
            ("{{numberFormat 2.345 maximumFractionDigits=2}}|{{numberFormat 1.005 '0.00'}}", "2.35|1.00"),
            ("{{numberFormat 7 minimumIntegerDigits=3}}|{{numberFormat 12345 groupingUsed=false}}", "007|12345"),
            ("{{numberFormat 12345.6 maximumIntegerDigits=3}}|{{numberFormat '7'}}", "345.6|"),
            (
                "{{numberFormat 0.5 '#.##'}}|{{numberFormat 0 '#.#'}}|{{numberFormat 5 '000'}}|{{numberFormat 0.5 '#%'}}",
                "0.5|0|005|50%"
            ),
            (
                "{{numberFormat 1234.5 '$#,##0.00;(#)'}}|{{numberFormat -1234.5 '$#,##0.00;(#)'}}",
                "$1,234.50|(1,234.50)"
            ),
            ("{{numberFormat 0.125 'percent'}}|{{numberFormat 0}}|{{numberFormat 1234.5 'a#b'}}", "12%|0|a1234b"),
            (
                "{{stringFormat '%s is %d' 'a' 3}}|{{stringFormat 'plain'}}|{{stringFormat '%2$s %1$s %%' 'a' 'b'}}",
                "a is 3|plain|b a %"
            ),
            ("{{stringFormat '%05.2f|%x|%5s|%-5s|%,d' 3.14159 255 'a' 'b' 1234567}}", "03.14|ff|    a|b    |1,234,567"),
            (
                "{{stringFormat '%.1f %e' 2.25 12345.678}}|{{stringFormat '%S %b %o %08d %+d' 'a' 'b' 8 9 10}}",
                "2.3 1.234568e+04|A true 10 00000009 +10"
            ),
            ("{{stringFormat '%(d %d % d' -5 -6 7}}|{{stringFormat '%,.2f' 12345.678}}", "(5) -6  7|12,345.68"),
            ("{{stringFormat '%e %.1e' 0.0 9.99}}", "0.000000e+00 1.0e+01"),
            ("{{stringFormat '%s %s' 'a'}}", "[ERROR: '%s' needs a value]"),
            ("{{stringFormat '%d' 'a'}}", "[ERROR: '%d' needs a number]"),
        ]
    )
    func numbers(_ text: String, _ expected: String) throws {
        #expect(try render(text) == expected)
    }

    @Test(
        "Dates, forms and variables of the machine",
        arguments: [
            (
                "{{dateFormat (now)}}|{{dateFormat (now) 'yyyy-MM-dd'}}|{{dateFormat (now) 'full'}}",
                "Jun 15, 2030|2030-06-15|Saturday, June 15, 2030"
            ),
            (
                "{{dateFormat (now) 'short' time='medium'}}|{{dateFormat (now) 'long' time='short'}}",
                "6/15/30, 12:30:45 PM|June 15, 2030 at 12:30 PM"
            ),
            ("{{dateFormat (now) 'HH:mm' tz='+02:00'}}", "14:30"),
            ("{{formData body 'f'}}{{f.a}}|{{f.a.[1]}}|{{f.b}}|{{f.c}}|{{f.none}}", "1|3|two%20words|%26+x|"),
            (
                "{{formData body 'f' urlDecode=true}}{{f.b}}|{{f.c}}|{{#each f.a}}[{{this}}]{{/each}}",
                "two words|& x|[1][3]"
            ),
            ("{{systemValue key='WIREMOCK_SITE'}}|{{systemValue key='wiremock.x'}}", "north|"),
            (
                "{{systemValue key='PATH'}}|{{systemValue}}",
                "[ERROR: Access to PATH is denied]|[ERROR: The key cannot be empty]"
            ),
            ("{{systemValue type='PROPERTY' key='WIREMOCK_SITE'}}", ""),
        ]
    )
    func dates(_ text: String, _ expected: String) throws {
        #expect(try render(text, body: "a=1&b=two%20words&a=3&c=%26+x") == expected)
    }

    @Test(
        "Formats are checked when the template is made",
        arguments: [
            ("{{stringFormat '%q' 1}}", "'stringFormat': '%q' is not a supported format specifier"),
            ("{{stringFormat '%9999d' 1}}", "'stringFormat': '%9999d' is not a supported format specifier"),
            ("{{numberFormat 1 '0.0E0'}}", "'numberFormat': a number format with an exponent is not supported"),
            ("{{numberFormat 1 'integer' 'de_DE'}}", "'numberFormat': the locale 'de_DE' is not supported"),
            ("{{dateFormat a 'QQ'}}", "'dateFormat': 'Q' is not a valid pattern letter"),
        ]
    )
    func invalid(_ text: String, _ message: String) {
        let error = #expect(throws: InvalidPattern.self) { try Template(text) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }
}
