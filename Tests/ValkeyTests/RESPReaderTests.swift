import SeededRandom
import Testing
import Valkey

struct RESPReaderTests {
    @Test(
        arguments: [
            ("+OK\r\n", [.status("OK")]),
            (":42\r\n:-1\r\n", [.integer(42), .integer(-1)]),
            ("$2\r\n\r\n\r\n$-1\r\n", [.bytes([13, 10]), .none]),
            ("-ERR no\r\n", [.error("ERR no")]),
            ("*3\r\n:1\r\n*1\r\n$1\r\na\r\n*0\r\n", [.array([.integer(1), .array([.bytes([97])]), .array([])])]),
            ("*-1\r\n", [.none]),
        ] as [(String, [StoreReply])]
    )
    func readsReplies(_ text: String, replies: [StoreReply]) throws {
        #expect(try read(text) == replies)
    }

    /// However the bytes are divided.
    @Test func readsRepliesInPieces() throws {
        let text = "*2\r\n$5\r\nhello\r\n:7\r\n+OK\r\n"
        let whole = try read(text)
        #expect(whole.count == 2)
        for size in 1..<text.utf8.count { #expect(try read(text, size: size) == whole, "\(size)") }
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\n", "$x\r\n", "*999999999\r\n", ":99999999999999999999999\r\n", "\u{16}\u{3}\u{1}",
    ])
    func rejectsOtherBytes(_ text: String) {
        #expect(throws: StoreError.self) { try read(text) }
    }

    @Test func rejectsAReplyThatNeverEnds() throws {
        let reader = try RESPReader()
        let piece = [UInt8](repeating: 0x61, count: 16 << 20)
        try reader.feed(Array("$1000000000\r\n".utf8).span) { _ in }
        #expect(throws: StoreError.self) {
            for _ in 0..<20 { try reader.feed(piece.span) { _ in } }
        }
    }

    /// Changed replies are read or rejected; nothing else happens.
    @Test func survivesChangedBytes() throws {
        let text = Array("*3\r\n$5\r\nhello\r\n:12\r\n*2\r\n+OK\r\n$-1\r\n-ERR x\r\n".utf8)
        var random = SeededGenerator(seed: 19)
        for _ in 0..<5000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...127, using: &random)
            }
            _ = try? read(String(decoding: bytes, as: UTF8.self), size: Int.random(in: 1...40, using: &random))
        }
    }

    private func read(_ text: String, size: Int = .max) throws -> [StoreReply] {
        let reader = try RESPReader()
        var replies: [StoreReply] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            try reader.feed(piece.span) { replies.append($0) }
            rest = rest.dropFirst(piece.count)
        }
        return replies
    }
}
