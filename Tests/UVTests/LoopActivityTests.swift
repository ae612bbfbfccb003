import Support
import Testing
import UV

@Suite struct LoopActivityTests {
    @Test func saysWhatTheLoopDoesAndSinceWhen() throws {
        try withLoop { loop in
            #expect(loop.activity.begun == nil)
            loop.activity.begin(Array("GET /a".utf8).span, at: 42)
            #expect(loop.activity.begun == 42)
            #expect(loop.activity.text == Array("GET /a".utf8))
            loop.activity.end()
            #expect(loop.activity.begun == nil)
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 127, 128, 129, 5000])
    func keepsTheBeginningOfALongText(count: Int) throws {
        try withLoop { loop in
            let text = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            loop.activity.begin([UInt8](repeating: 255, count: 200).span, at: 1)
            loop.activity.begin(text.span, at: 2)
            #expect(loop.activity.text == Array(text.prefix(LoopActivity.longestText)))
        }
    }
}
