/// The folder of a scenario file, or WireMock's folder of body files: body files are never read from elsewhere.
package struct BodyFolder: Sendable, Hashable {
    /// Why a body file is not served.
    package struct Refusal: Error {
        package var reason: String
    }

    static let maximumBytes = 64 << 20

    /// The path of a file, and the folder that must contain it.
    private struct Place: Hashable {
        let folder: String
        let bounds: String
    }

    /// No body files at all.
    static let none = BodyFolder(places: [], description: ": there is no folder of body files")

    private let places: [Place]
    /// The folders of body files, for messages.
    private let description: String

    private init(places: [Place], description: String) {
        self.places = places
        self.description = description
    }

    /// The folder of a scenario, `__files` in it, or `__files` beside WireMock's `mappings`.
    init(path: String) {
        let files = WireMockFolder.files
        var places = [Place(folder: path, bounds: path), Place(folder: "\(path)/\(files)", bounds: path)]
        var description = " in '\(path)' or its subfolder \(files)"
        if let beside = Self.besideMappings(path) {
            places.append(Place(folder: beside, bounds: beside))
            description += ", or in '\(beside)'"
        }
        self.init(places: places, description: description)
    }

    /// The folder of a scenario file.
    package init(ofScenario file: String) {
        self.init(path: FileName(file).folder)
    }

    /// The folder `__files` of an unmodified WireMock folder, and nothing else.
    package init(filesPath: String) {
        self.init(places: [Place(folder: filesPath, bounds: filesPath)], description: " in '\(filesPath)'")
    }

    /// For a folder called `mappings`, or one inside it, the path of `__files` beside it; else nil.
    package static func besideMappings(_ folder: String) -> String? {
        for path in [folder, DiskFile.realPath(folder)] {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard let place = parts.lastIndex(of: WireMockFolder.mappings[...]) else { continue }
            return (parts[..<place] + [WireMockFolder.files[...]]).joined(separator: "/")
        }
        return nil
    }

    /// The possible paths of a body file, in order.
    package func paths(of name: String) -> [String] {
        places.map { "\($0.folder)/\(name)" }
    }

    /// Opens a regular file inside the folder; returns nil if it does not exist.
    package func file(_ name: String) -> OpenFile? {
        guard paths(of: name).contains(where: { DiskFile.kind(of: $0) == .file }),
            let path = try? path(of: name)
        else { return nil }
        return try? OpenFile(path)
    }

    /// The bytes of a file in one of the places.
    ///
    /// - Throws: ``Refusal`` if the file does not exist, is outside the folder, or is too large.
    package func read(_ name: String) throws(Refusal) -> [UInt8] {
        let path = try path(of: name)
        do throws(DiskFile.Failure) {
            return try DiskFile.contents(of: path, limit: Self.maximumBytes)
        } catch {
            throw Refusal(reason: error.reason)
        }
    }

    /// The version of a file in one of the places.
    ///
    /// - Throws: ``Refusal`` as `read` does.
    func version(_ name: String) throws(Refusal) -> DiskFile.Version {
        let path = try path(of: name)
        guard let version = DiskFile.version(of: path) else { throw Refusal(reason: "'\(path)' is not a regular file") }
        guard version.size <= Self.maximumBytes else {
            throw Refusal(reason: "'\(path)' is larger than \(Self.maximumBytes >> 20) MiB")
        }
        return version
    }

    /// Some of WireMock's users write names from the folder of mappings.
    private static let fromMappings = "../\(WireMockFolder.files)/"

    private func path(of written: String) throws(Refusal) -> String {
        let isBeside = places.count == 1 && written.hasPrefix(Self.fromMappings)
        let name = isBeside ? String(written.dropFirst(Self.fromMappings.count)) : written
        guard !name.isEmpty, !name.utf8.contains(0) else { throw Refusal(reason: "a file name is missing") }
        guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
            throw Refusal(reason: "'\(name)' is outside the scenario's folder")
        }
        guard let place = places.first(where: { DiskFile.exists("\($0.folder)/\(name)") }) else {
            throw Refusal(reason: "no file '\(name)'\(description)")
        }
        let file = "\(place.folder)/\(name)"
        let inside = DiskFile.realPath(place.bounds)
        guard DiskFile.realPath(file).hasPrefix(inside == "/" ? "/" : inside + "/") else {
            throw Refusal(reason: "'\(name)' is outside the scenario's folder: it leads through a symbolic link")
        }
        return file
    }
}

extension Scenario {
    /// The possible paths of the body files that the scenario names.
    package var bodyPaths: Set<String> {
        let responses = variants.all.flatMap { $0.interactions.flatMap(\.responses.responses) }
        let folder = BodyFolder(ofScenario: file)
        return Set(Set(responses.compactMap(\.bodyFileName)).flatMap { folder.paths(of: $0) })
    }
}
