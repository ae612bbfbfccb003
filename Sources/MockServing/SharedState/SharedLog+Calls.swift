import Messages
import Mocking
import UV
import Valkey

/// Calls of the store that add nothing to the changes.
extension SharedLog {
    /// The arguments of `SharedScripts.respond`.
    func call(_ contest: Contest, _ request: Request) -> StoreCommand {
        let version = version ?? SharedVersion(epoch: "", number: 0)
        let address = contest.address
        var call = StoreCommand("7", keys.version)
        call.add(keys.state(address, version.epoch))
        call.add(keys.journal)
        call.add(keys.sandboxes)
        call.add(keys.base)
        call.add(keys.changes)
        call.add(keys.rules(address, version.epoch))
        call.add(version.text)
        call.add(version.number)
        call.add(address.description)
        call.add(address.token == nil ? 0 : 1)
        call.add(limits.isJournalOn ? JournaledRequest.bytes(of: request, bodyLimit: limits.journalBytes / 16) : [])
        call.add(limits.journalEntries)
        call.add(limits.journalBytes / max(1, limits.journalEntries))
        call.add(limits.journalBytes)
        call.add(contest.mayShowState ? 1 : 0)
        call.add(contest.decisiveClock?.description ?? "")
        // The resource rejects a larger body, of which a part is enough.
        let isChange = contest.changesResource(request)
        call.add(isChange ? JournaledRequest.bytes(of: request, bodyLimit: Contest.largestItem + 1) : [])
        for candidate in contest.candidates { add(candidate, to: &call) }
        return call
    }

    private func add(_ candidate: Contest.Candidate, to call: inout StoreCommand) {
        call.add(candidate.key)
        call.add(candidate.machine)
        call.add(candidate.required)
        call.add(candidate.next)
        switch candidate.counting {
        case .none: call.add(candidate.isLive ? -3 : -2)
        case .endless: call.add(-1)
        case .limited(let limit): call.add(limit)
        }
        call.add(candidate.rules.count)
        for rule in candidate.rules {
            call.add(rule.kind)
            call.add(rule.name)
            for number in rule.numbers { call.add(Int(number)) }
            call.add(rule.client)
        }
    }

    /// Takes over the state of an address.
    func loadState(of mount: Mount, _ completion: @escaping (StoreError?) -> Void) {
        var call = StoreCommand("2", keys.state(mount.address, version?.epoch ?? ""), keys.sandboxes)
        call.add(mount.address.description)
        call.add(mount.address.token == nil ? 0 : 1)
        client.run(SharedScripts.state, call) { result in
            switch result {
            case .failure(let error): completion(error)
            case .success(let reply):
                mount.load(SharedFields(reply))
                completion(nil)
            }
        }
    }

    /// Takes over the use of the quotas of an address.
    func loadQuotas(of mount: Mount, _ completion: @escaping (StoreError?) -> Void) {
        client.send(StoreCommand("HGETALL", keys.rules(mount.address, version?.epoch ?? ""))) { result in
            switch result {
            case .failure(let error): completion(error)
            case .success(let reply):
                let parts = reply.elements
                mount.loadQuotas(
                    stride(from: 0, to: parts.count - 1, by: 2).map {
                        (parts[$0].bytes ?? [], parts[$0 + 1].text ?? "")
                    }
                )
                completion(nil)
            }
        }
    }

    // MARK: Limits

    /// The most sandboxes that are removed in one step.
    private static let mostRemovals = 1000

    /// Removes sandboxes until no more are idle or too many, however fast clients create them.
    func removeIdleSandboxes() {
        guard let version else { return }
        var call = StoreCommand("3", keys.version, keys.changes, keys.sandboxes, version.text)
        call.add(max(0, min(limits.sandboxIdle, 1 << 40)))
        call.add(limits.maxSandboxes)
        call.add(keys.states(version.epoch))
        call.add(Self.mostRemovals)
        client.run(SharedScripts.sweep, call) { [weak self] result in
            guard let reply = try? result.get(), reply != .integer(0) else { return }
            // So that a server without requests follows too.
            self?.pull { [weak self] error in
                if error == nil, reply == .integer(Self.mostRemovals) { self?.removeIdleSandboxes() }
            }
        }
    }

    /// Replaces the changes in the store by their merged form if they are many or large.
    func mergeIfLong() {
        guard !isPulling, let version, version.number > mergedUpTo else { return }
        // With many items, the changes may need as much memory as the items do, so that these are seldom written.
        let isLarge = unmergedBytes >= max(MergedChanges.mostBytes, engine.liveBytes)
        let interval = max(MergedChanges.interval, engine.liveBytes / 1024)
        guard isLarge || version.number - mergedUpTo >= interval else { return }
        let number = version.number
        let merged = MergedChanges(of: engine, files: Array(files.values))
        // The next attempt is not before as many changes again.
        (mergedUpTo, unmergedBytes) = (number, 0)
        try? loop.runInBackground {
            merged.bytes
        } then: { [client, keys] bytes in
            var call = StoreCommand("3", keys.version, keys.changes, keys.base, version.epoch)
            call.add(number)
            call.add(bytes)
            call.add(isLarge ? number + 1 : max(0, number - MergedChanges.interval))
            client.run(SharedScripts.merge, call) { _ in }
        }
    }
}
