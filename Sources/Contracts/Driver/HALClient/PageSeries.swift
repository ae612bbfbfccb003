import HAL
import HALClient
import Scenarios

/// The pages of a series, which only the async API walks through.
struct PageSeries {
    private let walk: PageWalk
    private let start: Target
    private let options: RequestOptions

    init(_ walk: PageWalk, from start: Target, _ options: RequestOptions) {
        self.walk = walk
        self.start = start
        self.options = options
    }

    /// Walks to the last page, and returns its outcome with the embedded resources of all pages.
    ///
    /// `keep` receives the last page, if the walk reaches it.
    func outcome(
        with client: any CallPerforming,
        _ notices: NoticeList,
        keep: @Sendable (Representation<JSONObject>?) -> Void
    ) async -> ReportedOutcome {
        // A contract judges the first response of each page, so none is requested again.
        let policy = PagingPolicy(
            next: LinkSelector(LinkRelation(walk.relation)),
            maximumPages: walk.limit,
            attempts: 1
        )
        var pages = client.pages(from: start, as: JSONObject.self, policy: policy, options: options)
            .makeAsyncIterator()
        var last: Representation<JSONObject>?
        var embedded: [ReportedEmbedded] = []
        do throws(PagingFailure) {
            while let page = try await pages.next() {
                last = page
                for found in ReportedOutcome(Outcome<JSONObject>.success(page)).embedded { embedded.add(found) }
            }
        } catch {
            return ReportedOutcome(error, notices: notices.all)
        }
        keep(last)
        guard let last else { return ReportedOutcome(.undecodable) }
        var outcome = ReportedOutcome(Outcome<JSONObject>.success(last), notices: notices.all)
        outcome.embedded = embedded
        return outcome
    }
}

extension [ReportedEmbedded] {
    /// Adds the resources of another page to those of the same name.
    mutating func add(_ found: ReportedEmbedded) {
        if let place = firstIndex(where: { $0.name == found.name }) {
            self[place].models += found.models
        } else {
            append(found)
        }
    }
}

extension ReportedOutcome {
    /// Reads the reason for which a walk ended; a series that does not end is undecodable.
    fileprivate init(_ failure: PagingFailure, notices: [CallNotice]) {
        switch failure.reason {
        case .outcome(let outcome):
            self.init(outcome.withoutModel() as Outcome<JSONObject>, notices: notices)
        case .cycle, .tooManyPages: self.init(.undecodable)
        case .retryAfter: self.init(.serverUnavailable)
        }
        detail = failure.description
    }
}
