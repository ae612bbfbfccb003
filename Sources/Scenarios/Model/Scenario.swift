import HAL
package import Messages

/// One scenario file: the interactions of the server and, optionally, a contract for clients.
package struct Scenario: Sendable {
    /// The file's stem, unique in a set; part of the address `/~slug/`.
    package var slug: String
    package var title: String
    package var summary: String?
    package var tags: [String]
    /// The origin that links in the file begin with, for example `https://fp.example.com`.
    package var origin: String?
    /// A second origin; its links lead to the same scenario by another name or another port of the machine.
    package var otherOrigin: String?
    /// Whether `/` serves this scenario too.
    package var isRoot: Bool
    /// The folder of WireMock's that the scenario was read from; nil for a file.
    package var wireMockFolder: String?
    /// Whether the contract tolerates unmatched requests.
    package var allowsUnmatched: Bool
    /// The seed of the draws among responses with weights; nil: each start of the server draws others.
    package var seed: Int?
    /// The origin of a scenario that was made from the exchanges with a real server; nil for others.
    package var recorded: Recorded?
    /// The reasons for the expectations of the contract.
    package var bases = Bases()
    /// The names of the matrix in the order of the file; empty without a matrix.
    package var matrixKeys: [String]
    /// One variant for each combination of the matrix; exactly one, with no values, without a matrix.
    package var variants: Variants
    /// The file that the scenario was read from.
    package var file: String
    /// For each file that interactions were read from, the hash of its content and that of its body files; empty for a
    /// scenario that is in no file.
    package var contents: [String: ContentHash] = [:]

    /// The files that the file includes, directly or through others.
    package var includedFiles: [String] = []

    package init(slug: String, title: String, file: String = "", variants: Variants = []) {
        self.slug = slug
        self.title = title
        self.tags = []
        self.isRoot = false
        self.allowsUnmatched = false
        self.matrixKeys = []
        self.variants = variants
        self.file = file
    }

    /// Whether the other origin is another port of the host of `origin` (RFC 9110 §4.3.1).
    package var crossesPorts: Bool {
        guard let origin, let otherOrigin else { return false }
        let (own, other) = (URIReference(origin.lowercased()), URIReference(otherOrigin.lowercased()))
        return own.scheme == other.scheme && own.host == other.host
    }

    /// Whether any variant has a contract.
    package var hasContract: Bool {
        variants.haveContract
    }

    /// The folder of body files of a folder of WireMock's; nil for a file.
    package var filesFolder: String? {
        wireMockFolder.map { WireMockFolder(path: $0).filesPath }
    }
}

/// One combination of a scenario's matrix, with every `${name}` replaced.
package struct Variant: Sendable {
    /// The values in the order of the matrix' keys; empty without a matrix.
    package var values: [String]
    package var interactions: [Interaction]
    /// The steps of the contract; empty without one.
    package var contract: [Step]
    /// The resources that keep what is written to them.
    package var resources: [LiveResource] = []
    /// The fault of the TLS handshakes on a port of its own; nil: it is served on the ports of the server.
    package var tls: TLSFault?
    /// Windows of time in which all interactions have another response.
    package var outage: OutageDefinition?
    /// The quota that all interactions share.
    package var rateLimit: RateLimitDefinition?
    /// The server that responds to requests that nothing else responds to.
    package var fallback: ProxyDefinition?

    package init(
        values: [String] = [],
        interactions: [Interaction],
        contract: [Step] = [],
        tls: TLSFault? = nil
    ) {
        self.values = values
        self.interactions = interactions
        self.contract = contract
        self.tls = tls
    }

    /// Whether a response has a fault that happens on reused connections only.
    package var dependsOnReusedConnections: Bool {
        interactions.contains { interaction in
            interaction.responses.responses.contains { $0.fault?.connections == .reusedConnection }
        }
    }
}
