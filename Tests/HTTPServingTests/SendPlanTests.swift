import Testing

@testable import HTTPServing
@testable import Messages

@Suite struct SendPlanTests {
    private func steps(
        delay: Int = 0,
        pacing: Pacing = .none,
        fault: Fault? = nil,
        body: Int,
        isRead: Bool = false
    ) -> [SendPlan.Step] {
        let message = [UInt8](repeating: 0, count: 20 + body)
        let rendered = RenderedResponse(
            status: 200,
            message: message,
            headLength: 20,
            pacing: pacing,
            fault: fault,
            source: isRead ? BodySource(length: body) { _, _ in nil } : nil
        )
        return Array(SendPlan(Response(rendered, delayMilliseconds: delay), bodyLength: body))
    }

    @Test func delaysBeforeTheHead() {
        #expect(steps(delay: 7, body: 3) == [.delay(milliseconds: 7), .head, .body(0..<3), .end(nil)])
    }

    @Test func sendsJustTheHeadOfAnEmptyBody() {
        #expect(steps(pacing: .dribble(pieces: 3, totalMilliseconds: 30), body: 0) == [.head, .end(nil)])
    }

    @Test func dribblesEqualPiecesWithAPauseBeforeEach() {
        #expect(
            steps(pacing: .dribble(pieces: 3, totalMilliseconds: 100), body: 11) == [
                .head, .wait(milliseconds: 33), .body(0..<3), .wait(milliseconds: 33), .body(3..<6),
                .wait(milliseconds: 34), .body(6..<11), .end(nil),
            ]
        )
    }

    @Test(arguments: [-1, 0, 1, 5, 100, Int.max])
    func dribbleCoversTheBodyAndTheTimeWhateverTheNumberOfPieces(_ pieces: Int) {
        let steps = steps(pacing: .dribble(pieces: pieces, totalMilliseconds: 50), body: 5)
        #expect(Self.covered(steps) == 5)
        #expect(Self.waited(steps) == 50)
    }

    @Test(arguments: [-1, 0, 1, 9, 10, 25, 1000, Int.max])
    func throttleKeepsItsRate(_ rate: Int) {
        let steps = steps(pacing: .throttle(bytesPerSecond: rate), body: 100)
        #expect(Self.covered(steps) == 100)
        #expect(Self.waited(steps) == 100_000 / max(1, rate))
    }

    @Test func breaksAfterSoManyBytesOfAPacedBody() {
        let fault = Fault(.close, after: .bodyBytes(5))
        #expect(
            steps(pacing: .dribble(pieces: 3, totalMilliseconds: 9), fault: fault, body: 9) == [
                .head, .wait(milliseconds: 3), .body(0..<3), .wait(milliseconds: 3), .body(3..<5), .end(.close),
            ]
        )
    }

    @Test func sendsNothingBeforeAFaultAfterTheRequest() {
        #expect(steps(fault: Fault(.reset, after: .request), body: 9) == [.end(.reset)])
        #expect(steps(fault: Fault(.stall, after: .head), body: 9) == [.head, .end(.stall)])
    }

    @Test func readsASourceInPieces() {
        let piece = BodySource.pieceLength
        #expect(
            steps(pacing: .dribble(pieces: 2, totalMilliseconds: 8), body: 3 * piece, isRead: true) == [
                .head, .wait(milliseconds: 4), .read(0..<piece), .read(piece..<(3 * piece / 2)),
                .wait(milliseconds: 4), .read((3 * piece / 2)..<(5 * piece / 2)), .read((5 * piece / 2)..<(3 * piece)),
                .end(nil),
            ]
        )
    }

    private static func covered(_ steps: [SendPlan.Step]) -> Int {
        steps.reduce(0) { sum, step in
            guard case .body(let range) = step else { return sum }
            return range.lowerBound == sum ? range.upperBound : -1
        }
    }

    private static func waited(_ steps: [SendPlan.Step]) -> Int {
        steps.reduce(0) { sum, step in
            guard case .wait(let milliseconds) = step else { return sum }
            return sum + milliseconds
        }
    }
}
