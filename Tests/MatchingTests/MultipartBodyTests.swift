import SeededRandom
import Testing

@testable import Matching

@Suite struct MultipartBodyTests {
    private static let type = "multipart/form-data; boundary=xYz"

    private func parts(_ body: String, _ type: String = Self.type) -> [BodyPart]? {
        MultipartBody.parts(of: Array(body.replacing("\n", with: "\r\n").utf8), contentType: type)
    }

    @Test func takesPartsApart() throws {
        let found = try #require(
            parts(
                """
                preamble
                --xYz
                Content-Disposition: form-data; name="a \\"b\\""

                1
                2
                --xYz \t
                content-disposition: form-data; name=file;
                  filename="r\u{E9}.txt"
                Content-Type: text/plain

                --xYz--

                epilogue
                """
            )
        )
        #expect(found.map(\.name) == ["a \"b\"", "file"])
        #expect(found.map(\.fileName) == [nil, "r\u{E9}.txt"])
        #expect(found.map(\.bytes) == [Array("1\r\n2".utf8), []])
        #expect(found[1].values(of: "CONTENT-TYPE") == ["text/plain"])
    }

    @Test func keepsBytesAsTheyAre() throws {
        let content: [UInt8] = [0, 255, 13, 10, 45, 45, 120, 10]
        let body = Array("--b\r\n\r\n".utf8) + content + Array("\r\n--b--".utf8)
        #expect(
            MultipartBody.parts(of: body, contentType: "multipart/mixed; boundary=\"b\"")?.map(\.bytes) == [content]
        )
    }

    @Test(
        "What is not multipart to its end has no parts",
        arguments: [
            ("--xYz\n\na\n--xYz--", "text/plain; boundary=xYz"), ("--xYz\n\na\n--xYz--", "multipart/form-data"),
            ("--xYz\n\na\n--xYz--", "multipart/form-data; boundary=\"\""), ("--xYz\n\na\n--xYz\n", type), ("", type),
            ("--xYz\n\na", type), ("--xYz\nno empty line--xYz--", type),
            ("a--xYz\n\nb\n--xYz--x", "multipart/x; boundary=q"),
        ]
    )
    func refusals(_ body: String, _ type: String) {
        #expect(parts(body, type) == nil)
    }

    @Test func aPartOfAFormHasAName() {
        let heads = ["form-data; name=a", "name=a", "form-data; filename=a", "attachment; name=a", "FORM-DATA; name=b"]
        let body = heads.map { "--xYz\nContent-Disposition: \($0)\n\n\n" }.joined() + "--xYz\n\n\n--xYz--"
        #expect(parts(body)?.map(\.name) == ["a", "b"])
    }

    @Test func anEmptyFormHasNoPart() {
        #expect(parts("--xYz--") == [])
    }

    @Test func boundsPartsAndHeads() {
        let part = "--xYz\nContent-Disposition: form-data; name=a\n\n\n"
        let many = String(repeating: part, count: MultipartBody.maximumParts)
        #expect(parts(many + "--xYz--")?.count == MultipartBody.maximumParts)
        #expect(parts(many + "--xYz\n\n\n--xYz--") == nil)
        let head = "A: " + String(repeating: "a", count: MultipartBody.maximumHead)
        #expect(parts("--xYz\n\(head)\n\nb\n--xYz--") == nil)
    }

    @Test("Any bytes are taken apart or not, and parts are never longer than the body")
    func anyBytes() {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "--xYz", "--xYz--", "\r\n", "\n", "\r", "--", "a: b", ":", " ", "\u{0}", "Content-Disposition: x; name=",
        ]
        for _ in 0..<3000 {
            let body = (0..<Int.random(in: 0..<12, using: &random)).flatMap { _ in
                Array((pieces.randomElement(using: &random) ?? "").utf8)
            }
            let found = MultipartBody.parts(of: body, contentType: Self.type) ?? []
            #expect(found.reduce(0) { $0 + $1.bytes.count } <= body.count)
        }
    }
}
