/// The folder of a scenario file, which its body files never leave, aside from the one that WireMock has for them.
package struct BodyFolder: Sendable {
    /// Why a body file is not served.
    struct Refusal: Error {
        var reason: String
    }

    static let maximumBytes = 64 << 20
    /// WireMock's names for the folder of bodies and for that of mappings, which stand side by side.
    private static let files = "__files"
    private static let mappings = "mappings"

    let path: String

    /// For a folder called `mappings`, or one inside of it, the path of `__files` beside it; else nil.
    package static func besideMappings(_ folder: String) -> String? {
        for path in [folder, DiskFile.realPath(folder)] {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard let place = parts.lastIndex(of: Self.mappings[...]) else { continue }
            return (parts[..<place] + [Self.files[...]]).joined(separator: "/")
        }
        return nil
    }

    /// The bytes of a file in the folder, in `__files` in it, or in `__files` beside WireMock's `mappings`.
    ///
    /// - Throws: ``Refusal`` when there is no such file, when it lies outside, or when it is too large.
    func read(_ name: String) throws(Refusal) -> [UInt8] {
        guard !name.isEmpty, !name.utf8.contains(0) else { throw Refusal(reason: "a file name is missing") }
        guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
            throw Refusal(reason: "'\(name)' leads out of the scenario's folder")
        }
        let (file, folder) = try find(name)
        let inside = DiskFile.realPath(folder)
        guard DiskFile.realPath(file).hasPrefix(inside == "/" ? "/" : inside + "/") else {
            throw Refusal(reason: "'\(name)' leads out of the scenario's folder by a symbolic link")
        }
        do throws(DiskFile.Failure) {
            return try DiskFile.read(file, limit: Self.maximumBytes)
        } catch {
            throw Refusal(reason: error.reason)
        }
    }

    /// The file, and the folder that it must lie in.
    private func find(_ name: String) throws(Refusal) -> (file: String, folder: String) {
        for file in ["\(path)/\(name)", "\(path)/\(Self.files)/\(name)"] where DiskFile.exists(file) {
            return (file, path)
        }
        guard let beside = Self.besideMappings(path) else {
            throw Refusal(reason: "no file '\(name)' in '\(path)', nor in \(Self.files) there")
        }
        let file = "\(beside)/\(name)"
        guard DiskFile.exists(file) else {
            throw Refusal(reason: "no file '\(name)' in '\(path)', nor in \(Self.files) there, nor in '\(beside)'")
        }
        return (file, beside)
    }
}
