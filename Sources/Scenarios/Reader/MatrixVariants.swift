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
