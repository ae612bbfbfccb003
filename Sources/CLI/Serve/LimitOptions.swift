import ArgumentParser
import MockServing

/// The limits of the server.
struct LimitOptions: ParsableArguments {
    private static let defaults = MockServerConfiguration()

    @Option(help: "Maximum number of requests in the journal; 0 turns it off.")
    var journalEntries = Self.defaults.journalEntries

    @Option(help: "Maximum size of the journal in bytes; 0 turns it off.")
    var journalBytes = Self.defaults.journalBytes

    @Option(help: "Maximum number of connections of a thread; beyond it, the server closes an idle or incomplete one.")
    var maxConnections = Self.defaults.maxConnections

    @Option(
        name: .customLong("http2-streams"),
        help: "Maximum number of concurrent requests on one HTTP/2 connection; further ones wait."
    )
    var http2Streams = Self.defaults.http2Streams

    @Option(help: "Maximum size of a request's head in bytes; beyond it, the response is 431.")
    var maxHeaderBytes = Self.defaults.maxHeaderBytes

    @Option(help: "Maximum size of a decompressed request body in bytes; beyond it, the response is 413.")
    var maxBodyBytes = Self.defaults.maxBodyBytes

    @Option(help: "Seconds within which a request's head must arrive; after that, the response is 408.")
    var headerTimeout = Self.defaults.headerTimeout

    @Option(help: "Seconds after which an idle connection is closed.")
    var idleTimeout = Self.defaults.idleTimeout

    @Option(help: "Seconds after which an unused sandbox is removed.")
    var sandboxIdle = Self.defaults.sandboxIdle

    @Option(help: "Maximum number of sandboxes; beyond it, the server removes the least recently used one.")
    var maxSandboxes = Self.defaults.maxSandboxes

    @Option(
        help: """
            Maximum size of the live resources of an address in bytes, and a quarter of that of all addresses; beyond it, \
            the response is 507.
            """
    )
    var maxResourceBytes = Self.defaults.maxResourceBytes

    func validate() throws {
        try OptionRange.check(journalEntries, in: OptionRange.count, of: "--journal-entries")
        try OptionRange.check(journalBytes, in: OptionRange.bytes, of: "--journal-bytes")
        try OptionRange.check(maxConnections, in: 1...OptionRange.count.upperBound, of: "--max-connections")
        try OptionRange.check(http2Streams, in: 1...OptionRange.count.upperBound, of: "--http2-streams")
        try OptionRange.check(maxHeaderBytes, in: 1024...OptionRange.bytes.upperBound, of: "--max-header-bytes")
        try OptionRange.check(maxBodyBytes, in: OptionRange.bytes, of: "--max-body-bytes")
        try OptionRange.check(headerTimeout, in: OptionRange.shortSeconds, of: "--header-timeout")
        try OptionRange.check(idleTimeout, in: OptionRange.shortSeconds, of: "--idle-timeout")
        try OptionRange.check(sandboxIdle, in: OptionRange.seconds, of: "--sandbox-idle")
        try OptionRange.check(maxSandboxes, in: 1...OptionRange.count.upperBound, of: "--max-sandboxes")
        try OptionRange.check(maxResourceBytes, in: OptionRange.bytes, of: "--max-resource-bytes")
    }

    func apply(to configuration: inout MockServerConfiguration) {
        configuration.journalEntries = journalEntries
        configuration.journalBytes = journalBytes
        configuration.maxConnections = maxConnections
        configuration.http2Streams = http2Streams
        configuration.maxHeaderBytes = maxHeaderBytes
        configuration.maxBodyBytes = maxBodyBytes
        configuration.headerTimeout = headerTimeout
        configuration.idleTimeout = idleTimeout
        configuration.sandboxIdle = sandboxIdle
        configuration.maxSandboxes = maxSandboxes
        configuration.maxResourceBytes = maxResourceBytes
    }
}
