import Foundation
import HTTPTypes
import Testing

@testable import Contracts

/// The command that makes the request of a failed step by hand.
struct CurlLineTests {
    /// The words of a command as bash reads them.
    private static func words(of command: String) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", #"eval "set -- $1"; printf '%s\0' "$@""#, "bash", command]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test(
        "a curl line has one line, whatever the body",
        arguments: [
            ("a\nb", #"$'a\nb'"#), ("it's\r\n\t\\ü!", #"$'it\'s\r\n\t\\ü!'"#), ("\u{1}2\u{7F}", #"$'\0012\177'"#),
            ("plain text", "'plain text'"), ("{}\n", #"$'{}\n'"#),
        ]
    )
    func hasOneLine(body: String, word: String) throws {
        #expect(Shell.quoted(bytes: Array(body.utf8)) == word)
        let received = ReceivedRequest(method: .post, target: "/a", body: Array(body.utf8))
        let text = ExchangeText(received: [received], reported: nil, baseURL: "http://127.0.0.1:1/~s@token")
        let curl = try #require(text.curl)
        #expect(!curl.contains("\n"))
        let expected = ["curl", "-i", "-X", "POST", "--data-raw", body, "http://127.0.0.1:8080/~s/a"]
        #expect(try Self.words(of: curl) == expected)
    }

    @Test func hasTheBytesOfABody() {
        #expect(Shell.quoted(bytes: [0x61, 0xFF, 0x31]) == #"$'a\3771'"#)
        let received = ReceivedRequest(method: .post, target: "/", body: [0x61, 0])
        #expect(ExchangeText(received: [received], reported: nil, baseURL: "http://h/~s@t").curl == nil)
    }
}
