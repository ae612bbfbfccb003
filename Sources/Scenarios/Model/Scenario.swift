/// One scenario file: what the server answers and, where it says so, what a client must make of it.
package struct Scenario: Sendable {
    /// The file's stem, unique in a set; part of the address `/~slug/`.
    package var slug: String
    package var title: String
    package var summary: String?
    package var tags: [String]
    /// The origin that links in the file begin with, for example `https://fp.example.com`.
    package var origin: String?
    /// A second origin: links that begin with it lead to the same scenario under another name of the machine.
    package var otherOrigin: String?
    /// Whether `/` serves this scenario too.
    package var isRoot: Bool
    /// The folder of WireMock's that the scenario is; nil: it is none.
    package var wireMockFolder: String?
    /// Whether a contract of this scenario tolerates requests that no interaction answers.
    package var allowsUnmatched: Bool
    /// The names of the matrix in the order of the file; empty without a matrix.
    package var matrixKeys: [String]
    /// One variant for each combination of the matrix; exactly one, with no values, without a matrix.
    package var variants: Variants
    /// The file that the scenario was read from.
    package var file: String
    /// For each file that interactions were read from, the hash of its content and that of its body files; empty for a
    /// scenario that is in no file.
    package var contents: [String: ContentHash] = [:]

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

    /// Whether there is something to verify a client by.
    package var hasContract: Bool {
        variants.haveContract
    }

    /// Where the files of a folder of WireMock's are; nil: it is none.
    package var filesFolder: String? {
        wireMockFolder.map { "\($0)/\(WireMockFolder.files)" }
    }
}

/// One combination of a scenario's matrix, with every `${name}` replaced.
package struct Variant: Sendable {
    /// The values in the order of the matrix' keys; empty without a matrix.
    package var values: [String]
    package var interactions: [Interaction]
    /// What a client must make of it, step by step; empty without a contract.
    package var contract: [Step]

    package init(values: [String] = [], interactions: [Interaction], contract: [Step] = []) {
        self.values = values
        self.interactions = interactions
        self.contract = contract
    }
}
