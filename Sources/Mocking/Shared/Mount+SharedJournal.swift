import HAL
import Matching
package import Messages
import Scenarios

/// Exchanges of any engine, in the journal of each.
extension Mount {
    func record(
        _ received: JournaledRequest,
        id: Int,
        key: String?,
        position: Int,
        judgments: RuleJudgments,
        liveStart: Int64?,
        _ random: RandomSource
    ) {
        settle()
        var request = received.request
        request.receivedAt = clock.time(at: request.receivedAt)
        var (served, rules) = (JournalEntry.ServedResponse.unmatched, [TimeRule]())
        if key == Contest.Candidate.liveKey, let place = place(of: target(of: request)) {
            if let liveStart { world?.begin(at: liveStart) }
            served = JournalEntry.ServedResponse(source: place.route.source(of: place.subject), status: 0)
            // The change itself, which follows, corrects the status.
            if !place.changes(by: request), !judgments.isRejection {
                served.status = liveReply(to: request, target(of: request), random, place)?.status ?? 0
            }
            rules = place.route.rules
        } else if let key {
            (served, rules) = response(to: request, by: key, position, isRejected: judgments.isRejection)
        } else if let reply = staticReply(to: request, target(of: request)) {
            served = JournalEntry.ServedResponse(source: reply.source, status: reply.status)
        }
        let decision = judgments.decision(rules, at: request.receivedAt)
        if let rule = decision.rejection, let source = served.source {
            served = JournalEntry.ServedResponse(contents.rejection(of: request, by: rule, source, decision.fields))
        }
        let last = lastEntry
        lastEntry = journalStore.append(received, id: id, served, after: last)
        guard lastEntry != last, timing != nil else { return }
        let note = JournalNote(time: request.receivedAt, advisedMilliseconds: decision.advised)
        journalStore.note(lastEntry, note)
    }

    /// The response of the interaction with a key, and the interaction's rules.
    private func response(
        to request: Request,
        by key: String,
        _ position: Int,
        isRejected: Bool
    ) -> (JournalEntry.ServedResponse, [TimeRule]) {
        var served = JournalEntry.ServedResponse(source: InteractionSource.removed(key), status: 0)
        guard let rank = rank(of: key) else { return (served, []) }
        let interaction = index.interactions[rank]
        let response = interaction.sequence.response(at: position) ?? 0
        served.source = interaction.source
        served.response = Int32(truncatingIfNeeded: response)
        let other = interaction.responses[response].conditional?.response(to: request)
        served.status = other?.status ?? interaction.definition.responses.responses[response].status
        contents.state.count(rank)
        return (served, interaction.rules)
    }
}

/// Live resources whose changes all engines of a shared state make.
extension Mount {
    /// The whole state of a live resource.
    package struct SavedResource: Sendable {
        package let name: String
        private let collection: LiveCollection

        init(_ name: String, _ collection: LiveCollection) {
            self.name = name
            self.collection = collection
        }

        package var bytes: [UInt8] { collection.saved }
    }

    /// The live resources whose items were changed.
    package var savedResources: [SavedResource] {
        guard let world else { return [] }
        return zip(world.routes, world.collections).filter { $1.lastRevision > 1 }.map {
            SavedResource($0.resource.name, $1)
        }
    }

    /// Takes over the state of a live resource; returns false if it is unknown, or the bytes are not a state.
    package func loadResource(_ name: String, _ bytes: [UInt8]) -> Bool {
        guard let index = world?.routes.firstIndex(where: { $0.resource.name == name }) else { return false }
        return world?.load(index, bytes) ?? false
    }

    /// Makes a change that a request to a live resource wants; nil if there is no such resource.
    ///
    /// All engines make the same change: `newID` is the id of a new item, `start` the time of the first request.
    package func changeResource(_ received: JournaledRequest, start: Int64, newID: String) -> MockReply? {
        settle()
        var request = received.request
        request.receivedAt = clock.time(at: request.receivedAt)
        let target = target(of: request)
        guard let place = place(of: target), place.changes(by: request) else { return nil }
        world?.begin(at: start)
        return liveReply(to: request, target, RandomSource(SystemRandomNumberGenerator()), place) { newID }
    }
}

extension Contest {
    /// The largest content, in bytes, that a live resource reads.
    package static let largestItem = LiveResource.limits.bytes

    /// The clock of the address; nil if no decision depends on it.
    package var decisiveClock: MountClock? { dependsOnTime ? clock : nil }

    /// Whether the request changes a live resource if no interaction responds to it.
    package func changesResource(_ request: Request) -> Bool { live?.changes(by: request) ?? false }
}

extension LivePlace {
    fileprivate static let unsafeMethods = ["POST", "PUT", "PATCH", "DELETE"].map { Array($0.utf8)[...] }

    /// Whether the method is one that may change items.
    fileprivate func changes(by request: Request) -> Bool {
        Self.unsafeMethods.contains(request.head[request.method])
    }
}
