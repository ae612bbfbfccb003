import FrameClient
import HTTP2
import Messages
import Testing

@Suite("Sessions of a loop, which share the memory of frames")
struct FrameMemoryTests {
    @Test("Frames of one session do not change those of another, whenever each is sent")
    func sharesMemory() {
        let heads = HeadCache()
        let sessions = (0..<3).map { _ in HTTP2Session(limits: HTTP2Limits(), heads: heads) }
        for (index, session) in sessions.enumerated() {
            _ = session.take(FrameClient.preface + FrameClient.request(1) + FrameClient.request(3))
            for stream in [1, 3] as [Int32] {
                let body = [UInt8](repeating: UInt8(index), count: 20_000 + index)
                let field = (name: "x", value: String(repeating: "abc"[index], count: 40_000))
                session.respond(stream, Response(status: 200, fields: [field], body: body))
            }
        }
        var outputs = [[UInt8]](repeating: [], count: sessions.count)
        var hasMore = true
        while hasMore {
            hasMore = false
            for (index, session) in sessions.enumerated() {
                session.drain { frame in
                    for position in frame.indices { outputs[index].append(frame[position]) }
                    hasMore = true
                    return false
                }
            }
        }
        for (index, output) in outputs.enumerated() {
            let frames = FrameClient.frames(in: output)
            for stream in [1, 3] as [Int32] {
                let body = frames.of(.data, stream: stream).flatMap(\.payload)
                #expect(body == [UInt8](repeating: UInt8(index), count: 20_000 + index))
                #expect(frames.of(.headers, stream: stream).count == 1)
                #expect(!frames.of(.continuation, stream: stream).isEmpty, "the head has several frames")
            }
        }
    }
}

extension String {
    fileprivate subscript(index: Int) -> Character { self[self.index(startIndex, offsetBy: index)] }
}
