import Foundation
import HAL
import Testing

/// `hypermock verify --over`, and a running server over HTTPS.
struct VerifyOverTests {
    private static let files = ["Scenarios/redirects", "Scenarios/conflicts", "Scenarios/failures/http2-faults.yaml"]

    @Test func allIsEachProtocolThatTheClientSupports() async throws {
        let arguments = ["verify"] + Self.files + ["--over", "all", "--report", "json=-", "--quiet"]
        let result = try await RunningTool(arguments).finish()
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let report = try JSONValue(parsing: result.output)
        let cases = (report["variants"]?.array ?? []).flatMap { $0["cases"]?.array ?? [] }
        let counts = Dictionary(grouping: cases) { $0["over"]?.string ?? "" }.mapValues(\.count)
        #expect(Set(counts.keys) == ["http", "https", "h2"] && Set(counts.values).count == 1, "\(counts)")
        #expect(cases.allSatisfy { $0["status"]?.string == "passed" })
        #expect(report["unsupportedOver"] == ["h2c"])
        #expect(result.errors.contains(" over http, https, h2, "), "\(result.errors)")
        #expect(result.errors.contains("  over h2c: no client supports it"))
    }

    @Test func aFailureNamesItsProtocol() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", VerifyTests.broken)
        let result = try await Tool.run("verify", folder.path, "--over", "https", "--over", "h2", "--style", "async")
        #expect(result.status == 1)
        #expect(result.output.contains("A station  (async over https, async over h2)"), "\(result.output)")
        for over in ["https", "h2"] {
            let rerun = "rerun: hypermock verify \(file) --only station --style async --over \(over)\n"
            #expect(result.output.contains(rerun), "\(result.output)")
        }
        #expect(result.output.contains("while this server runs: hypermock serve --https \(file)"))
        #expect(result.output.contains("curl -i --insecure --http1.1 -H "))
        #expect(result.output.contains("'https://127.0.0.1:8080/~station/station'"), "\(result.output)")
        #expect(!result.output.contains("s3cr3t"))
    }

    @Test(arguments: [
        (["--over", "h2c"], 5, "nothing was run: no client supports h2c"),
        (["--over", "h3"], 2, "'h3' is invalid for '--over <over>'"),
        (["--over", "h2c", "--mutants"], 5, "nothing was run: no client supports h2c"),
        (
            ["--over", "h2", "--server", "http://127.0.0.1:1"], 2,
            "--over h2 needs --server https://; with http://127.0.0.1:1, use --over http or h2c"
        ),
        (
            ["--over", "http", "--server", "https://127.0.0.1:1"], 2,
            "--over http needs --server http://; with https://127.0.0.1:1, use --over https or h2"
        ),
        (["--ca-file", "ca.pem"], 2, "--ca-file has no effect without --server"),
        (["--server", "https://127.0.0.1:1", "--ca-file", "Package.swift"], 2, "--ca-file Package.swift: "),
        (["--server", "https://127.0.0.1:1", "--ca-file", "no.pem"], 2, "--ca-file: cannot read no.pem: "),
    ])
    func whatCannotBeRunIsRefused(arguments: [String], status: Int32, message: String) async throws {
        let result = try await RunningTool(["verify", "Scenarios/links"] + arguments).finish()
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func aRunningServerIsTrustedByItsAuthority() async throws {
        let folder = try TemporaryFolder()
        let authority = folder.path + "/ca.pem"
        let server = try RunningTool([
            "serve", "Scenarios", "--port", "0", "--https", "--https-ca-file", authority, "--quiet",
        ])
        let port = try #require(await server.readPort(), "\(server.errorsSoFar)")
        // Few at a time, since other tests run beside this one.
        let options = ["--server", "https://127.0.0.1:\(port)", "--quiet", "--jobs", "4"]
        let arguments = ["verify"] + Self.files + options
        for (option, environment) in [(["--ca-file", authority], [:]), ([], ["HYPERMOCK_CA_FILE": authority])] {
            let result = try await RunningTool(arguments + option, environment: environment).finish()
            #expect(result.status == 0, "\(result.output)\(result.errors)")
        }
        let untrusted = try await RunningTool(arguments).finish()
        #expect(untrusted.status == 3)
        #expect(untrusted.errors.contains("cannot be reached: tls (certificate not trusted)"), "\(untrusted.errors)")

        let other = try TemporaryFolder()
        let otherAuthority = other.path + "/ca.pem"
        let second = try RunningTool([
            "serve", "Scenarios/links", "--port", "0", "--https", "--https-ca-file", otherAuthority, "--quiet",
        ])
        _ = try #require(await second.readPort())
        let url = "https://127.0.0.1:\(port)"
        #expect(try await Tool.run("healthcheck", "--url", url).status == 0)
        #expect(try await Tool.run("healthcheck", "--url", url, "--ca-file", authority).status == 0)
        #expect(try await Tool.run("healthcheck", "--url", "http://127.0.0.1:1", "--ca-file", authority).status == 2)
        let wrong = try await Tool.run("healthcheck", "--url", url, environment: ["HYPERMOCK_CA_FILE": otherAuthority])
        #expect(wrong.status == 3 && wrong.errors.contains("certificate"), "\(wrong.errors)")
        server.terminate()
        second.terminate()
    }

    @Test func aScenarioWithTLSCountsForTheProtocolsThatItUses() async throws {
        for (over, expected) in [
            (["http"], ["certificates": ["https"], "truncated": ["https"]]),
            (["h2"], ["certificates": ["h2"], "truncated": ["https"]]),
            (["all"], ["certificates": ["https", "h2"], "truncated": ["https"]]),
        ] {
            let files = ["Scenarios/tls/certificates.yaml", "Scenarios/tls/truncated.yaml"]
            let arguments = ["--style", "async", "--report", "json=-", "--quiet"] + over.flatMap { ["--over", $0] }
            let result = try await RunningTool(["verify"] + files + arguments).finish()
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            for variant in try JSONValue(parsing: result.output)["variants"]?.array ?? [] {
                let used = (variant["cases"]?.array ?? []).compactMap { $0["over"]?.string }
                #expect(used == variant["slug"]?.string.flatMap { expected[$0] }, "\(over)")
            }
        }
    }

    @Test func aFailureOfTLSNamesItsPortAndIsReportedOnce() async throws {
        let folder = try TemporaryFolder()
        try folder.write("expired.yaml", Self.faulty("certificate: expired"))
        let file = try folder.write("requested.yaml", Self.faulty("clientCertificate: requested"))
        let result = try await Tool.run("verify", folder.path, "--over", "all", "--style", "async")
        #expect(result.status == 1)
        #expect(result.output.contains("✗ expired  A station  (async over https, async over h2)"), "\(result.output)")
        #expect(result.output.contains("connectionFailure: tls (certificate expired): GET https://127.0.0.1:"))
        #expect(result.output.contains("/ (certificate verify failed)\n"))
        #expect(!result.output.contains("BoringSSL"), "\(result.output)")
        let fault = "clientCertificateRequested=8443"
        #expect(result.output.contains("# while this server runs: hypermock serve --https-fault \(fault) \(file)\n"))
        #expect(result.output.contains("    curl -i --insecure --http1.1 -H "))
        #expect(result.output.contains(" 'https://127.0.0.1:8443/~requested/'\n"))
    }

    /// A contract that expects another response.
    private static func faulty(_ tls: String) -> String {
        """
        scenario: A station
        tls: { \(tls) }
        interactions: [{ response: { jsonBody: { price: 1 } } }]
        contract: [{ step: read, request: { url: / }, expect: { outcome: success, model: { price: 2 } } }]
        """
    }

    @Test func scenariosWithTLSAreJudgedOnARunningServer() async throws {
        let folder = try TemporaryFolder()
        let authority = folder.path + "/ca.pem"
        let server = try RunningTool([
            "serve", "Scenarios/tls", "--port", "0", "--https", "--https-ca-file", authority, "--quiet",
        ])
        let port = try #require(await server.readPort(), "\(server.errorsSoFar)")
        for (scheme, options) in [
            ("http", []), ("http", ["--over", "http"]), ("http", ["--ca-file", authority]),
            ("https", ["--ca-file", authority, "--over", "https", "--over", "h2"]),
        ] {
            let arguments = ["verify", "Scenarios/tls", "--server", "\(scheme)://127.0.0.1:\(port)", "--quiet"]
            let result = try await RunningTool(arguments + options).finish()
            #expect(result.status == 0, "\(scheme) \(options): \(result.output)\(result.errors)")
            let used =
                options.contains("h2") ? " over https, h2, " : options.contains("http") ? " over https, " : "variants, "
            #expect(result.output.contains(used), "\(result.output)")
        }
        server.terminate()
    }

    @Test func mutantsAreDetectedOverAnyProtocol() async throws {
        let raw = ["verify", "Scenarios/failures/odd-statuses.yaml", "--mutants", "--style", "async"]
        for (over, isDetected) in [(["h2"], false), (["h2", "http"], true)] {
            let result = try await RunningTool(raw + over.flatMap { ["--over", $0] }).finish()
            let rest = result.output.split(separator: "\nDETECTED ").last ?? ""
            #expect(rest.contains("odd-status-as-success") == isDetected, "\(result.output)\(result.errors)")
        }
    }

    @Test func aDriverGetsTheAuthorityByItsEnvironment() async throws {
        let head = #"head -1 "$HYPERMOCK_CA_FILE" >&2;"#
        let driver = VerifyDriverTests.driver(head, capabilities: #""outcome","https""#)
        let result = try await VerifyDriverTests.verify(driver, "--over", "all")
        // It claims a success without any request, so only what the server has received is missing.
        #expect(result.errors.contains("-----BEGIN CERTIFICATE-----"), "\(result.errors)")
        #expect(result.output.contains(" over http, https, "), "\(result.output)")
        #expect(result.output.contains("over h2: no client supports it"))
    }

    @Test func aDriverIsJudgedOverTheProtocolsThatItDeclares() async throws {
        let result = try await VerifyDriverTests.verify(VerifyDriverTests.driver(""), "--over", "https")
        #expect(result.status == 5)
        #expect(result.errors.contains("nothing was run: no client supports https"), "\(result.errors)")
    }

    @Test(arguments: [
        ("h2c", "--http2-prior-knowledge", nil), ("h2", #"--http2 --cacert "$HYPERMOCK_CA_FILE""#, nil),
        ("https", #"--cacert "$HYPERMOCK_CA_FILE""#, nil),
        ("h2c", "--http1.1", "every request is sent in HTTP/2 in the clear"),
    ])
    func aDriverMustUseTheProtocol(over: String, options: String, failure: String?) async throws {
        let call = """
            url=$(printf %s "$line" | sed 's/.*"url":"\\([^"]*\\)".*/\\1/');
            curl -s -S -m 30 \(options) "$url" </dev/null;
            """
        let driver = VerifyDriverTests.driver(call, capabilities: #""outcome","https","h2","h2c""#)
        let result = try await VerifyDriverTests.verify(driver, "--over", over)
        #expect(result.status == (failure == nil ? 0 : 1), "\(result.output)\(result.errors)")
        #expect(result.output.contains(failure ?? "the case passed"), "\(result.output)")
    }

    @Test func theDocumentedDriverSpeaksHTTPS() async throws {
        let arguments = ["verify"] + Self.files + ["--over", "https", "--driver", VerifyDriverTests.python, "--quiet"]
        let result = try await RunningTool(arguments, environment: VerifyDriverTests.path).finish()
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
}
