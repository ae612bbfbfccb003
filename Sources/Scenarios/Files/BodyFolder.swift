/// The folder of a scenario file, which its body files never leave.
struct BodyFolder: Sendable {
    /// Why a body file is not served.
    struct Refusal: Error {
        var reason: String
    }

    static let maximumBytes = 64 << 20
    /// WireMock's name for the folder of bodies.
    static let subfolder = "__files"

    let path: String

    /// The bytes of a file in the folder, or in `__files` in it.
    ///
    /// - Throws: ``Refusal`` when there is no such file, when it lies outside, or when it is too large.
    func read(_ name: String) throws(Refusal) -> [UInt8] {
        guard !name.isEmpty, !name.utf8.contains(0) else { throw Refusal(reason: "a file name is missing") }
        guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
            throw Refusal(reason: "'\(name)' leads out of the scenario's folder")
        }
        let candidates = ["\(path)/\(name)", "\(path)/\(Self.subfolder)/\(name)"]
        guard let found = candidates.first(where: { DiskFile.exists($0) }) else {
            throw Refusal(reason: "no file '\(name)' in '\(path)', nor in \(Self.subfolder) there")
        }
        let inside = DiskFile.realPath(path)
        guard DiskFile.realPath(found).hasPrefix(inside == "/" ? "/" : inside + "/") else {
            throw Refusal(reason: "'\(name)' leads out of the scenario's folder by a symbolic link")
        }
        do throws(DiskFile.Failure) {
            return try DiskFile.read(found, limit: Self.maximumBytes)
        } catch {
            throw Refusal(reason: error.reason)
        }
    }
}
