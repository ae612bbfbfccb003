import Testing

@testable import CLI

struct EnvironmentArgumentsTests {
    @Test(
        arguments: [
            ([], [:], ["serve"]),
            (["serve", "a"], ["HYPERMOCK_PORT": "0"], ["serve", "--port=0", "a"]),
            (["serve"], ["HYPERMOCK_WATCH": "0", "HYPERMOCK_QUIET": "yes"], ["serve", "--no-watch", "--quiet"]),
            (["serve"], ["HYPERMOCK_STRICT": "false"], ["serve"]),
            (["serve"], ["HYPERMOCK_GZIP": "1", "HYPERMOCK_CORS": "on"], ["serve", "--gzip", "--cors"]),
            (["serve"], ["HYPERMOCK_PORT": ""], ["serve"]),
            (["--port", "1"], ["HYPERMOCK_BIND": "::"], ["serve", "--bind=::", "--port", "1"]),
            (["-jar", "wiremock.jar"], [:], ["serve", "-jar", "wiremock.jar"]),
            (["lint", "a"], ["HYPERMOCK_PORT": "0"], ["lint", "a"]),
            (["--help"], ["HYPERMOCK_PORT": "0"], ["--help"]),
        ] as [([String], [String: String], [String])]
    )
    func putsTheEnvironmentBeforeTheLine(arguments: [String], environment: [String: String], merged: [String]) {
        #expect(EnvironmentArguments(arguments, environment: { environment[$0] }).merged == merged)
    }
}
