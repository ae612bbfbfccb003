/// A body file that is read when its response is sent, not before.
package struct StoredBody: Sendable, Hashable {
    /// A file that cannot be read, or can no longer be read, and why.
    package struct Failure: Error {
        package let reason: String
    }

    private let folder: BodyFolder
    private let name: String
    /// The size and the time of the last change when the file was named, so that another version of it is another body.
    private let version: DiskFile.Version

    /// - Throws: ``BodyFolder/Refusal`` if the file does not exist or is outside the folder.
    init(_ name: String, in folder: BodyFolder) throws(BodyFolder.Refusal) {
        self.folder = folder
        self.name = name
        version = try folder.version(name)
    }

    /// In bytes, when the file was named.
    package var size: Int { version.size }

    /// Differs for another version of the file.
    var versionText: String { "\(version.size) \(version.seconds).\(version.nanoseconds)" }

    /// The bytes of the file now.
    package func read() throws(Failure) -> [UInt8] {
        do throws(BodyFolder.Refusal) {
            return try folder.read(name)
        } catch {
            throw Failure(reason: error.reason)
        }
    }
}
