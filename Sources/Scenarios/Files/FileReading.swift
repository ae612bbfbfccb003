import Documents

/// One scenario file as it was read.
struct FileReading: Sendable {
    let path: String
    let scenario: Scenario?
    let issues: [ScenarioIssue]
    private let slug: String?
    /// The version of the file that another load need not read again; nil: it must.
    private let lastingVersion: DiskFile.Version?

    /// Reads a file, unless `earlier` is a reading of the same version of it.
    init(_ path: String, slug: String?, _ sources: ScenarioSources, after earlier: FileReading?) {
        // Before the bytes: a change in between gives another version.
        let version = DiskFile.version(of: path)
        if let earlier, let version, earlier.lastingVersion == version, earlier.slug == slug {
            self = earlier
            return
        }
        let isSettled = version?.isSettled ?? false
        do throws(DiskFile.Failure) {
            let bytes = try DiskFile.contents(of: path, limit: ScenarioReader.maximumBytes)
            let read = Self.read(bytes, path, slug, sources)
            self.init(path, slug, read, read.isSelfContained && isSettled ? version : nil)
        } catch {
            let issue = ScenarioIssue(.error, ofFile: path, message: error.reason)
            self.init(path, slug, ScenarioReader.Result(issues: [issue]), nil)
        }
    }

    /// Reads a file that is given as bytes.
    init(_ text: ScenarioSources.Text, slug: String?, _ sources: ScenarioSources) {
        self.init(text.path, slug, Self.read(text.bytes, text.path, slug, sources), nil)
    }

    private init(_ path: String, _ slug: String?, _ read: ScenarioReader.Result, _ lastingVersion: DiskFile.Version?) {
        self.path = path
        self.slug = slug
        (scenario, issues) = (read.scenario, read.issues)
        self.lastingVersion = lastingVersion
    }

    private static func read(
        _ bytes: [UInt8],
        _ path: String,
        _ slug: String?,
        _ sources: ScenarioSources
    ) -> ScenarioReader.Result {
        ScenarioReader.read(
            bytes,
            path: path,
            slug: slug,
            rules: sources.rules,
            templatesAll: sources.templatesAll,
            includes: IncludeFolders(sources.folders, texts: sources.includable)
        )
    }
}
