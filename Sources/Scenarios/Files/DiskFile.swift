#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What the reader needs of the file system.
enum DiskFile {
    /// Why a file or folder could not be read.
    struct Failure: Error {
        var reason: String
    }

    enum Kind {
        case file
        case folder
        /// A device, a pipe or a socket, which reading might block on.
        case other
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    /// The absolute path without symbolic links.
    static func realPath(_ path: String) -> String {
        var resolved = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
        while resolved.count > 1, resolved.hasSuffix("/") { resolved.removeLast() }
        return resolved
    }

    /// What lies at the end of a path and its links; nil when nothing does.
    static func kind(of path: String) -> Kind? {
        attributes(of: path).map(kind)
    }

    /// The names in a folder, in no particular order.
    static func names(in folder: String) throws(Failure) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw Failure(reason: "the folder can not be read")
        }
        return names
    }

    static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        guard let attributes = attributes(of: path), kind(attributes) == .file else {
            throw Failure(reason: "'\(path)' is no regular file")
        }
        if let size = attributes[.size] as? UInt64, size > limit { throw tooLarge(path, limit) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(reason: "'\(path)' can not be read")
        }
        guard data.count <= limit else { throw tooLarge(path, limit) }
        return [UInt8](data)
    }

    /// Of what a link leads to, where the path is one: resolving every path would be slow.
    private static func attributes(of path: String) -> [FileAttributeKey: Any]? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeSymbolicLink else { return attributes }
        return try? FileManager.default.attributesOfItem(atPath: realPath(path))
    }

    private static func kind(_ attributes: [FileAttributeKey: Any]) -> Kind {
        switch attributes[.type] as? FileAttributeType {
        case .typeRegular?: .file
        case .typeDirectory?: .folder
        case nil, .some: .other
        }
    }

    private static func tooLarge(_ path: String, _ limit: Int) -> Failure {
        Failure(reason: "'\(path)' is larger than \(limit >> 20) MiB")
    }
}
