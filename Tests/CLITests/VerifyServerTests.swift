import Foundation
import Testing

/// `hypermock verify --server`: a server that runs already.
struct VerifyServerTests {
    private static func serve(_ arguments: String..., environment: [String: String] = [:]) async throws -> (
        RunningTool, String
    ) {
        let server = try RunningTool(["serve"] + arguments + ["--port", "0", "--quiet"], environment: environment)
        let port = try #require(await server.readPort(), "\(server.errorsSoFar)")
        return (server, "http://127.0.0.1:\(port)")
    }

    private static let files = [
        "Scenarios/authentication", "Scenarios/purchase-logs", "Scenarios/links", "Scenarios/redirects",
        "Scenarios/response-classes/authentication-required.yaml",
    ]

    @Test func theContractsHoldThereToo() async throws {
        let (server, url) = try await Self.serve("Scenarios")
        let result = try await RunningTool(["verify"] + Self.files + ["--server", url + "/"]).finish()
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(!result.output.contains("unused interactions"), "what was served is known")
        server.terminate()
    }

    @Test func whatNeedsTwoOriginsIsSkippedWhereThereIsOne() async throws {
        let (server, url) = try await Self.serve("Scenarios")
        let elsewhere = url.replacing("127.0.0.1", with: "localhost")
        let arguments = ["verify", "Scenarios/redirects", "--server", elsewhere, "--report", "json=-", "--quiet"]
        let result = try await RunningTool(arguments).finish()
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("a second origin needs a server at http://127.0.0.1, which is localhost too"))
        server.terminate()
    }

    @Test func whatNeedsAnotherPortIsSkippedWhereLinksLeadToAPublicURL() async throws {
        let (server, url) = try await Self.serve("Scenarios", "--public-url", "http://mock.example.com")
        let arguments = [
            "verify", "Scenarios", "--only", "other-port", "--server", url, "--report", "json=-", "--quiet",
        ]
        let result = try await RunningTool(arguments).finish()
        let reason = "a second origin needs a server at the address on which it listens, with a second port beside it"
        #expect(result.output.contains(reason), "\(result.output)\(result.errors)")
        server.terminate()
    }

    #if os(Linux)
        /// Forwards 127.0.0.2:PORT to 127.0.0.1:PORT, as a container that publishes only its first port.
        private static let relay = """
            import socket, sys, threading
            port = int(sys.argv[1])
            def copy(source, target):
                try:
                    while data := source.recv(65536): target.sendall(data)
                    target.shutdown(socket.SHUT_WR)
                except OSError: pass
            listener = socket.create_server(("127.0.0.2", port))
            print("ready", flush=True)
            while True:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", port))
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=copy, args=pair, daemon=True).start()
            """

        @Test func whatNeedsAnotherPortIsSkippedWhereOnlyTheFirstOneIsPublished() async throws {
            let (server, url) = try await Self.serve("Scenarios")
            let port = try #require(url.split(separator: ":").last)
            let relay = try RunningTool(
                ["python3", "-c", Self.relay, String(port)],
                environment: VerifyDriverTests.path,
                program: URL(filePath: "/usr/bin/env")
            )
            #expect(await relay.readLine() == "ready")
            let published = "http://127.0.0.2:\(port)"
            let result = try await RunningTool(
                ["verify", "Scenarios", "--only", "other-port", "--server", published, "--report", "json=-", "--quiet"]
            ).finish()
            let reason = "needs a server at the address on which it listens, with a second port beside it"
            #expect(result.output.contains(reason), "\(result.output)\(result.errors)")
            relay.terminate()
            server.terminate()
        }
    #endif

    @Test func whatFailsThereSaysHowToRunItThereAgain() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", VerifyTests.broken)
        let (server, url) = try await Self.serve(folder.path)
        let result = try await Tool.run("verify", folder.path, "--server", url, "--style", "async")
        #expect(result.status == 1)
        #expect(result.output.contains("rerun: hypermock verify --server \(url) \(file) --only station --style async"))
        #expect(result.output.contains("    > Authorization: <redacted>"), "\(result.output)")
        #expect(result.output.contains("    # while this server runs: \(url)\n    curl -i -H 'Accept:"))
        #expect(result.output.contains("'\(url)/~station/station'\n"), "\(result.output)")
        #expect(!result.output.contains("s3cr3t"))
        server.terminate()
    }

    @Test func oneOverTLSIsNamedWithItsAuthority() async throws {
        let folder = try TemporaryFolder()
        try folder.write("station.yaml", VerifyTests.broken)
        let authority = folder.path + "/ca.pem"
        let (server, plain) = try await Self.serve(folder.path, "--https", "--https-ca-file", authority)
        let url = plain.replacing("http:", with: "https:")
        let untrusted = try await Tool.run("verify", folder.path, "--server", url)
        #expect(untrusted.status == 3)
        let advice = "; to trust its CA: --ca-file, or the variable HYPERMOCK_CA_FILE"
        #expect(untrusted.errors.contains(advice), "\(untrusted.errors)")
        for environment in [[:], ["HYPERMOCK_CA_FILE": authority]] {
            let option = environment.isEmpty ? ["--ca-file", authority] : []
            let arguments = ["verify", folder.path, "--server", url, "--style", "async"] + option
            let result = try await RunningTool(arguments, environment: environment).finish()
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.output.contains("curl -i --cacert \(authority) --http2 -H "), "\(result.output)")
            #expect(result.output.contains("'\(url)/~station/station'\n"), "\(result.output)")
        }
        server.terminate()
    }

    @Test func aTokenOpensItsAdminAPI() async throws {
        let (server, url) = try await Self.serve(
            "Scenarios",
            "--admin",
            "token",
            environment: ["HYPERMOCK_ADMIN_TOKEN": "s3cr3t"]
        )
        let arguments = ["verify", "Scenarios/links", "--server", url]
        let locked = try await RunningTool(arguments).finish()
        #expect(locked.status == 3)
        #expect(locked.errors.contains("requires a token: set HYPERMOCK_ADMIN_TOKEN to the server's token"))
        let open = try await RunningTool(arguments, environment: ["HYPERMOCK_ADMIN_TOKEN": "s3cr3t"]).finish()
        #expect(open.status == 0, "\(open.errors)")
        server.terminate()
    }

    @Test func oneThatCannotBeUsedIsNoFailureOfAContract() async throws {
        let (server, url) = try await Self.serve("Scenarios/links")
        let (silent, silentURL) = try await Self.serve("Scenarios", "--admin", "off")
        let (forgetful, forgetfulURL) = try await Self.serve("Scenarios", "--journal-entries", "0")
        for (url, message) in [
            ("http://127.0.0.1:2", "cannot be reached: refused: GET http://127.0.0.1:2/__admin/health"),
            ("\(url)/~links", "http"),
            (url, "it must serve the same scenario files"),
            (silentURL, "is not a Hypermock server, or its admin API is off"),
            (forgetfulURL, "has no request journal: start it with --journal-entries"),
        ] {
            let result = try await Tool.run(
                "verify",
                "Scenarios/links",
                "Scenarios/redirects/redirects.yaml",
                "--server",
                url
            )
            #expect(result.status == 3, "\(result.output)")
            #expect(result.errors.contains(message), "\(result.errors)")
        }
        for tool in [server, silent, forgetful] { tool.terminate() }
    }
}
