import FrameClient
import HTTP2
import Messages
import Testing

@Suite("Large header sections, in HEADERS and CONTINUATION frames")
struct LargeHeadTests {
    private let session: HTTP2Session

    init() {
        var limits = HTTP2Limits()
        limits.request.maxHeaderBytes = 400_000
        session = HTTP2Session(limits: limits, heads: HeadCache())
        _ = session.take(FrameClient.preface)
    }

    /// A request with fields of so many bytes, in frames of 16 KiB.
    private func events(_ sizes: [Int]) -> [HTTP2Session.Event] {
        let pseudo = [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "a")]
        let fields = sizes.enumerated().map { ("x\($0)", String(repeating: "a", count: $1)) }
        let block = FrameClient.block(pseudo + fields)
        let pieces = stride(from: 0, to: block.count, by: 16_384).map { block[$0..<min($0 + 16_384, block.count)] }
        let frames = pieces.enumerated().flatMap { index, piece in
            let flags: UInt8 = (index == 0 ? 1 : 0) | (index == pieces.count - 1 ? 4 : 0)
            return FrameClient.frame(index == 0 ? .headers : .continuation, flags, 1, Array(piece))
        }
        return session.take(frames)
    }

    @Test("The header section may be as large as --max-header-bytes allows", arguments: [1, 5])
    func readsLargeHeads(fields: Int) throws {
        let event = try #require(events(Array(repeating: 65_000, count: fields)).first)
        guard case .request(let request, stream: 1) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(request.fields.last?.value.count == 65_000)
    }

    @Test("A field of more than 64 KiB ends the connection: nghttp2 does not decompress it")
    func refusesLargeFields() {
        #expect(events([66_000]).isEmpty)
        #expect(session.output().goAwayCode == HTTP2Code.compressionError.rawValue)
    }
}
