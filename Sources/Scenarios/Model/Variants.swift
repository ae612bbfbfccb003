import Documents
package import Messages

/// The variants of a scenario.
///
/// The variants of a matrix stay nodes of the file: ``variant(at:)`` reads one each time it is called.
package struct Variants: Sendable {
    private enum Storage {
        case list([Variant])
        case matrix(MatrixVariants)
    }

    private let storage: Storage

    package init(_ variants: [Variant]) {
        storage = .list(variants)
    }

    init(_ variants: MatrixVariants) {
        storage = .matrix(variants)
    }

    package var indices: Range<Int> { 0..<count }

    package var isEmpty: Bool { count == 0 }

    package var count: Int {
        switch storage {
        case .list(let variants): variants.count
        case .matrix(let variants): variants.matrix.count ?? 0
        }
    }

    /// All variants, each read when it is accessed.
    package var all: some RandomAccessCollection<Variant> { indices.lazy.map(variant(at:)) }

    /// Reads a variant; that of a file without a matrix is in memory.
    package func variant(at position: Int) -> Variant {
        switch storage {
        case .list(let variants): variants[position]
        case .matrix(let variants): variants.variant(at: position)
        }
    }

    /// The values of a variant, without reading it.
    package func values(at position: Int) -> [String] {
        switch storage {
        case .list(let variants): variants[position].values
        case .matrix(let variants): variants.matrix.values(at: position).map(\.text)
        }
    }

    /// The fault of TLS of a variant, without reading the rest of it.
    package func tls(at position: Int) -> TLSFault? {
        switch storage {
        case .list(let variants): variants[position].tls
        case .matrix(let variants): variants.tls(at: position)
        }
    }

    /// The positions of the variants with a fault of TLS.
    package var withTLS: [Int] {
        if case .matrix(let variants) = storage, variants.nodes.tls == nil { return [] }
        return indices.filter { tls(at: $0) != nil }
    }

    /// The position of the variant with these values; nil if there is none.
    package func position(of values: [String]) -> Int? {
        switch storage {
        case .list(let variants): variants.firstIndex { $0.values == values }
        case .matrix(let variants): variants.matrix.index(of: values)
        }
    }

    /// Whether any variant has an outage or a rate limit.
    package var haveTimeRules: Bool {
        switch storage {
        case .list(let variants):
            variants.contains { variant in
                variant.outage != nil || variant.rateLimit != nil
                    || variant.interactions.contains { $0.outage != nil || $0.rateLimit != nil }
            }
        case .matrix(let variants):
            variants.nodes.outage != nil || variants.nodes.rateLimit != nil
                || variants.nodes.interactions.contains { $0["outage"] != nil || $0["rateLimit"] != nil }
        }
    }

    /// Whether any variant has live resources.
    package var haveResources: Bool {
        switch storage {
        case .list(let variants): variants.contains { !$0.resources.isEmpty }
        case .matrix(let variants): variants.nodes.resources != nil
        }
    }

    /// Whether any variant has a contract.
    package var haveContract: Bool {
        switch storage {
        case .list(let variants): variants.contains { !$0.contract.isEmpty }
        case .matrix(let variants): !variants.nodes.contract.isEmpty
        }
    }
}

extension Variants: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: Variant...) {
        self.init(elements)
    }
}

/// The source of the variants of a file with a matrix, which were read before without an error.
///
/// Immutable, so that threads can share it.
final class MatrixVariants: Sendable {
    let matrix: Matrix
    let nodes: VariantNodes
    private let file: SourceFile
    private let included: [SourceFile]
    private let slug: String
    private let folder: BodyFolder
    /// The contents of body files, so that a variant always is the same.
    private let bodies: [String: [UInt8]]
    private let cache: NodeCache

    init(_ nodes: VariantNodes, of reader: NodeReader) {
        self.nodes = nodes
        matrix = reader.matrix
        // Locations need its name only.
        file = SourceFile(path: reader.log.file.path, bytes: [])
        included = reader.log.included.map { SourceFile(path: $0.path, bytes: []) }
        slug = reader.slug
        folder = reader.scenario.folder
        bodies = reader.scenario.bodies
        cache = reader.cache.lasting
    }

    /// Reads a variant.
    func variant(at index: Int) -> Variant {
        reader().variant(at: index, of: nodes)
    }

    /// Reads the fault of TLS of a variant.
    func tls(at index: Int) -> TLSFault? {
        nodes.tls == nil ? nil : reader().tls(at: index, of: nodes)
    }

    private func reader() -> NodeReader {
        let context = ScenarioContext(slug: slug, folder: folder)
        context.bodies = bodies
        let reader = NodeReader(log: IssueLog(file, included: included), context: context)
        reader.matrix = matrix
        reader.cache = cache
        return reader
    }
}

/// The parts of a scenario file from which its variants are read.
struct VariantNodes: Sendable {
    var interactions: [Node] = []
    var contract: [Node] = []
    var resources: Node?
    var tls: Node?
    var outage: Node?
    var rateLimit: Node?
    var fallback: Node?
}
