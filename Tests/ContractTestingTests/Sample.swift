import ContractTesting
import HAL
import HALClient
import Testing

/// The client under test, behind the one method that a contract needs.
struct StationClient: ContractClient {
    private let client = HypermediaClient()

    func perform(_ call: ContractCall, report: @escaping @Sendable (ContractOutcome) -> Void) async throws {
        guard case .url(let url) = call.target else { return }
        let content = call.body.map { RequestContent($0, mediaType: nil) }
        let options = RequestOptions(
            headers: RequestHeaders(call.headerFields),
            timeouts: Timeouts(total: call.timeout)
        )
        let request = Call<JSONObject>(call.method, Target(url), content: content, options: options)
        report(ContractOutcome(await client.perform(request)))
    }
}

struct StationClientTests {
    @Test(arguments: try Contract.all(in: "Scenarios/authentication", "Scenarios/unavailability"))
    func keeps(_ contract: Contract) async throws {
        for failure in try await contract.failures(of: StationClient()) {
            let place = SourceLocation(
                fileID: failure.fileID,
                filePath: failure.filePath,
                line: failure.line,
                column: failure.column
            )
            Issue.record("\(failure)", sourceLocation: place)
        }
    }
}
