import Contracts
import Testing

@Suite struct RunStatusTests {
    @Test(
        "A whole is as its parts are",
        arguments: [
            ([], .passed), ([.passed, .failed, .skipped], .failed), ([.skipped, .skipped], .skipped),
            ([.passed, .skipped], .passed), ([.passed, .known, .skipped], .known), ([.known, .failed], .failed),
            ([.passed, .flaky, .known], .flaky), ([.flaky, .failed], .failed),
        ] as [([RunStatus], RunStatus)]
    )
    func aWholeIsAsItsParts(parts: [RunStatus], whole: RunStatus) {
        #expect(RunStatus(of: parts) == whole)
    }
}
