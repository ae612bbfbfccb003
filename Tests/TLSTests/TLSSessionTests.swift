import TLS
import Testing

@Suite("Two sessions of TLS, without a socket")
struct TLSSessionTests {
    private let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority()
    }

    private func server(_ configure: (TLSContext) throws -> Void = { _ in }) throws -> TLSContext {
        let context = try TLSContext(.server)
        var authority = authority
        context.use { name in
            guard let leaf = try? authority.leaf(for: name) else { return .alert(80) }
            return .identity(leaf)
        }
        try configure(context)
        return context
    }

    private func client(_ configure: (TLSContext) throws -> Void = { _ in }) throws -> TLSContext {
        let context = try TLSContext(.client)
        try context.trust(Array(authority.identity.certificatePEM.utf8), .required)
        try configure(context)
        return context
    }

    @Test("Bytes arrive in both directions, however they are cut", arguments: [1, 7, 1460, Int.max])
    func exchanges(piece: Int) throws {
        var pair = try Pair(client: client(), server: server())
        pair.pump(piece: piece)
        #expect(pair.client.isEstablished && pair.server.isEstablished)
        let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        let response = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(pair.client.encrypt(request.span) == request.count)
        #expect(pair.server.encrypt(response.span) == response.count)
        pair.pump(piece: piece)
        #expect(pair.serverReceived == request)
        #expect(pair.clientReceived == response)
        #expect(pair.clientProgress == .goesOn && pair.serverProgress == .goesOn)
    }

    @Test(
        "The client agrees to a certificate for each name that it asks for",
        arguments: [
            "localhost", "127.0.0.1", "::1", "api.example", "UPPER.example", "a_b.example",
        ]
    )
    func certifiesEachName(name: String) throws {
        var pair = try Pair(client: client(), server: server(), serverName: name)
        pair.pump()
        #expect(pair.client.isEstablished, "\(pair.clientProgress)")
        #expect(pair.client.verification == 0)
    }

    @Test("Both sides know what they agreed on")
    func knowsFacts() throws {
        var pair = try Pair(
            client: client { try $0.offer(["h2", "http/1.1"]) },
            server: server { try $0.offer(["http/1.1"]) },
            serverName: "api.example"
        )
        #expect(pair.server.facts == nil)
        pair.pump()
        let facts = try #require(pair.server.facts)
        #expect(facts.version == .tls13)
        #expect("\(facts.version)" == "TLSv1.3")
        #expect(facts.serverName == "api.example")
        #expect(facts.applicationProtocol == "http/1.1")
        #expect(facts.cipher.hasPrefix("TLS_"))
        #expect(facts.peerSubject == nil)
    }

    @Test("close_notify is told from a cut")
    func closes() throws {
        var pair = try Pair(client: client(), server: server())
        pair.pump()
        pair.server.close()
        pair.pump()
        #expect(pair.clientProgress == .closed)
    }

    /// OpenSSL's numbers of `X509_V_ERR_…`.
    enum Rejection: Int, CaseIterable {
        case notYetValid = 9
        case expired = 10
        case selfSigned = 18
        case untrusted = 20
        case wrongHost = 62
    }

    @Test("A client rejects a certificate for the right reason", arguments: Rejection.allCases)
    func rejects(_ rejection: Rejection) throws {
        var request = TLSIdentity.Request(.server, commonName: "localhost", names: CertificateName.loopback)
        var issuer: TLSIdentity? = authority.identity
        switch rejection {
        case .notYetValid: request.validity = 86_400..<2 * 86_400
        case .expired: request.validity = -2 * 86_400..<(-86_400)
        case .selfSigned: issuer = nil
        case .untrusted: issuer = try CertificateAuthority().identity
        case .wrongHost: request.names = [try #require(CertificateName("wrong.example"))]
        }
        let identity = try TLSIdentity(making: request, issuer: issuer)
        let context = try TLSContext(.server)
        try context.use(identity)
        var pair = try Pair(client: client(), server: context)
        pair.pump()
        #expect(pair.client.verification == rejection.rawValue)
        guard case .failed = pair.clientProgress else {
            Issue.record("the client accepts it")
            return
        }
    }

    @Test("A server that requires a client certificate knows whose it is, and refuses clients without one")
    func requiresClientCertificate() throws {
        let people = try CertificateAuthority()
        let required = try server { try $0.trust(Array(people.identity.certificatePEM.utf8), .required) }
        var request = TLSIdentity.Request(.client, commonName: "anna")
        request.names = [try #require(CertificateName("anna.example"))]
        let anna = try TLSIdentity(making: request, issuer: people.identity)
        var known = try Pair(client: client { try $0.use(anna) }, server: required)
        known.pump()
        #expect(known.server.facts?.peerSubject == "CN=anna")

        var unknown = try Pair(client: client(), server: required)
        unknown.pump()
        #expect(!unknown.server.isEstablished)
        guard case .failed(let error) = unknown.serverProgress else {
            Issue.record("the server accepts a client without a certificate")
            return
        }
        #expect(error.reason.contains("peer did not return a certificate"))

        let stranger = try TLSIdentity(making: request, issuer: CertificateAuthority().identity)
        var wrong = try Pair(client: client { try $0.use(stranger) }, server: required)
        wrong.pump()
        #expect(!wrong.server.isEstablished)
    }

    @Test("A server can end a handshake with an alert", arguments: [40, 112] as [UInt8])
    func alerts(code: UInt8) throws {
        let context = try TLSContext(.server)
        context.use { _ in .alert(code) }
        var pair = try Pair(client: client(), server: context)
        pair.pump()
        guard case .failed(let error) = pair.clientProgress else {
            Issue.record("the client goes on")
            return
        }
        #expect(error.reason.contains(code == 40 ? "handshake failure" : "unrecognized name"))
    }

    @Test("Old versions are refused, and can be offered on purpose")
    func restrictsVersions() throws {
        let old = try server { try $0.allow(.tls10 ... .tls11) }
        var pair = try Pair(client: client(), server: old)
        pair.pump()
        #expect(!pair.client.isEstablished)
        var both = try Pair(client: client { try $0.allow(.tls10 ... .tls12) }, server: old)
        both.pump()
        #expect(both.client.facts?.version == .tls11)
    }

    @Test("No common protocol ends the handshake, as RFC 7301 §3.2 asks")
    func needsCommonProtocol() throws {
        var pair = try Pair(
            client: client { try $0.offer(["spdy/3"]) },
            server: server { try $0.offer(["h2", "http/1.1"]) }
        )
        pair.pump()
        #expect(!pair.client.isEstablished)
    }

    @Test(
        "Bytes that are not TLS end the session with a reason",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}", "\u{16}\u{3}\u{1}\u{0}\u{5}hello",
            "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{28}",
        ]
    )
    func refusesGarbage(text: String) throws {
        let session = try TLSSession(server())
        let bytes = Array(text.utf8)
        let progress = session.decrypt(bytes.span) { _ in Issue.record("garbage has plain text") }
        if bytes.count > 5 {
            guard case .failed(let error) = progress else {
                Issue.record("\(progress)")
                return
            }
            #expect(!error.reason.isEmpty)
        }
        #expect(session.encrypt(Array("late".utf8).span) == 0)
        #expect(session.facts == nil)
    }
}
