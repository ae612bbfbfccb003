import Foundation
import MockServing
import Scenarios
import Support
import Testing

@testable import CLI

/// `hypermock serve` with certificates from files, as curl sees it.
struct ServeCertificatesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("ca.pem", CertificateSamples.authority)
        try folder.write("leaf.pem", CertificateSamples.certificate)
        try folder.write("leaf.key", CertificateSamples.key)
    }

    private func serve(_ options: String...) throws -> RunningTool {
        let certificate = ["--https-cert", folder.path + "/leaf.pem", "--https-key", folder.path + "/leaf.key"]
        return try RunningTool(["serve", "Scenarios", "--port", "0", "--https"] + certificate + options)
    }

    /// The status of curl, which trusts the CA of the samples.
    private func curl(_ port: Int, _ path: String = "/__admin/health") async throws -> Tool.Result {
        let arguments = ["-sS", "-m", "30", "--cacert", folder.path + "/ca.pem", "https://localhost:\(port)\(path)"]
        return try await RunningTool(arguments, program: URL(filePath: "/usr/bin/curl")).finish()
    }

    private func hangUp(_ tool: RunningTool) async throws {
        let arguments = ["-HUP", "\(tool.processIdentifier)"]
        #expect(try await RunningTool(arguments, program: URL(filePath: "/bin/kill")).finish().status == 0)
    }

    @Test func readsCertificatesAgainOnSIGHUP() async throws {
        let tool = try serve("--no-watch", "--quiet")
        let port = try #require(await tool.readPort())
        #expect(try await curl(port).status == 0)

        try folder.write("leaf.pem", "broken")
        try await hangUp(tool)
        let kept = "certificates not reloaded, the previous ones are still used: "
        #expect(await tool.waitForErrors(containing: kept))
        #expect(try await curl(port).status == 0)

        try folder.write("leaf.pem", CertificateSamples.expiredCertificate)
        try await hangUp(tool)
        #expect(await tool.waitForErrors(containing: "expired on 2021-01-01; renew it"))
        #expect(tool.errorsSoFar.contains("hypermock: reloaded the certificates"))
        #expect(try await curl(port).errors.contains("certificate has expired"))
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func readsCertificatesAgainWhenTheyChange() async throws {
        let tool = try serve("--watch", "--quiet")
        let port = try #require(await tool.readPort())
        try folder.write("leaf.pem", CertificateSamples.expiredCertificate)
        #expect(await tool.waitForErrors(containing: "hypermock: reloaded the certificates"))
        #expect(try await curl(port).status == 60)
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func filesThatDoNotFitYetAreNotReported() async throws {
        var configuration = MockServerConfiguration()
        var https = HTTPSConfiguration()
        https.certificateFile = folder.path + "/leaf.pem"
        https.keyFile = folder.path + "/leaf.key"
        configuration.https = https
        let server = try await MockServer.start(scenarios: ["Scenarios/links"], configuration: configuration)
        try folder.write("leaf.pem", CertificateSamples.weakCertificate)
        #expect(await CertificateReport.reload(server, isSettled: false) == "")
        let report = await CertificateReport.reload(server, isSettled: true)
        #expect(report.contains("leaf.key: certificate and key: the private key does not belong"), "\(report)")
        try folder.write("leaf.pem", CertificateSamples.expiredCertificate)
        #expect(
            await CertificateReport.reload(server, isSettled: false).hasPrefix("hypermock: reloaded the certificates")
        )
        #expect(await CertificateReport.reload(server, isSettled: true) == "")
        await server.stop()
    }

    @Test func saysWhichIssuerAClientHasToTrust() async throws {
        let tool = try serve()
        let line = try #require(await tool.readLine())
        #expect(!line.contains("CA:"), "\(line)")
        let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
        let insecure = ["-sS", "https://localhost:\(port)/"]
        #expect(try await RunningTool(insecure, program: URL(filePath: "/usr/bin/curl")).finish().status == 60)
        tool.terminate()
        let output = await tool.finish().output
        #expect(output.contains("it was issued by 'CN=Sample CA', which the client must trust"), "\(output)")
        #expect(!output.contains("ca.pem"))
    }

    @Test func writesTheCAFileAgainWhenTheCAChanges() async throws {
        let authority = UnusualAuthorities.forServers
        try folder.write("ca.key", CertificateSamples.authorityKey)
        let (certificate, key, file) = (folder.path + "/ca.pem", folder.path + "/ca.key", folder.path + "/out.pem")
        let options = ["--https", "--https-ca-cert", certificate, "--https-ca-key", key, "--https-ca-file", file]
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0", "--no-watch", "--quiet"] + options)
        _ = try #require(await tool.readPort())
        #expect(try String(contentsOfFile: file, encoding: .utf8) == CertificateSamples.authority)
        try folder.write("ca.pem", authority.certificate)
        try folder.write("ca.key", authority.key)
        try await hangUp(tool)
        #expect(await tool.waitForErrors(containing: "hypermock: reloaded the certificates"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == authority.certificate)
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func saysThatTheCAFileCannotBeWrittenAgain() async throws {
        let read = await ScenarioLoader.loadConcurrently(ScenarioSources(paths: ["Scenarios/links"]))
        let output = try OutputFile(folder.path + "/out.pem", kind: "CA file", inputs: InputFiles(read))
        var file = AuthorityOutput(output)
        try file.write("A")
        #expect(file.update("A").isEmpty && file.update("B").isEmpty)
        #expect(file.update(nil).contains("--https-ca-file: the server's certificate file does not contain its CA"))
        #expect(try String(contentsOfFile: folder.path + "/out.pem", encoding: .utf8) == "B")
    }

    @Test func anEmptyPasswordIsAPassword() async throws {
        let keystore = folder.path + "/leaf.p12"
        try Data(CertificateSamples.keystore).write(to: URL(filePath: keystore))
        let options = ["--https", "--https-keystore", keystore, "--keystore-password="]
        let result = try await RunningTool(["serve", "Scenarios", "--port", "0"] + options).finish()
        #expect(result.status == 3 && result.errors.contains("the password is wrong"), "\(result.errors)")
        #expect(EmptyPasswords.separated(["--port=", "--", "--keystore-password="]).count == 3)
    }

    @Test(
        arguments: [
            (["serve", "Scenarios", "--port", "${zz}"], 2), (["serve", "${zz}", "--port", "0"], 4),
            (["serve", "Scenarios", "--port", "0", "--https", "--https-cert", "a/${zz}.pem"], 3),
        ] as [([String], Int32)]
    )
    func aVariableThatNoShellHasReplacedIsNamed(arguments: [String], status: Int32) async throws {
        let result = try await RunningTool(arguments).finish()
        #expect(result.status == status)
        let hint = "hypermock: '${zz}' in the arguments or the environment was not replaced; a shell replaces"
        #expect(result.errors.contains(hint), "\(result.errors)")
        #expect(UnreplacedVariable.hint(for: ["$zz", "${}", "${a b}", "$", "${a"]) == nil)
    }

    @Test func refusesACAFileThatItCannotWrite() async throws {
        let result = try await serve("--https-ca-file", folder.path + "/out.pem").finish()
        #expect(result.status == 3)
        #expect(result.errors.contains("--https-ca-file: the server's certificate file does not contain its CA"))
    }

    @Test func pointsToTheCAFileWithoutTheAdminAPI() async throws {
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0", "--https", "--admin", "off"])
        let line = try #require(await tool.readLine())
        #expect(line.hasSuffix(" (CA: --https-ca-file writes it)"), "\(line)")
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func keepsKeysAndPasswordsSecret() async throws {
        let password = "marker-of-the-password"
        let both = CertificateSamples.certificate + CertificateSamples.key
        try folder.write("both.pem", both)
        let keystore = folder.path + "/leaf.p12"
        try Data(CertificateSamples.keystore).write(to: URL(filePath: keystore))
        let files = ["--https-cert", folder.path + "/both.pem", "--https-key", folder.path + "/both.pem"]
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0", "--https", "--watch"] + files)
        let port = try #require(await tool.readPort())
        var texts: [String] = []
        for path in ["/nothing", "/__admin/certs/ca.pem", "/__admin/requests", "/__admin/https", "/__admin/settings"] {
            texts.append(try await curl(port, path).output)
        }
        try folder.write("both.pem", CertificateSamples.key)
        #expect(await tool.waitForErrors(containing: "certificates not reloaded"))
        tool.terminate()
        let served = await tool.finish()
        texts += [served.output, served.errors]

        let wrong = try await RunningTool(
            ["serve", "Scenarios", "--port", "0", "--https", "--https-keystore", keystore],
            environment: ["HYPERMOCK_KEYSTORE_PASSWORD": password]
        ).finish()
        #expect(wrong.status == 3 && wrong.errors.contains("the password is wrong"), "\(wrong.errors)")
        texts += [wrong.output, wrong.errors]
        let secrets = CertificateSamples.key.split(separator: "\n").filter { !$0.hasPrefix("-----") } + [password[...]]
        #expect(secrets.count == 4)
        for secret in secrets { #expect(texts.allSatisfy { !$0.contains(secret) && !$0.contains("PRIVATE") }) }
    }
}
