import Testing

struct HealthcheckTests {
    @Test func endsWithZeroWhenTheServerOfThisEnvironmentAnswers() async throws {
        let server = try RunningTool(["serve", "--port", "0", "--quiet"])
        let port = try #require(await server.readPort())
        let result = try await Tool.run("healthcheck", environment: ["HYPERMOCK_PORT": "\(port)"])
        #expect(result.status == 0)
        #expect(result.output + result.errors == "")
        #expect(try await Tool.run("healthcheck", "--url", "http://127.0.0.1:\(port)/~redirects@a").status == 0)
        server.terminate()
        #expect(await server.finish().status == 0)
    }

    @Test func saysWhatIsWrongWhenNobodyAnswers() async throws {
        // The port of a server that has ended.
        let server = try RunningTool(["serve", "--port", "0", "--quiet"])
        let port = try #require(await server.readPort())
        server.terminate()
        _ = await server.finish()
        let result = try await Tool.run("healthcheck", "--url", "http://127.0.0.1:\(port)")
        #expect(result.status == 3)
        #expect(result.errors.contains("is not healthy"))
    }

    @Test func refusesAnAddressThatIsNone() async throws {
        #expect(try await Tool.run("healthcheck", "--url", "127.0.0.1").status == 2)
    }
}
