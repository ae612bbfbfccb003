/// The variants of a scenario; those of a matrix are read from the file's nodes when they are asked for.
///
/// So each look at an element costs its reading: whoever needs one for longer keeps it.
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

    /// The values of a variant, which cost next to nothing.
    package func values(at position: Int) -> [String] {
        switch storage {
        case .list(let variants): variants[position].values
        case .matrix(let variants): variants.matrix.values(at: position).map(\.text)
        }
    }

    /// The variant with these values; nil when there is none.
    package func position(of values: [String]) -> Int? {
        switch storage {
        case .list(let variants): variants.firstIndex { $0.values == values }
        case .matrix(let variants): variants.matrix.index(of: values)
        }
    }

    /// Whether there is something to verify a client by.
    package var haveContract: Bool {
        switch storage {
        case .list(let variants): variants.contains { !$0.contract.isEmpty }
        case .matrix(let variants): !variants.nodes.contract.isEmpty
        }
    }
}

extension Variants: RandomAccessCollection, ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: Variant...) {
        self.init(elements)
    }

    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch storage {
        case .list(let variants): variants.count
        case .matrix(let variants): variants.matrix.count ?? 0
        }
    }

    package subscript(position: Int) -> Variant {
        switch storage {
        case .list(let variants): variants[position]
        case .matrix(let variants): variants.variant(at: position)
        }
    }
}

/// What the variants of a file with a matrix are read from; every one of them was read once, without an error.
///
/// Immutable, so that threads can share it.
final class MatrixVariants: Sendable {
    let matrix: Matrix
    let nodes: VariantNodes
    private let file: SourceFile
    private let slug: String
    private let folder: BodyFolder
    private let cache: NodeCache

    init(_ nodes: VariantNodes, of reader: NodeReader) {
        self.nodes = nodes
        matrix = reader.matrix
        // Locations need its name only.
        file = SourceFile(path: reader.log.file.path, bytes: [])
        slug = reader.slug
        folder = reader.folder
        cache = reader.cache.lasting
    }

    /// Reads a variant; the same each time, since the contents of body files are kept.
    func variant(at index: Int) -> Variant {
        let reader = NodeReader(log: IssueLog(file), slug: slug, folder: folder)
        reader.matrix = matrix
        reader.cache = cache
        return reader.variant(at: index, of: nodes)
    }
}

/// The lists of a scenario file that its variants are read from.
struct VariantNodes: Sendable {
    var interactions: [Node] = []
    var contract: [Node] = []
}
