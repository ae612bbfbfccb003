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
        /// The response, the status, the method, the version and the scheme: one number, as each request compares it.
        let form: UInt64
    }

    private var places: [Key: Int] = [:]
    private var series: [RequestSeries] = []
    /// The key and the place of the last request, because the next one is often of the same kind.
    private var lastKey: Key?
    private var lastPlace = 0

    func count(_ request: Request, _ served: JournalEntry.ServedResponse) {
        let source = served.source?.isForOneRequest == true ? nil : served.source
        let key = Key(source: source.map { ObjectIdentifier($0) }, form: Self.form(of: request, served))
        if key != lastKey {
            lastPlace = place(of: key, request, served)
            lastKey = key
        }
        series[lastPlace].durations.count(served.delayMilliseconds)
    }

    /// The number of the method among the common ones; 0 for any other.
    static func code(ofMethodOf request: Request) -> UInt8 { RequestMethod(request.head, request.method).code }

    /// The series, the oldest first.
    var all: [RequestSeries] { series }

    @inline(__always)
    private static func form(of request: Request, _ served: JournalEntry.ServedResponse) -> UInt64 {
        let version: UInt64 =
            switch request.version {
            case .http10: 0
            case .http11: 1
            case .http2: 2
            }
        let method = UInt64(RequestMethod(request.head, request.method).code)
        let rest = method << 8 | version << 1 | (request.scheme == .https ? 1 : 0)
        return UInt64(UInt32(bitPattern: served.response)) << 32
            | UInt64(UInt16(truncatingIfNeeded: served.status)) << 16 | rest
    }

    private func place(of key: Key, _ request: Request, _ served: JournalEntry.ServedResponse) -> Int {
        if let known = places[key] { return known }
        if series.count >= Self.mostSeries, let last = series.indices.last { return last }
        series.append(RequestSeries(request, served, isForOthers: series.count == Self.mostSeries - 1))
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
    /// The fault of the responses; nil: none.
    package let fault: String?
    /// The method; `_OTHER` for an uncommon one.
    package let method: String
    package let version: Request.Version
    package let scheme: Request.Scheme
    package var durations = DurationHistogram()
    /// Kept, so that no other interaction gets its identity.
    private let source: InteractionSource?

    fileprivate init(_ request: Request, _ served: JournalEntry.ServedResponse, isForOthers: Bool) {
        let definition = served.source?.definition
        source = served.source
        let responses = definition?.responses.responses ?? []
        let position = Int(served.response)
        fault = responses.indices.contains(position) ? responses[position].fault?.effect.rawValue : nil
        outcome = definition == nil ? .unmatched : fault != nil ? .fault : .matched
        scenario = isForOthers ? Self.others : served.source?.slug ?? ""
        route = isForOthers ? Self.others : definition?.route
        status = served.status
        let number = RequestMethod(request.head, request.method).code
        method = number == 0 || isForOthers ? "_OTHER" : RequestMethod.common[Int(number)]
        version = request.version
        scheme = request.scheme
    }

}

extension Interaction {
    /// A name of few values for the paths that it matches: its path template, its path or its name; nil without one.
    var route: String? {
        switch request.url {
        case .urlPathTemplate(let template): template.text
        case .urlPath(let path): path
        case .url(let url): String(url.prefix { $0 != "?" })
        case .any, .urlPattern, .urlPathPattern: name
        }
    }
}

/// The numbers of durations up to each bound.
package struct DurationHistogram: Sendable {
    /// The bounds in milliseconds, those of OpenTelemetry's `http.server.request.duration`.
    package static let bounds = [5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000]

    /// The number of durations of zero, which most are.
    private var immediate = 0
    /// The numbers of the others between the bounds.
    private var delayed: [Int] = []
    package private(set) var sumMilliseconds = 0

    /// The numbers between the bounds; the last one is that of longer durations.
    package var counts: [Int] {
        var counts = delayed.isEmpty ? Self.none : delayed
        counts[0] += immediate
        return counts
    }

    package var count: Int { counts.reduce(0, +) }

    private static let none = [Int](repeating: 0, count: bounds.count + 1)

    @inline(__always)
    mutating func count(_ milliseconds: Int) {
        if milliseconds == 0 { immediate += 1 } else { countDelayed(milliseconds) }
    }

    private mutating func countDelayed(_ milliseconds: Int) {
        if delayed.isEmpty { delayed = Self.none }
        delayed[Self.bounds.firstIndex { milliseconds <= $0 } ?? Self.bounds.count] += 1
        addToSum(milliseconds)
    }

    /// Adds the durations of another series.
    package mutating func add(_ other: DurationHistogram) {
        immediate += other.immediate
        if delayed.isEmpty {
            delayed = other.delayed
        } else {
            for (index, count) in other.delayed.enumerated() { delayed[index] += count }
        }
        addToSum(other.sumMilliseconds)
    }

    private mutating func addToSum(_ milliseconds: Int) {
        let (sum, overflow) = sumMilliseconds.addingReportingOverflow(milliseconds)
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
    /// The number of times that changed scenario files were read without errors.
    package let reloads: Int
    /// The number of times that they had errors, so that previous versions stay in use.
    package let failedReloads: Int
}

extension Engine {
    package var metrics: EngineMetrics {
        EngineMetrics(
            requests: requestMetrics.all,
            sandboxes: sandboxCount,
            journalEntries: journal.count,
            journalBytes: journal.bytes,
            journalEvicted: journal.evicted,
            reloads: reloads,
            failedReloads: failedReloads
        )
    }
}
