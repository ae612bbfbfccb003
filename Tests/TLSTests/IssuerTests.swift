import Support
import TLS
import Testing

@Suite("Issuers of certificates")
struct IssuerTests {
    private static func identity(
        _ sample: (certificate: String, key: String),
        chain: String = ""
    ) throws -> TLSIdentity {
        try TLSIdentity(certificatePEM: Array((sample.certificate + chain).utf8), keyPEM: Array(sample.key.utf8))
    }

    private static let leaf = (certificate: CertificateSamples.certificate, key: CertificateSamples.key)
    private static let authority = CertificateSamples.authority
    private static let namesake = UnusualAuthorities.namesake.certificate

    @Test(
        "A certificate is the issuer if its key verifies the signature, whatever its name",
        arguments: [
            ("", [0], nil, []), (authority, [0, 1], 1, []), (namesake, [0], nil, [1]),
            (namesake + authority, [0, 2], 2, [1]), (authority + authority, [0, 1], 1, []),
            (authority + namesake + namesake, [0, 1], 1, [2, 3]),
        ] as [(String, [Int], Int?, [Int])]
    )
    func findsIssuers(chain: String, path: [Int], root: Int?, strays: [Int]) throws {
        let identity = try Self.identity(Self.leaf, chain: chain)
        #expect(identity.path == path && identity.root == root && identity.strays == strays)
        let real = try Self.identity((Self.authority, CertificateSamples.authorityKey))
        #expect(try Self.identity(Self.leaf).isIssued(by: real))
        #expect(try !Self.identity(Self.leaf).isIssued(by: Self.identity(UnusualAuthorities.namesake)))
    }

    @Test("A root is its own issuer")
    func findsRoots() throws {
        let root = try Self.identity((Self.authority, CertificateSamples.authorityKey), chain: Self.leaf.certificate)
        #expect(root.path == [0] && root.root == 0 && root.strays == [1])
    }

    @Test("A CA without a key identifier signs certificates, which then have none of their issuer's")
    func signsWithoutKeyIdentifier() throws {
        let identity = try Self.identity(UnusualAuthorities.withoutKeyIdentifier)
        var authority = try CertificateAuthority(identity)
        for name in [nil, "api.example"] {
            let leaf = try authority.leaf(for: name)
            #expect(leaf.isIssued(by: identity))
            #expect(try leaf.certificates()[0].hasUnknownExtension == false)
        }
    }

    @Test("A certificate that may not sign is refused with the missing usage, and the command that makes a CA")
    func refusesOthers() throws {
        let samples = [
            (UnusualAuthorities.withoutSigning, "its keyUsage has no keyCertSign; to make a CA: openssl req -x509"),
            (Self.leaf, "its basicConstraints has no CA:TRUE; to make a CA: openssl req -x509"),
        ]
        for (sample, reason) in samples {
            #expect { try CertificateAuthority(Self.identity(sample)) } throws: { "\($0)".contains(reason) }
        }
    }

    @Test("Name constraints exclude the names of this machine, or none")
    func constrainsNames() throws {
        #expect(try CertificateAuthority(Self.identity(UnusualAuthorities.constrained)).excludesOwnNames)
        #expect(try !CertificateAuthority().excludesOwnNames)
    }
}
