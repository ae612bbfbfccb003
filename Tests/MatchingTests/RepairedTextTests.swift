import Matching
import SeededRandom
import Testing

@Suite struct RepairedTextTests {
    @Test(
        arguments: [
            [], [0x61], [0xFF], [0xC3], [0xC3, 0xA4], [0xE2, 0x82], [0xE2, 0x82, 0x61], [0xED, 0xA0, 0x80],
            [0xF0, 0x9F, 0x98], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0xAF], [0x80, 0x61, 0xFE],
        ] as [[UInt8]]
    )
    func isAsTheLanguageHasIt(_ bytes: [UInt8]) {
        #expect(String(repairing: bytes) == String(decoding: bytes, as: UTF8.self))
        #expect(String(repairing: [0x61] + bytes + [0x62]) == String(decoding: [0x61] + bytes + [0x62], as: UTF8.self))
    }

    @Test("Bytes that are drawn from those that matter")
    func isAsTheLanguageHasItForAnything() {
        var random = SeededGenerator(seed: 7)
        let leads: [UInt8] = [0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED]
        let bytes = leads + [0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                bytes.randomElement(using: &random) ?? 0
            }
            #expect(String(repairing: text) == String(decoding: text, as: UTF8.self), "\(text)")
        }
    }
}
