import Messages
import TLS
import Testing

@Suite("A TLS server's certificates and faults, without a socket")
struct TLSServerTests {
    private let configuration: TLSServerConfiguration

    init() throws {
        configuration = TLSServerConfiguration(authority: try CertificateAuthority())
    }

    private func client(_ configure: (TLSContext) throws -> Void = { _ in }) throws -> TLSContext {
        let context = try TLSContext(.client)
        try context.trust(Array(configuration.authority.get().identity.certificatePEM.utf8), .required)
        try configure(context)
        return context
    }

    private func connect(
        _ server: TLSServer,
        fault: TLSFault? = nil,
        serverName: String? = "localhost",
        client: TLSContext? = nil
    ) throws -> Pair {
        var pair = Pair(
            client: try TLSSession(client ?? self.client(), serverName: serverName),
            server: try server.session(fault: fault)
        )
        pair.pump()
        return pair
    }

    /// The effect of a fault on a client that trusts the server's authority.
    enum Effect: Equatable {
        /// OpenSSL's `X509_V_ERR_…`.
        case rejects(Int)
        /// A part of the reason of the client's error.
        case fails(String)
        case waits(TLSFault.Interruption)
        case none
    }

    private static let effects: [(TLSFault, Effect)] = [
        (.expired, .rejects(10)), (.notYetValid, .rejects(9)), (.wrongHost, .rejects(62)), (.selfSigned, .rejects(18)),
        (.untrustedCA, .rejects(20)), (.oldProtocol, .fails("protocol version")),
        (.clientCertificateRequired, .fails("certificate required")),
        (.handshakeFailure, .fails("handshake failure")), (.unrecognizedName, .fails("unrecognized name")),
        (.stall, .waits(.stall)), (.reset, .waits(.reset)), (.close, .waits(.close)), (.truncated, .none),
        (.clientCertificateRequested, .none),
    ]

    @Test("The table of effects has every fault")
    func listsFaults() {
        #expect(Set(Self.effects.map(\.0)).union([.plain, .garbage]) == Set(TLSFault.allCases))
    }

    private func expect(_ effect: Effect, of pair: Pair) {
        switch effect {
        case .rejects(let code): #expect(pair.client.verification == code)
        case .fails(let reason): #expect("\(pair.clientProgress)".contains(reason))
        case .waits(let interruption):
            #expect(pair.server.interruption == interruption)
            #expect(pair.serverProgress == .goesOn && pair.clientProgress == .goesOn)
            #expect(!pair.server.isEstablished && !pair.client.isEstablished)
        case .none: #expect(pair.client.isEstablished && pair.clientProgress == .goesOn)
        }
    }

    @Test("A port, a server name and the next handshakes have faults", arguments: effects)
    private func hasFault(fault: TLSFault, effect: Effect) throws {
        let server = try TLSServer(configuration)
        let byPort = try connect(server, fault: fault)
        expect(effect, of: byPort)
        #expect(byPort.server.fault == fault)

        let byName = try connect(server, serverName: "\(fault.rawValue).localhost")
        expect(effect, of: byName)
        #expect(byName.server.fault == fault)

        configuration.upcomingFaults.set(fault, count: 2)
        for _ in 0..<2 { expect(effect, of: try connect(server, fault: .garbage, serverName: "reset.localhost")) }
        #expect(configuration.upcomingFaults.next == nil)
        expect(.none, of: try connect(server))
    }

    @Test("Bytes that are not TLS fail every client", arguments: [TLSFault.plain, .garbage])
    func sendsBytes(fault: TLSFault) throws {
        var pair = try connect(TLSServer(configuration), fault: fault)
        guard case .send(let bytes) = try #require(pair.server.interruption) else {
            Issue.record("no bytes")
            return
        }
        #expect(Pair.take(pair.server).isEmpty)
        pair.feedClient(bytes)
        #expect("\(pair.clientProgress)".contains("wrong version number"))
    }

    @Test("A stopped handshake ignores what the client sends, and never takes plain bytes")
    func staysStopped() throws {
        let pair = try connect(TLSServer(configuration), fault: .stall)
        for _ in 0..<3 {
            let bytes = [UInt8](repeating: 0x16, count: 20_000)
            #expect(pair.server.decrypt(bytes.span) { _ in Issue.record("plain bytes") } == .goesOn)
        }
        #expect(Pair.encrypt("late", with: pair.server) == 0)
        pair.server.close()
        #expect(Pair.take(pair.server).isEmpty)
    }

    @Test("Names of faults are not distinguished by case and punctuation; other names have none")
    func readsNames() {
        #expect(TLSFault(serverName: "self-signed.localhost") == .selfSigned)
        #expect(TLSFault(serverName: "NOTYETVALID.mock.svc") == .notYetValid)
        #expect(TLSFault(serverName: "unrecognized-name") == .unrecognizedName)
        for name in ["", ".", "localhost", "api.expired.localhost", "expire", "expired2.localhost"] {
            #expect(TLSFault(serverName: name) == nil, "\(name)")
        }
    }

    @Test("Server names choose no fault where that is switched off")
    func ignoresNames() throws {
        var configuration = configuration
        configuration.readsFaultsFromServerNames = false
        let pair = try connect(TLSServer(configuration), serverName: "expired.localhost")
        #expect(pair.client.isEstablished && pair.server.fault == nil)
    }

    @Test("An authority of the user's own signs with each kind of key, and sends intermediate certificates")
    func usesIntermediate() throws {
        var request = TLSIdentity.Request(.authority, commonName: "Intermediate")
        let intermediate = try TLSIdentity(making: request, issuer: configuration.authority.get().identity)
        request.commonName = Array("Second".utf8)
        let second = try TLSIdentity(making: request, issuer: intermediate)
        let server = try TLSServer(TLSServerConfiguration(authority: CertificateAuthority(second)))
        let pair = try connect(server, serverName: "api.example")
        #expect(pair.client.verification == 0 && pair.client.isEstablished)
    }

    @Test("A certificate that may not sign others is not an authority")
    func refusesLeafAsAuthority() throws {
        var authority = try configuration.authority.get()
        let leaf = try authority.leaf(for: nil)
        #expect { try CertificateAuthority(leaf) } throws: { "\($0)".contains("may not sign others") }
    }

    @Test("The user's own certificate is presented for every name, and faults have theirs")
    func usesOwnCertificate() throws {
        var configuration = configuration
        configuration.identity = try TLSIdentity(
            making: .init(.server, commonName: "own", names: [#require(CertificateName("own.example"))]),
            issuer: configuration.authority.get().identity
        )
        let server = try TLSServer(configuration)
        #expect(try connect(server, serverName: "own.example").client.isEstablished)
        #expect(try connect(server, serverName: "other.example").client.verification == 62)
        #expect(try connect(server, fault: .expired, serverName: "other.example").client.verification == 10)
        let presented = try connect(server, serverName: "own.example").client.facts?.peerFingerprint
        #expect(presented == configuration.identity?.fingerprint)
    }

    @Test("Client certificates are verified with their own authority")
    func verifiesClients() throws {
        let people = try CertificateAuthority().identity
        let anna = try TLSIdentity(
            making: .init(.client, commonName: "anna", names: [#require(CertificateName("anna.example"))]),
            issuer: people
        )
        var configuration = configuration
        configuration.clientAuthoritiesPEM = Array(people.certificatePEM.utf8)
        configuration.clientCertificates = .optional
        let server = try TLSServer(configuration)
        let known = try connect(server, client: client { try $0.use(anna) })
        #expect(known.server.facts?.peerSubject == "CN=anna")
        #expect(known.server.facts?.peerFingerprint == anna.fingerprint)
        #expect(anna.fingerprint.count == 95)
        #expect(try connect(server).client.isEstablished)
        #expect(try !connect(server, fault: .clientCertificateRequired).server.isEstablished)
        let demanded = try connect(server, fault: .clientCertificateRequired, client: client { try $0.use(anna) })
        #expect(demanded.server.isEstablished)
    }

    @Test("An intermediate authority verifies clients without its root")
    func trustsIntermediates() throws {
        let root = try CertificateAuthority().identity
        let people = try TLSIdentity(making: .init(.authority, commonName: "People"), issuer: root)
        let anna = try TLSIdentity(
            making: .init(.client, commonName: "anna", names: CertificateName.loopback),
            issuer: people
        )
        var configuration = configuration
        configuration.clientAuthoritiesPEM = Array(people.certificatePEM.utf8)
        configuration.clientCertificates = .required
        let pair = try connect(TLSServer(configuration), client: client { try $0.use(anna) })
        #expect(pair.server.facts?.peerSubject == "CN=anna")
    }

    @Test("Other certificates are for later sessions; those that have begun keep theirs")
    func replacesCertificates() throws {
        let server = try TLSServer(configuration)
        let old = try connect(server)
        var waiting = Pair(client: try TLSSession(client(), serverName: "localhost"), server: try server.session())
        let other = TLSServerConfiguration(authority: try CertificateAuthority())
        try server.use(other)
        waiting.pump()
        #expect(waiting.client.isEstablished && waiting.client.verification == 0)
        #expect(try connect(server).client.verification != 0)
        let trusting = try TLSContext(.client)
        try trusting.trust(Array(other.authority.get().identity.certificatePEM.utf8), .required)
        #expect(try connect(server, client: trusting).client.isEstablished)
        #expect(Pair.encrypt("still here", with: old.server) == 10)
    }

    @Test("A certificate that is only requested may be missing, or signed by anyone")
    func acceptsAnyRequestedCertificate() throws {
        let stranger = try CertificateAuthority().identity
        let server = try TLSServer(configuration)
        let known = try connect(server, fault: .clientCertificateRequested, client: client { try $0.use(stranger) })
        #expect(known.server.facts?.peerFingerprint == stranger.fingerprint)
        let unknown = try connect(server, fault: .clientCertificateRequested)
        #expect(unknown.server.isEstablished && unknown.server.facts?.peerFingerprint == nil)
    }

    @Test("The old protocol is spoken with clients that support it")
    func speaksOldProtocol() throws {
        let old = try client { try $0.allow(.tls10 ... .tls13) }
        let pair = try connect(TLSServer(configuration), fault: .oldProtocol, client: old)
        #expect(pair.client.facts?.version == .tls11)
    }

    @Test("Loops of one server have one authority, and share the next faults")
    func isShared() async throws {
        let configuration = configuration
        configuration.upcomingFaults.set(.handshakeFailure, count: 7)
        let failures = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let server = try TLSServer(configuration)
                    return try (0..<5).count { _ in try !connect(server).client.isEstablished }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(failures == 7)
    }

    @Test("An authority that is made when it is needed is the same for all who need it")
    func sharesLateAuthority() async throws {
        let shared = SharedAuthority(names: [])
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 { group.addTask { try shared.get().identity.certificatePEM } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts.count == 1)
        let server = try TLSServer(TLSServerConfiguration(authority: shared))
        let context = try TLSContext(.client)
        try context.trust(Array(shared.get().identity.certificatePEM.utf8), .required)
        var pair = Pair(client: try TLSSession(context, serverName: "localhost"), server: try server.session())
        pair.pump()
        #expect(pair.client.isEstablished && pair.server.isEstablished)
    }

    @Test("Neither a configuration nor an authority prints a private key")
    func hidesKeys() throws {
        var text = "\(configuration) \(try configuration.authority.get().identity)"
        dump(configuration, to: &text)
        #expect(!text.contains("PRIVATE KEY"))
    }
}
