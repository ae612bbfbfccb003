import ArgumentParser
import MockServing
import Scenarios

/// WireMock's options that have an effect here; hidden from the help.
///
/// ``WireMockArguments`` has the options without effect, and those that are rejected.
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

    @Flag(name: .customLong("disable-http2-plain"), help: .hidden)
    var disableHTTP2Plain = false

    @Flag(name: .customLong("disable-http2-tls"), help: .hidden)
    var disableHTTP2TLS = false

    /// Returns the sources; without paths, WireMock's launchers use their folder, or the one in `--root-dir`.
    func sources(_ paths: [String], isStrict: Bool) -> ScenarioSources {
        let folder = folder(paths)
        var sources = ScenarioSources(
            paths: paths.isEmpty && folder == nil ? ["Scenarios"] : paths,
            wireMockFolder: folder,
            isStrict: isStrict,
            scope: .firstVariant
        )
        sources.addBuiltinScenarios()
        sources.templatesAll = globalResponseTemplating
        return sources
    }

    /// Returns the folder of mappings and files, if there is one besides the paths.
    ///
    /// Without paths and without a folder `Scenarios`, it is the working directory if that has WireMock's folders.
    func folder(_ paths: [String]) -> String? {
        if let rootFolder { return rootFolder }
        guard paths.isEmpty else { return nil }
        let isHere = jar != nil || !ScenarioSources.mayName("Scenarios") && WireMockFolder(path: ".").exists
        return isHere ? "." : nil
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
        if disableHTTP2Plain { configuration.servesHTTP2InTheClear = false }
        if disableHTTP2TLS { configuration.servesHTTP2OverTLS = false }
        if noRequestJournal { configuration.journalEntries = 0 }
        configuration.templatesAll = globalResponseTemplating
        // A launcher may connect the output to a pipe without reading it.
        if disableRequestLogging || (jar != nil && !verbose) { configuration.log = nil }
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
