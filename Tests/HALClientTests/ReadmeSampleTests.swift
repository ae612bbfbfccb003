import HAL
import HALClient
import Testing

/// The README's sample, line for line, so that it compiles.
private func readmeSample() async {
    // begin
    let client = HypermediaClient("http://127.0.0.1:8080")
    switch await client.get("/fuelstations/fs291410") {
    case .success(let station): print(station.model ?? [:], station.links)
    case .authenticationRequired(let required): print("log in to", required.realm ?? "?")
    case .serverUnavailable(let unavailable): print("back at", unavailable.retryAfter?.date as Any)
    case .connectionFailure(let failure): print("no response:", failure.kind)
    case .redirection, .conflict, .clientError, .serverError, .undecodable: print("something else")
    }
    // end
}

struct ReadmeSampleTests {
    @Test func theReadmeShowsWhatIsCompiledHere() throws {
        let readme = try SampleTests.text("README.md")
        let source = try SampleTests.text("Tests/HALClientTests/ReadmeSampleTests.swift")
        let sample = try #require(source.split(separator: "    // begin\n").last?.split(separator: "    // end").first)
        let lines = sample.split(separator: "\n").map { $0.dropFirst(4) }.joined(separator: "\n")
        #expect(readme.contains("```swift\n\(lines)\n```"))
    }
}
