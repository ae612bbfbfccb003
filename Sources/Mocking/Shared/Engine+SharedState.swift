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

    /// Returns the reply that the shared state has chosen.
    package func settle(_ contest: Contest, _ verdict: Verdict, for request: Request) -> Reply {
        guard var error = contest.unknownAddress else {
            return contest.mount.settle(contest, verdict, for: request, random)
        }
        root.count(request, .unmatched)
        error.form = ExplanationForm(request)
        return .unknownAddress(error)
    }

    /// Adds an exchange of any engine to the journal, in the order of the ids.
    ///
    /// `key` identifies the interaction that has responded; nil: none has.
    package func record(_ received: JournaledRequest, id: Int, at address: Address, key: String?, position: Int) {
        let mount = (try? mount(at: address)) ?? root
        mount.record(received, id: id, key: key, position: position)
    }

    /// The ids of the requests that were removed from the journal since the last call.
    package func takeRemovedRequests() -> [Int] { journal.takeRemoved() }

    /// The id of the newest request in the journal.
    package var lastRequest: Int { journal.lastID }

    /// Forgets all that was added or changed since the start: mappings, settings, sandboxes and requests.
    package func forgetChanges() {
        root.clearJournal()
        for mount in directory.all { mount.clearJournal() }
        directory = MountDirectory(configuration)
        root.forgetChanges()
        journal.restart()
    }

    /// The mounts whose mappings or settings were changed.
    package var changedMounts: [Mount] {
        ([root] + Array(directory.all)).filter { $0.overrides != nil || $0.hasSettings }
    }

    /// A text that is the same for engines that serve the same files.
    package var fingerprint: String {
        var text = ""
        for scenario in catalog.scenarios {
            text += "\(scenario.slug)\n\(scenario.file)\n"
            for (file, hash) in scenario.contents.sorted(by: { $0.key < $1.key }) { text += "\(file) \(hash)\n" }
        }
        return String(StableIdentifier.uuid(of: text + rootSlugs.joined(separator: ",")).prefix(8))
    }
}
