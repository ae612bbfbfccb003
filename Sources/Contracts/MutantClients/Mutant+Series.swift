import HALClient
import Scenarios

extension Mutant {
    /// Faults in calls of several requests: pages, deadlines, and requests that are sent again.
    static let seriesFaults: [Mutant] = [
        .sending("pages-first-only", "only the first page is requested") { call, _ in call.request.pages = nil },
        Mutant("pages-in-circles", "pages that were visited before are requested again", followsCycles: true),
        .sending("pages-unlimited", "the maximum number of pages is ignored") { call, _ in
            call.request.pages?.limit *= 10
        },
        .sending("deadline-ignored", "the deadline of a call is ignored") { call, _ in
            call.request.deadlineMilliseconds = nil
        },
        .sending("deadline-per-request", "the deadline begins anew with each request") { call, _ in
            guard let deadline = call.request.deadlineMilliseconds else { return }
            call.request.timeoutMilliseconds = deadline
            call.request.deadlineMilliseconds = nil
        },
        Mutant("reads-not-repeated", "no request is sent again when a reused connection has ended", repeats: .none),
        Mutant("changes-repeated", "every request is sent again when a connection has ended", repeats: .all),
    ]
}
