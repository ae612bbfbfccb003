import Scenarios

/// What the admin API has besides the engine; the same for every address.
struct AdminServices: Sendable {
    let reader: WireMockReader
    /// Where mappings and files are kept; nil: the server was started without such a folder.
    let folder: StubFolder?
    /// How WireMock folders are read; `paths` is empty.
    let sources: ScenarioSources
    /// Whether credentials of requests are shown to everybody who may use the admin API.
    let showsCredentials: Bool
    /// In milliseconds since 1970.
    let startedAt: Int64

    init(
        folder: StubFolder? = nil,
        templatesAll: Bool = false,
        isStrict: Bool = false,
        showsCredentials: Bool = false,
        startedAt: Int64 = 0
    ) {
        self.folder = folder
        var sources = ScenarioSources(paths: [], isStrict: isStrict, scope: .firstVariant)
        sources.templatesAll = templatesAll
        self.sources = sources
        self.showsCredentials = showsCredentials
        self.startedAt = startedAt
        reader = WireMockReader(filesPath: folder?.filesPath, templatesAll: templatesAll)
    }
}
