import HAL
import Matching

/// JSONPath: a definite path selects one node at most, and a second look finds the same.
///
/// The first line is the path, the rest the document.
enum PathTarget {
    static func take(_ bytes: [UInt8]) {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        guard let path = try? JSONPath(String(decoding: bytes[..<end], as: UTF8.self)) else { return }
        guard let document = try? JSONValue(parsing: Array(bytes[end...])) else { return }
        let nodes = path.select(from: document)
        precondition(!path.isDefinite || (nodes?.count ?? 0) <= 1, path.text)
        precondition(path.select(from: document) == nodes, path.text)
    }
}
