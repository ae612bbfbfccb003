/// What an engine serves at its root, and the limits of what it keeps.
package struct EngineConfiguration: Sendable {
    /// The slugs that `/` serves; empty: what the scenarios themselves say (`root: true`), else all without a matrix.
    package var rootSlugs: [String] = []
    /// Stands for `http://` + `Host` in rewritten links; without a slash at its end.
    package var publicURL: String?
    /// Opens a file in a folder of WireMock's, by folder and name; nil: no static files are served.
    package var findFile: StaticFiles.Finder?
    /// Whether explanations show `Authorization` and cookies as they came and as they are expected.
    package var showsCredentials = false
    /// The most requests that the journal keeps, over all addresses; 0 turns it off.
    package var journalEntries = 10_000
    /// The most bytes that the journal keeps, over all addresses; 0 turns it off.
    package var journalBytes = 64 << 20
    /// After how many seconds without a request a sandbox is dropped.
    package var sandboxIdle = 600
    /// Beyond that many sandboxes the one that was unused for longest is dropped.
    package var maxSandboxes = 10_000

    /// The defaults of `hypermock serve`.
    package init() {}
}
