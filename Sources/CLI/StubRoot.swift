#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder in WireMock's layout, with `mappings` in it.
enum StubRoot {
    /// The first path that has such a layout.
    static func find(among paths: [String]) -> String? {
        paths.first { FileManager.default.fileExists(atPath: $0 + "/mappings") }
    }
}
