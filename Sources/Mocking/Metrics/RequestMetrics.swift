import Matching
package import Messages
import Scenarios

/// Counts requests by their interaction and their form, and how long their responses are delayed.
///
/// Plain integers, which belong to the owner of the engine; a request costs a comparison or a lookup, and two additions.
final class RequestMetrics {
    /// The maximum number of series; further requests are counted together.
    private static let mostSeries = 2000

    /// Everything that the labels of a series are made from.
    private struct Key: Hashable {
        /// nil: unmatched, or one of too many.
        let source: ObjectIdentifier?
        let response: Int32
        let status: Int
        /// The number of `RequestMethod`.
        let method: UInt8
        let version: Request.Version
        let scheme: Request.Scheme
    }

    private var places: [Key: Int] = [:]
    private var series: [RequestSeries] = []
    /// The key and the place of the last request, because the next one is often of the same kind.
    private var last: (key: Key, place: Int)?

    func count(_ request: Request, _ served: JournalEntry.ServedResponse) {
        let source = served.source?.isForOneRequest == true ? nil : served.source
        let key = Key(
            source: source.map { ObjectIdentifier($0) },
            response: served.response,
            status: served.status,
            method: RequestMethod(request.head, request.method).code,
            version: request.version,
            scheme: request.scheme
        )
        let place = last?.key == key ? last?.place ?? 0 : self.place(of: key, served)
        last = (key, place)
        series[place].durations.count(served.delayMilliseconds)
    }

    /// The series, the oldest first.
    var all: [RequestSeries] { series }

    private func place(of key: Key, _ served: JournalEntry.ServedResponse) -> Int {
        if let known = places[key] { return known }
        if series.count >= Self.mostSeries, let last = series.indices.last { return last }
        let isLast = series.count == Self.mostSeries - 1
        series.append(RequestSeries(served, method: key.method, key.version, key.scheme, isForOthers: isLast))
        places[key] = series.count - 1
        return series.count - 1
    }
}

/// The requests of one kind.
package struct RequestSeries: Sendable {
    /// The result of a request.
    package enum Outcome: String, Sendable, Hashable { case matched, unmatched, fault }

    /// The name of what is counted together because there are too many kinds.
    package static let others = "_other"

    package let outcome: Outcome
    /// The slug of the scenario; empty for an unmatched request, or a mapping outside of a scenario.
    package let scenario: String
    /// The path template, the path or the name of the interaction; nil without one.
    package let route: String?
    /// 0 for exact bytes.
    package let status: Int
    /// The method; `_OTHER` for an uncommon one.
    package let method: String
    package let version: Request.Version
    package let scheme: Request.Scheme
    package var durations = DurationHistogram()
    /// Kept, so that no other interaction gets its identity.
    private let source: InteractionSource?

    fileprivate init(
        _ served: JournalEntry.ServedResponse,
        method: UInt8,
        _ version: Request.Version,
        _ scheme: Request.Scheme,
        isForOthers: Bool
    ) {
        let definition = served.source?.definition
        source = served.source
        let responses = definition?.responses.responses ?? []
        let isFaulty = responses.indices.contains(Int(served.response)) && responses[Int(served.response)].fault != nil
        outcome = definition == nil ? .unmatched : isFaulty ? .fault : .matched
        scenario = isForOthers ? Self.others : served.source?.slug ?? ""
        route = isForOthers ? Self.others : definition.flatMap(Self.route)
        status = served.status
        self.method = method == 0 || isForOthers ? "_OTHER" : RequestMethod.common[Int(method)]
        self.version = version
        self.scheme = scheme
    }

    private static func route(of interaction: Interaction) -> String? {
        switch interaction.request.url {
        case .urlPathTemplate(let template): template.text
        case .urlPath(let path): path
        case .any, .url, .urlPattern, .urlPathPattern: interaction.name
        }
    }
}

/// The numbers of durations up to each bound.
package struct DurationHistogram: Sendable {
    /// The bounds in milliseconds, those of OpenTelemetry's `http.server.request.duration`.
    package static let bounds = [5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000]

    /// The numbers between the bounds; the last one is that of longer durations.
    package private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    package private(set) var sumMilliseconds = 0

    package var count: Int { counts.reduce(0, +) }

    mutating func count(_ milliseconds: Int) {
        if milliseconds <= Self.bounds[0] {
            counts[0] += 1
        } else {
            counts[Self.bounds.firstIndex { milliseconds <= $0 } ?? Self.bounds.count] += 1
        }
        let (sum, overflow) = sumMilliseconds.addingReportingOverflow(milliseconds)
        sumMilliseconds = overflow ? .max : sum
    }

    /// Adds the durations of another series.
    package mutating func add(_ other: DurationHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        let (sum, overflow) = sumMilliseconds.addingReportingOverflow(other.sumMilliseconds)
        sumMilliseconds = overflow ? .max : sum
    }
}

/// The counts of an engine at one moment.
package struct EngineMetrics: Sendable {
    package let requests: [RequestSeries]
    package let sandboxes: Int
    package let journalEntries: Int
    package let journalBytes: Int
    /// The number of requests that the journal has dropped for newer ones.
    package let journalEvicted: Int
    /// The number of times that scenarios were replaced.
    package let reloads: Int
}

extension Engine {
    package var metrics: EngineMetrics {
        EngineMetrics(
            requests: requestMetrics.all,
            sandboxes: sandboxCount,
            journalEntries: journal.count,
            journalBytes: journal.bytes,
            journalEvicted: journal.evicted,
            reloads: reloads
        )
    }
}
