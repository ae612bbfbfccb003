import Foundation
import Messages
import TLS
import Testing

@Suite("Peers that do not follow the rules of TLS")
struct HostilePeerTests {
    private let configuration: TLSServerConfiguration
    private let people: TLSIdentity

    init() throws {
        people = try CertificateAuthority().identity
        var configuration = TLSServerConfiguration(authority: try CertificateAuthority())
        configuration.clientAuthoritiesPEM = Array(people.certificatePEM.utf8)
        configuration.clientCertificates = .optional
        self.configuration = configuration
    }

    private func client(_ configure: (TLSContext) throws -> Void = { _ in }) throws -> TLSSession {
        let context = try TLSContext(.client)
        try context.trust(Array(configuration.authority.get().identity.certificatePEM.utf8), .required)
        try configure(context)
        return try TLSSession(context, serverName: "localhost")
    }

    private func hello() throws -> [UInt8] {
        let client = try client()
        _ = Pair.feed([], to: client)
        return Pair.take(client)
    }

    private func reason(_ progress: TLSSession.Progress) -> String? {
        guard case .failed(let error) = progress else { return nil }
        return error.reason
    }

    @Test("Renegotiation is refused")
    func refusesRenegotiation() throws {
        var pair = Pair(
            client: try client { try $0.allow(.tls12 ... .tls12) },
            server: try TLSServer(configuration).session()
        )
        pair.pump()
        #expect(pair.client.renegotiate())
        pair.pump()
        #expect(reason(pair.clientProgress) == "no renegotiation")
    }

    @Test("A ClientHello may arrive byte by byte, or never completely")
    func waitsForHello() throws {
        let server = try TLSServer(configuration).session()
        let hello = try hello()
        for byte in hello.dropLast() {
            #expect(Pair.feed([byte], to: server) == .goesOn)
            #expect(Pair.take(server).isEmpty)
        }
        #expect(Pair.feed(hello.suffix(1), to: server) == .goesOn)
        #expect(!Pair.take(server).isEmpty)
    }

    @Test(
        "Records that exceed the limits of RFC 8446 §5.1 end the session",
        arguments: [
            [0x16, 3, 1, 0xFF, 0xFF], [0x16, 3, 1, 0x48, 0x01], [0x17, 3, 3, 0x40, 0x00],
            [0x16, 3, 1, 0, 4, 1, 0xFF, 0xFF, 0xFF], [0x16, 3, 1, 0, 0], [0x14, 3, 3, 0, 1, 1],
        ] as [[UInt8]]
    )
    func refusesRecords(bytes: [UInt8]) throws {
        let server = try TLSServer(configuration).session()
        let progress = Pair.feed(bytes + [UInt8](repeating: 0, count: 20_000), to: server)
        #expect(reason(progress)?.isEmpty == false, "\(progress)")
    }

    @Test("A record that was changed on the way ends the session", arguments: [5, 20, -1])
    func refusesChangedRecord(position: Int) throws {
        var pair = Pair(client: try client(), server: try TLSServer(configuration).session())
        pair.pump()
        #expect(Pair.encrypt("GET / HTTP/1.1\r\n\r\n", with: pair.client) == 18)
        var bytes = Pair.take(pair.client)
        bytes[position < 0 ? bytes.count - 1 : position] ^= 1
        let progress = pair.server.decrypt(bytes.span) { _ in Issue.record("plain bytes") }
        #expect(reason(progress) == "decryption failed or bad record mac")
        // The failed session stays unusable.
        #expect(Pair.feed(bytes, to: pair.server) != .goesOn)
        #expect(Pair.encrypt("abc", with: pair.server) == 0)
    }

    @Test("The reason of an invalid client certificate is in the error")
    func namesReason() throws {
        var request = TLSIdentity.Request(.client, commonName: "anna", names: CertificateName.loopback)
        let stranger = try TLSIdentity(making: request, issuer: CertificateAuthority().identity)
        request.validity = -2 * 86_400..<(-86_400)
        let expired = try TLSIdentity(making: request, issuer: people)
        request.role = .server
        request.validity = -3600..<3600
        let server = try TLSIdentity(making: request, issuer: people)
        let cases = [
            (stranger, "certificate verify failed: unable to get local issuer certificate"),
            (expired, "certificate verify failed: certificate has expired"),
            (server, "certificate verify failed: unsuitable certificate purpose"),
        ]
        for (identity, expected) in cases {
            var pair = Pair(client: try client { try $0.use(identity) }, server: try TLSServer(configuration).session())
            pair.pump()
            #expect(reason(pair.serverProgress)?.lowercased() == expected)
        }
    }

    @Test(
        "Names of clients have no control characters, and are not longer than a line",
        arguments: [
            (Array("anna\nbert\u{1B}[2J".utf8), "CN=anna\\0Abert\\1B[2J"), (Array("a\0b".utf8), "CN=a\\00b"),
            (Array("Zoë,O=x".utf8), "CN=Zo\\C3\\AB\\,O=x"),
            (Array("\u{85}".utf8), "CN=\\C2\\85"),
            ([UInt8](repeating: 0x61, count: 30_000), "CN=" + String(repeating: "a", count: 1021) + "…"),
        ]
    )
    func printsNames(name: [UInt8], expected: String) throws {
        var request = TLSIdentity.Request(.client, commonName: "", names: CertificateName.loopback)
        request.commonName = name
        let identity = try TLSIdentity(making: request, issuer: people)
        var pair = Pair(client: try client { try $0.use(identity) }, server: try TLSServer(configuration).session())
        pair.pump()
        let facts = try #require(pair.server.facts, "\(pair.serverProgress)")
        let subject = try #require(facts.peerSubject)
        #expect(subject == expected)
        #expect(subject.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(facts.peerFingerprint == identity.fingerprint)
    }

    @Test("A client certificate of 200 names and a subject of 10 kB is accepted; a line of its subject is kept")
    func acceptsLargeCertificates() throws {
        let names = try (0..<200).map { try #require(CertificateName("host-\($0).department.company.example")) }
        var request = TLSIdentity.Request(.client, commonName: "", names: names)
        request.commonName = [UInt8](repeating: 0x61, count: 10_000)
        let identity = try TLSIdentity(making: request, issuer: people)
        for version in [TLSVersion.tls12, .tls13] {
            let context = try client { context in
                try context.use(identity)
                try context.allow(version...version)
            }
            var pair = Pair(client: context, server: try TLSServer(configuration).session())
            pair.pump()
            let facts = try #require(pair.server.facts, "\(pair.serverProgress)")
            #expect(facts.version == version && facts.peerSubject?.count == 1025)
        }
    }

    @Test("A server name with control characters is not repeated")
    func printsServerName() throws {
        // The name is in the ClientHello as it is.
        var hello = try hello()
        let name = Array("localhost".utf8)
        let start = try #require(hello.indices.first { hello[$0...].starts(with: name) })
        hello[start + 5] = 0x0A
        let server = try TLSServer(configuration).session()
        #expect(Pair.feed(hello, to: server) == .goesOn)
        #expect(!Pair.take(server).isEmpty)
    }

    @Test("Handshakes that are not completed leave nothing behind", .enabled(if: anonymousMemory() != nil))
    func forgetsHandshakes() throws {
        let server = try TLSServer(configuration)
        let hello = try hello()
        func abandon(_ count: Int) throws {
            for index in 0..<count {
                let session = try server.session(fault: index % 10 == 0 ? .stall : nil)
                let count = index % 5 == 0 ? 100 : hello.count
                #expect(Pair.feed(hello.prefix(count), to: session) == .goesOn)
            }
        }
        try abandon(500)
        let before = try #require(anonymousMemory())
        try abandon(25_000)
        // A session has about 50 kB: 1250 MB would be left. Other tests run at the same time, and need up to 200 MB.
        #expect(try #require(anonymousMemory()) - before < 250_000)
    }
}

/// This process's anonymous memory in kB; nil where the system does not tell.
private func anonymousMemory() -> Int? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }
}
