import SeededRandom
import Testing

@testable import HTTPServing

@Suite struct GzipTests {
    /// `hello`, by another program.
    private static let hello: [UInt8] = [
        0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0, 0x86, 0xA6, 0x10, 0x36, 0x05,
        0, 0,
        0,
    ]

    @Test func expandsWhatAnotherProgramCompressed() throws {
        #expect(try Gzip.expanded(Self.hello, limit: 5) == Array("hello".utf8))
        #expect(try Gzip.expanded(Self.hello + Self.hello, limit: 10) == Array("hellohello".utf8))
        #expect(try Gzip.expanded(Self.hello + [0, 0], limit: 10) == Array("hello".utf8))
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func givesBackWhatItCompressed(length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length))
        let bytes = (0..<length).map { _ in UInt8.random(in: 0..<8, using: &random) }
        let small = try #require(Gzip.compressed(bytes))
        #expect(try Gzip.expanded(small, limit: length) == bytes)
    }

    @Test func stopsAtTheLimit() throws {
        let bomb = try #require(Gzip.compressed([UInt8](repeating: 0, count: 10_000_000)))
        #expect(bomb.count < 20_000)
        #expect(throws: Gzip.Failure.tooLarge) { try Gzip.expanded(bomb, limit: 1_000_000) }
        #expect(throws: Gzip.Failure.tooLarge) { try Gzip.expanded(Self.hello, limit: 4) }
    }

    @Test("What is no gzip to its end is malformed")
    func malformed() {
        for length in 0..<Self.hello.count {
            #expect(throws: Gzip.Failure.malformed) { try Gzip.expanded(Array(Self.hello[..<length]), limit: 100) }
        }
        #expect(throws: Gzip.Failure.malformed) { try Gzip.expanded(Array("hello".utf8), limit: 100) }
    }

    @Test("Damaged bytes are expanded or refused")
    func damaged() throws {
        var random = SeededGenerator(seed: 3)
        let small = try #require(Gzip.compressed(Array(0..<200)))
        for _ in 0..<2000 {
            var bytes = small
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            let result = try? Gzip.expanded(bytes, limit: 10_000)
            #expect((result?.count ?? 0) <= 10_000)
        }
    }
}
