import HAL
import HALClient
import HTTPTypes
import Testing

/// JSON in other charsets than UTF-8, over a real socket.
struct CharsetTests {
    private static func outcome(of body: [UInt8], _ type: String) async throws -> Outcome<JSONObject> {
        var answer = ScriptedServer.Answer(
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
        )
        answer.bytes += body
        return try await ScriptedServer.with(answer) { await HypermediaClient().get(Target($0.url)) }
    }

    private static func bytes(_ text: String, _ size: Int, isBigEndian: Bool, hasMark: Bool) -> [UInt8] {
        let text = (hasMark ? "\u{FEFF}" : "") + text
        let units = size == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
        return units.flatMap { unit in
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    @Test(
        "a charset of single bytes",
        arguments: [
            ("iso-8859-1", 0xE4, "ä"), ("Latin1", 0xE4, "ä"), ("ISO-8859-15", 0xA4, "€"), ("iso-8859-15", 0xE4, "ä"),
            ("windows-1252", 0x80, "€"), ("windows-1252", 0xE4, "ä"), ("\"iso-8859-1\"", 0xFF, "ÿ"),
        ] as [(String, UInt8, String)]
    )
    func singleBytes(charset: String, byte: UInt8, text: String) async throws {
        let body = Array(#"{"a": ""#.utf8) + [byte] + Array(#""}"#.utf8)
        let outcome = try await Self.outcome(of: body, "application/json; charset=\(charset)")
        #expect(outcome.success?.model == ["a": .string(text)])
    }

    @Test(
        "UTF-16 and UTF-32, with and without mark and declaration",
        arguments: [2, 4],
        [
            (true, true, ""), (false, true, ""), (true, false, ""), (false, false, ""), (true, true, "; charset=utf-8"),
            (false, true, "; charset=UTF-16"), (true, false, "; charset=utf-16"),
        ]
    )
    func wideUnits(size: Int, form: (isBigEndian: Bool, hasMark: Bool, parameter: String)) async throws {
        let body = Self.bytes(#"{"a": "ä𝄞"}"#, size, isBigEndian: form.isBigEndian, hasMark: form.hasMark)
        let outcome = try await Self.outcome(of: body, "application/json" + form.parameter)
        #expect(outcome.success?.model == ["a": "ä𝄞"], "\(outcome)")
    }

    @Test(
        "a text that is not in its charset",
        arguments: [
            ("utf-16le", [0x7B, 0, 0x7D], "the text is not valid UTF-16"),
            ("utf-16be", [0, 0x22, 0xD8, 0, 0, 0x22], "the text is not valid UTF-16"),
            ("utf-32be", [0, 0x11, 0, 0], "the text is not valid UTF-32"),
            ("koi8-r", [0x22, 0xC1, 0x22], "the charset 'koi8-r' is not supported"),
        ] as [(String, [UInt8], String)]
    )
    func malformed(charset: String, body: [UInt8], message: String) async throws {
        let outcome = try await Self.outcome(of: body, "application/json; charset=\(charset)")
        #expect(outcome.name == "undecodable")
        #expect("\(outcome)".contains(message), "\(outcome)")
    }

    @Test func anUnknownCharsetOfAnASCIITextIsIgnored() async throws {
        let outcome = try await Self.outcome(of: Array(#"{"a": 1}"#.utf8), "application/json; charset=koi8-r")
        #expect(outcome.success?.model == ["a": 1])
    }

    @Test func aTransferCodingThatIsLeftOnTheBodyIsNamed() async throws {
        let answer = """
            HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: gzip, chunked\r\n\r\n\
            2\r\n\u{1F}x\r\n0\r\n\r\n
            """
        try await ScriptedServer.with(.init(answer)) { server in
            let outcome = await HypermediaClient().get(Target(server.url))
            #expect("\(outcome)".contains("the transfer coding 'gzip, chunked' is not supported"))
        }
    }
}
