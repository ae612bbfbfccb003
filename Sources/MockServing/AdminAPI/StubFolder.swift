import HAL
import Matching
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder in WireMock's layout, `mappings` and `__files`; requests cannot reach files outside of it.
package struct StubFolder: Sendable {
    private static let mostNames = 10_000
    private static let largestFile = 64 << 20

    let filesPath: String
    private let mappingsPath: String
    private let order = MappingFileOrder()

    package init(_ path: String) {
        let folder = WireMockFolder(path: path)
        filesPath = folder.filesPath
        mappingsPath = folder.mappingsPath
    }

    /// The paths of the files in `__files`, sorted; subfolders are included.
    func fileNames() throws(AdminError) -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: filesPath)) ?? []
        guard names.count <= Self.mostNames else {
            throw .notPermitted("there are \(names.count) files; at most \(Self.mostNames) can be listed")
        }
        return names.filter { Self.isFile(filesPath + "/" + $0) }.sorted()
    }

    func read(_ name: String) throws(AdminError) -> [UInt8] {
        guard let bytes = try? DiskFile.contents(of: path(of: name), limit: Self.largestFile) else {
            throw Self.noSuchFile(name)
        }
        return bytes
    }

    func write(_ bytes: [UInt8], to name: String) throws(AdminError) {
        try Self.write(bytes, to: path(of: name))
    }

    func remove(_ name: String) throws(AdminError) {
        let path = try path(of: name)
        guard Self.isFile(path), (try? FileManager.default.removeItem(atPath: path)) != nil else {
            throw Self.noSuchFile(name)
        }
    }

    /// Begins a change of the files of mappings, on the loop and at the moment when the mappings are chosen.
    func beginChange(of mappings: [Interaction]) -> MappingFileOrder.Change {
        order.begin(Set(mappings.map(\.identifier)))
    }

    /// Begins another change of the files of the same mappings.
    func beginAgain(_ change: MappingFileOrder.Change) -> MappingFileOrder.Change {
        order.begin(change.identifiers)
    }

    /// Ends a change, on the loop; returns whether no other change of these mappings has begun since.
    @discardableResult
    func end(_ change: MappingFileOrder.Change) -> Bool { order.end(change) }

    /// Writes each of these mappings into its own file, and removes the files of the change's other mappings.
    ///
    /// Mappings whose files a later change has touched are left alone; files with several mappings are kept.
    func save(_ mappings: [Interaction], in change: MappingFileOrder.Change) throws(AdminError) {
        try order.perform(change) { identifiers throws(AdminError) in
            removeFiles(of: identifiers)
            for mapping in mappings where identifiers.contains(mapping.identifier) {
                let json = mapping.wireMockJSON.serializedBytes(pretty: true) + [UInt8(ascii: "\n")]
                try Self.write(json, to: "\(mappingsPath)/\(Self.fileName(of: mapping))")
            }
        }
    }

    private func removeFiles(of identifiers: Set<String>) {
        guard !identifiers.isEmpty else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: mappingsPath)) ?? []
        for name in names where Self.identifier(in: name).map(identifiers.contains) ?? false {
            let path = "\(mappingsPath)/\(name)"
            if Self.isFile(path) { try? FileManager.default.removeItem(atPath: path) }
        }
    }

    /// The identifier at the end of a saved mapping's file name.
    private static func identifier(in name: String) -> String? {
        guard name.hasSuffix(".json") else { return nil }
        let identifier = name.dropLast(5).suffix(36)
        return name.dropLast(41).hasSuffix("-") && StableIdentifier.isUUID(String(identifier))
            ? String(identifier) : nil
    }

    /// `{name | method-url}-{id}.json` in lower case, with unreserved ASCII characters only.
    static func fileName(of interaction: Interaction) -> String {
        let request = interaction.request.wireMockJSON
        let url = ["url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate"].lazy.compactMap {
            request[$0]?.string
        }
        let title = interaction.name ?? "\(request["method"]?.string ?? "any")-\(url.first ?? "any")"
        var text = ""
        for character in title.lowercased() {
            switch character {
            case "a"..."z", "0"..."9": text.append(character)
            case "/", " ", "-", "_", ".": if text.last != "-", !text.isEmpty { text.append("-") }
            case _: break
            }
        }
        while text.last == "-" { text.removeLast() }
        return "\(text.prefix(80))-\(interaction.identifier).json"
    }

    /// The path of a file; rejects names that leave the folder, and symbolic links.
    private func path(of name: String) throws(AdminError) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= 255 }),
            !name.utf8.contains(0), parts.count <= 16
        else {
            let shown = String(name.prefix(120)).printable
            let message = "'\(shown)' is not a valid file name"
            throw AdminError(400, code: AdminError.Code.malformed, message, at: "/path/path")
        }
        var path = filesPath
        for part in parts {
            path += "/" + part
            guard !DiskFile.isLink(path) else { throw Self.noSuchFile(name) }
        }
        return path
    }

    /// Whether the path is a regular file and not a link.
    private static func isFile(_ path: String) -> Bool {
        DiskFile.kind(of: path) == .file && !DiskFile.isLink(path)
    }

    /// Creates or replaces a regular file; never a pipe, a socket or a device.
    private static func write(_ bytes: [UInt8], to path: String) throws(AdminError) {
        let isFree = DiskFile.kind(of: path) == nil && !DiskFile.isLink(path)
        guard isFree || isFile(path) else {
            throw .notPermitted("the path exists and is not a regular file: remove it, or use another name")
        }
        do {
            let file = URL(filePath: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: file, options: .atomic)
        } catch {
            throw .notPermitted("the file cannot be written")
        }
    }

    private static func noSuchFile(_ name: String) -> AdminError {
        .noSuchResource("there is no file '\(String(name.prefix(120)).printable)' in __files")
    }
}
