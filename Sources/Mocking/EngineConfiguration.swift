package import Scenarios

/// The scenarios that an engine serves at its root, and the limits of its journal and its sandboxes.
package struct EngineConfiguration: Sendable {
    /// The slugs that `/` serves; empty: the scenarios with `root: true`, or if there are none, all without a matrix.
    package var rootSlugs: [String] = []
    /// The base URL to use in links instead of `http://` and the `Host` of a request; without a trailing slash.
    package var publicURL: String?
    /// Returns the other port of a port on which the server listens, for scenarios with an origin on another port.
    package var portBeside: @Sendable (Int) -> Int? = { _ in nil }
    /// Opens a file of a WireMock folder, by folder and name; nil: no static files are served.
    package var findFile: StaticFiles.Finder?
    /// Whether explanations show `Authorization` and cookies instead of redacting them.
    package var showsCredentials = false
    /// The maximum number of requests that the journal keeps for all addresses together; 0 turns it off.
    package var journalEntries = 10_000
    /// The maximum number of bytes that the journal keeps for all addresses together; 0 turns it off.
    package var journalBytes = 64 << 20
    /// Seconds without a request after which a sandbox is dropped.
    package var sandboxIdle = 600
    /// The maximum number of sandboxes; beyond it the least recently used one is dropped.
    package var maxSandboxes = 10_000

    /// The maximum number of bytes that the live resources of one address keep.
    package var maxResourceBytes = 64 << 20
    /// Whether live resources reject parameters that mean nothing to them.
    package var isStrict = false
    /// Whether live resources that are kept in files begin with the items there.
    package var loadsSavedResources = true

    /// Whether the state is shared with other engines, so that sandboxes are removed for all of them at once.
    package var isShared = false

    /// The machine that templates name.
    package var machine = TemplateMachine()

    /// Whether requests are kept.
    package var isJournalOn: Bool { journalEntries > 0 && journalBytes > 0 }

    /// Creates a configuration with the defaults of `hypermock serve`.
    package init() {}
}
