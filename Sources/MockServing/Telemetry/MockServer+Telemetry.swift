package import HAL
import Mocking
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Requests of the journal as spans, for an exporter.
package struct SpanBatch: Sendable {
    /// The maximum number of requests that are read at once, so that the loop is free soon.
    static let mostRequests = 512

    /// The spans in OTLP/JSON; without those whose callers do not record their traces.
    package private(set) var spans: [JSONValue] = []
    /// The id of the last request that the reader has now.
    package let last: Int
    /// The number of requests that left the journal before the reader got them, or that it never had.
    package let missed: Int
    /// Whether there may be more requests.
    package let isFull: Bool

    init(_ tail: JournalTail, after reader: Int) {
        var random = SystemRandomNumberGenerator()
        spans = tail.entries.compactMap { RequestSpan($0)?.json(&random) }
        last = tail.last
        missed = max(0, tail.last - reader - tail.entries.count)
        isFull = tail.entries.count == Self.mostRequests
    }

    /// A document with spans of a server, `ExportTraceServiceRequest`.
    package static func document(_ spans: some Sequence<JSONValue>, _ resource: [OTLP.Attribute]) -> [UInt8] {
        let scope: JSONValue = ["scope": OTLP.scope, "spans": .array(Array(spans))]
        let document: JSONValue = ["resourceSpans": [["resource": OTLP.resource(resource), "scopeSpans": [scope]]]]
        return document.serializedBytes()
    }
}

extension MockServer {
    /// The spans of the requests to all addresses after the one with the id `reader`, oldest first.
    ///
    /// Only the search in the journal takes time of the loop.
    ///
    /// - Throws: If the server was stopped.
    package func spans(after reader: Int) async throws -> SpanBatch {
        let tail = try await journalTail(after: reader, limit: SpanBatch.mostRequests)
        return SpanBatch(tail, after: reader)
    }

    /// The id of the last request to any address; 0 before the first.
    ///
    /// - Throws: If the server was stopped.
    package func lastRequest() async throws -> Int {
        try await lastJournaled()
    }

    /// The current metrics as a document of OTLP/JSON.
    ///
    /// - Throws: If the server was stopped.
    package func metricsDocument(_ resource: [OTLP.Attribute], _ exported: SpanCounts) async throws -> [UInt8] {
        let (metrics, gauges, startedAt) = try await measure()
        let document = MetricsDocument(
            requests: MeasuredRequests(metrics.requests),
            metrics: ServerMetric.all(metrics, gauges, exported),
            startedAt: startedAt,
            now: Int64(Date().timeIntervalSince1970 * 1000)
        )
        return document.bytes(resource)
    }
}
