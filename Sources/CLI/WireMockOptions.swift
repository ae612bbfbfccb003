import ArgumentParser
import MockServing
import Scenarios

/// What launchers of WireMock put on the command line; accepted, and hidden from the help.
///
/// `WireMockArguments` has what means nothing here, and what is not accepted.
struct WireMockOptions: ParsableArguments {
    @Option(name: .customLong("jar", withSingleDash: true), help: .hidden)
    var jar: String?

    @Option(name: .customLong("root-dir"), help: .hidden)
    var rootFolder: String?

    @Option(help: .hidden)
    var maxRequestJournalEntries: Int?

    @Flag(help: .hidden)
    var noRequestJournal = false

    @Flag(help: .hidden)
    var disableRequestLogging = false

    @Flag(help: .hidden)
    var globalResponseTemplating = false

    @Flag(help: .hidden)
    var verbose = false

    @Option(help: .hidden)
    var jettyHeaderRequestSize: Int?

    @Option(help: .hidden)
    var jettyIdleTimeout: Int?

    @Flag(help: .hidden)
    var disableGzip = false

    @Option(help: .hidden)
    var useChunkedEncoding: ChunkedEncoding?

    /// When WireMock sends chunks; here a response says that itself.
    enum ChunkedEncoding: String, ExpressibleByArgument, CaseIterable {
        case always
        case bodyFile = "body_file"
        case never
    }

    func validate() throws {
        guard let useChunkedEncoding, useChunkedEncoding != .never else { return }
        throw ValidationError(
            "--use-chunked-encoding \(useChunkedEncoding.rawValue) is not supported: a mapping says \"transferEncoding\": \"chunked\""
        )
    }

    /// WireMock's launchers start without a path: in their folder, or in the one that they name.
    func sources(_ paths: [String], isStrict: Bool) -> ScenarioSources {
        let folder = folder(paths)
        var sources = ScenarioSources(
            paths: paths.isEmpty && folder == nil ? ["Scenarios"] : paths,
            wireMockFolder: folder,
            isStrict: isStrict,
            scope: .firstVariant
        )
        sources.templatesAll = globalResponseTemplating
        return sources
    }

    /// Where mappings and files are; nil: only where paths lead.
    func folder(_ paths: [String]) -> String? {
        rootFolder ?? (jar != nil && paths.isEmpty ? "." : nil)
    }

    func apply(to configuration: inout MockServerConfiguration) {
        if let maxRequestJournalEntries {
            configuration.journalEntries = maxRequestJournalEntries.clamped(to: OptionRange.count)
        }
        if let jettyHeaderRequestSize {
            configuration.maxHeaderBytes = jettyHeaderRequestSize.clamped(to: 1024...OptionRange.bytes.upperBound)
        }
        if let jettyIdleTimeout {
            configuration.idleTimeout = Double(jettyIdleTimeout.clamped(to: 1...86_400_000)) / 1000
        }
        if disableGzip { configuration.compresses = false }
        if noRequestJournal { configuration.journalEntries = 0 }
        configuration.templatesAll = globalResponseTemplating
        // A launcher may have a pipe for the output that nobody reads.
        if disableRequestLogging || (jar != nil && !verbose) { configuration.log = nil }
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
