import Matching
package import Messages
import Scenarios

/// Requests to an engine whose state is shared with other engines: `decide`, then the store's verdict, then `settle`.
extension Engine {
    /// Finds the interactions that may respond, without changing anything.
    package func decide(_ request: Request) -> Decision {
        var range = OriginForm.range(of: request.target, in: request.head)
        var mount = root
        if Address.begins(request.head, at: range.lowerBound, before: range.upperBound) {
            do throws(AddressError) {
                mount = try self.mount(ofFirstSegmentOf: &range, request)
            } catch {
                return .contested(root.contest(range, unknownAddress: error))
            }
        }
        let target = RequestTarget(request.head, range)
        if let path = AdministrationPath.below(target) { return .administration(mount, path: path) }
        return .contested(mount.contest(for: request, target))
    }

    /// Returns the reply that the shared state has chosen; `written` is that of a live resource that was changed.
    package func settle(
        _ contest: Contest,
        _ verdict: Verdict,
        for request: Request,
        written: MockReply? = nil
    ) -> Reply {
        guard var error = contest.unknownAddress else {
            return contest.mount.settle(contest, verdict, for: request, written, random)
        }
        root.count(request, .unmatched)
        error.form = ExplanationForm(request)
        return .unknownAddress(error)
    }

    /// Adds an exchange of any engine to the journal, in the order of the ids.
    ///
    /// `key` identifies the interaction that has responded; nil: none has.
    package func record(
        _ received: JournaledRequest,
        id: Int,
        at address: Address,
        key: String?,
        position: Int,
        judgments: RuleJudgments = RuleJudgments(),
        liveStart: Int64? = nil
    ) {
        let mount = (try? mount(at: address)) ?? root
        mount.record(
            received,
            id: id,
            key: key,
            position: position,
            judgments: judgments,
            liveStart: liveStart,
            random
        )
    }

    /// Corrects the status of an entry of the journal; an id that it does not have is ignored.
    package func correctJournal(_ id: Int, status: Int) { journal.settle(id, status: status) }

    /// The ids of the requests that were removed from the journal since the last call.
    package func takeRemovedRequests() -> [Int] { journal.takeRemoved() }

    /// The id of the newest request in the journal.
    package var lastRequest: Int { journal.lastID }

    /// Forgets all that was added or changed since the start: mappings, settings, clocks, items, sandboxes and requests.
    ///
    /// - Returns: The groups of pending responses whose clocks were stopped.
    @discardableResult
    package func forgetChanges() -> [Int] {
        let mounts = [root] + Array(directory.all)
        for mount in mounts { mount.clearJournal() }
        let stopped = mounts.filter(\.clock.isStopped).map(\.pendingGroup)
        directory = MountDirectory(configuration)
        root.forgetChanges()
        journal.restart()
        return stopped
    }

    /// The mounts whose mappings, settings, clocks or live resources were changed.
    package var changedMounts: [Mount] {
        ([root] + Array(directory.all)).filter {
            $0.overrides != nil || $0.hasSettings || $0.clock.isMoved || $0.world?.differsFromStart == true
        }
    }

    /// The bytes of all changed live resources.
    package var liveBytes: Int { liveBudget.used }

    /// A text that is the same for engines that serve the same files.
    package var fingerprint: String {
        var text = ""
        for scenario in catalog.scenarios {
            text += "\(scenario.slug)\n\(scenario.file)\n"
            for (file, hash) in scenario.contents.sorted(by: { $0.key < $1.key }) { text += "\(file) \(hash)\n" }
            // The same request must change the same items.
            guard scenario.variants.haveResources else { continue }
            text += "\(configuration.maxResourceBytes) \(configuration.isStrict)\n"
        }
        return String(StableIdentifier.uuid(of: text + rootSlugs.joined(separator: ",")).prefix(8))
    }
}
