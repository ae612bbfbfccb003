import HALClient
import Testing

struct FlightTests {
    @Test func everybodyGetsTheValueWhoeverComesWhen() async {
        let flight = Flight<Int>()
        let early = (0..<50).map { _ in Task { await flight.value() } }
        flight.land(7)
        for task in early { #expect(await task.value == 7) }
        #expect(await flight.value() == 7)
    }

    @Test func whoIsCancelledGetsNothingAndTheOthersWaitOn() async {
        let flight = Flight<Int>()
        let cancelled = Task { await flight.value() }
        let patient = Task { await flight.value() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        flight.land(7)
        #expect(await patient.value == 7)
    }

    @Test func whoIsCancelledBeforehandDoesNotWait() async {
        let flight = Flight<Int>()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await flight.value()
        }
        task.cancel()
        #expect(await task.value == nil)
    }

    @Test("nobody is left waiting, whoever is first, the value or the cancelling", arguments: 0..<200)
    func nobodyIsLeftWaiting(round: Int) async {
        let flight = Flight<Int>()
        let tasks = (0..<8).map { _ in Task { await flight.value() } }
        async let landing: Void = flight.land(round)
        for task in tasks { task.cancel() }
        await landing
        for task in tasks {
            let value = await task.value
            #expect(value == nil || value == round)
        }
    }
}
