import HALClient
import Testing

struct SharedRequestTests {
    @Test func everybodyGetsTheValueWhoeverComesWhen() async {
        let shared = SharedRequest<Int>()
        let early = (0..<50).map { _ in Task { await shared.value() } }
        shared.finish(with: 7)
        for task in early { #expect(await task.value == 7) }
        #expect(await shared.value() == 7)
    }

    @Test func whoIsCancelledGetsNothingAndTheOthersWaitOn() async {
        let shared = SharedRequest<Int>()
        let cancelled = Task { await shared.value() }
        let patient = Task { await shared.value() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        shared.finish(with: 7)
        #expect(await patient.value == 7)
    }

    @Test func whoIsCancelledBeforehandDoesNotWait() async {
        let shared = SharedRequest<Int>()
        let task = Task {
            await untilCancelled()
            return await shared.value()
        }
        task.cancel()
        #expect(await task.value == nil)
    }

    @Test("nobody is left waiting, whoever is first, the value or the cancelling", arguments: 0..<200)
    func nobodyIsLeftWaiting(round: Int) async {
        let shared = SharedRequest<Int>()
        let tasks = (0..<8).map { _ in Task { await shared.value() } }
        async let landing: Void = shared.finish(with: round)
        for task in tasks { task.cancel() }
        await landing
        for task in tasks {
            let value = await task.value
            #expect(value == nil || value == round)
        }
    }
}
