private import CBuiltinScenarios
import Scenarios

/// The scenarios of the package, as constant bytes in the executable.
enum BuiltinScenarios {
    /// The beginning of a path among them: `builtin:links/pages.yaml`, `builtin:links`; alone, it names all of them.
    static let prefix = "builtin:"

    /// A file among them.
    struct File {
        /// For example `builtin:links/pages.yaml`.
        let path: String
        let bytes: [UInt8]

        /// Whether other files include it: then it is not a scenario.
        var isShared: Bool { path.split(separator: "/").last?.hasPrefix("_") ?? false }

        /// Whether the path is that of the file, or of a folder that contains it.
        func isAt(_ path: String) -> Bool {
            let folder = path == prefix || path.hasSuffix("/") ? path : path + "/"
            return self.path == path || self.path.hasPrefix(folder)
        }
    }

    /// Returns the files, read from the executable with each call.
    static func files() -> [File] {
        let paths = unsafe parts(of: hypermock_builtin_paths)
        let contents = unsafe parts(of: hypermock_builtin_contents)
        return zip(paths, contents).map { File(path: prefix + String(decoding: $0, as: UTF8.self), bytes: $1) }
    }

    /// Returns the parts that end with a zero byte.
    private static func parts(of bytes: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>) -> [[UInt8]] {
        var count = 0
        let start = unsafe bytes(&count)
        return unsafe UnsafeBufferPointer(start: start, count: count)
            .split(separator: 0, omittingEmptySubsequences: false).dropLast().map { unsafe Array($0) }
    }
}

extension ScenarioSources {
    /// Replaces the paths that name built-in scenarios by their texts.
    ///
    /// A path that names none of them stays a path of the disk, so that reading it reports that it does not exist.
    mutating func addBuiltinScenarios() {
        guard paths.contains(where: { $0.hasPrefix(BuiltinScenarios.prefix) }) else { return }
        let files = BuiltinScenarios.files()
        let scenarios = files.filter { !$0.isShared }
        let named = paths.filter { path in scenarios.contains { $0.isAt(path) } }
        texts += scenarios.filter { file in named.contains { file.isAt($0) } }.map { Text($0.bytes, path: $0.path) }
        for file in files where file.isShared { includable[file.path] = file.bytes }
        paths.removeAll { named.contains($0) }
    }
}
