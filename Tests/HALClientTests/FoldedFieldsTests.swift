#if os(Linux)
    import HTTPTypes
    import NIOCore
    import Testing

    @testable import HALClient

    /// Folds in the fields of a response become spaces, RFC 9112 §5.2, wherever a read ends.
    struct FoldedFieldsTests {
        private static let cases = [
            (
                "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nB: d\r\n\r\nx\r\n y",
                "HTTP/1.1 200 OK\r\nA: b   c\r\nB: d\r\n\r\nx\r\n y"
            ),
            ("HTTP/1.1 200 OK\r\nA:\r\n\tb\r\n \tc\r\n\r\n", "HTTP/1.1 200 OK\r\nA:  \tb   \tc\r\n\r\n"),
            (
                "HTTP/1.1 103 E\r\nA: b\r\n c\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\nA: b\r\n c",
                "HTTP/1.1 103 E\r\nA: b   c\r\n\r\nHTTP/1.1 200 OK\r\nA: b   c\r\n\r\nA: b\r\n c"
            ),
            ("HTTP/1.1 200 OK\r\n A: b\r\n\r\n", "HTTP/1.1 200 OK\r\n A: b\r\n\r\n"),
            ("HTTP/1.1 200 OK\nA: b\n c\n\n", "HTTP/1.1 200 OK\nA: b\n c\n\n"),
            ("HTTP/1.1 204 No\r\n\r\n", "HTTP/1.1 204 No\r\n\r\n"),
        ]

        private static func unfolded(_ pieces: [Substring]) -> String {
            var folds = FoldedFields()
            return pieces.map { piece in
                var bytes = ByteBuffer(substring: piece)
                folds.unfold(&bytes)
                return String(buffer: bytes)
            }.joined()
        }

        @Test("in two reads, and byte by byte", arguments: cases)
        func replacesFolds(text: String, expected: String) {
            let scalars = Array(text.unicodeScalars)
            for end in 0...scalars.count {
                let pieces = [scalars[..<end], scalars[end...]].map { Substring(String(String.UnicodeScalarView($0))) }
                // The end of a line is kept until its next byte arrives.
                #expect(expected.unicodeScalars.starts(with: Self.unfolded(pieces).unicodeScalars), "\(end)")
                #expect(Self.unfolded(pieces + ["x"]).hasSuffix("x"))
            }
            let bytes = scalars.map { Substring(String($0)) }
            #expect(expected.unicodeScalars.starts(with: Self.unfolded(bytes).unicodeScalars))
            #expect(Self.unfolded(bytes).utf8.count >= expected.utf8.count - 2)
        }

        @Test(arguments: TransportUnderTest.allCases)
        func aFoldedFieldHasOneValue(over transport: TransportUnderTest) async throws {
            // The libcurl of URLSession on Linux does not read the framing from a folded field.
            let fold = transport.rawValue == "urlSession" ? " " : "\r\n "
            let answer =
                "HTTP/1.1 200 OK\r\nX-A: b\r\n  c\r\nTransfer-Encoding:\(fold)chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
            try await ScriptedServer.with(.init(answer)) { server in
                let success = await transport.client().get(Target(server.url)).success
                #expect(success?.model == [:])
                let name = try #require(HTTPField.Name("X-A"))
                let value = try #require(success?.response.fields[name])
                #expect(value.split(separator: " ") == ["b", "c"])
            }
        }
    }
#endif
