package import HAL
import Matching
import Messages
import Scenarios

extension Mount {
    /// A live resource as the administrator sees it.
    package struct Resource: Sendable {
        package let name: String
        package let path: String
        package let count: Int
        /// Incremented by each change.
        package let revision: Int
        /// The memory that its items need, in bytes.
        package let bytes: Int
    }

    /// The reason that items cannot replace those of a resource.
    package struct ResourceRefusal: Error, Sendable {
        package let status: Int
        package let reason: String
        /// The place in the items, as a JSON pointer; empty for all of them.
        package var pointer = ""
    }

    /// The response of a live resource; nil if none has this path.
    func liveReply(to request: Request, _ target: RequestTarget, _ random: RandomSource) -> MockReply? {
        guard world != nil, let place = place(of: target) else { return nil }
        return liveReply(to: request, target, random, place)
    }

    func liveReply(
        to request: Request,
        _ target: RequestTarget,
        _ random: RandomSource,
        _ place: LivePlace
    ) -> MockReply? {
        liveReply(to: request, target, random, place) { RandomUUID.text(using: &random.generator) }
    }

    /// The response of a live resource, or that of an outage or a rate limit of its scenario.
    func liveReply(
        to request: Request,
        _ target: RequestTarget,
        _ random: RandomSource,
        in timing: MountTiming,
        advised: inout Int64?
    ) -> MockReply? {
        guard world != nil, let place = place(of: target) else { return nil }
        let decision = timing.rules.decide(place.route.rules, request, at: request.receivedAt)
        advised = decision.advised
        let fields = decision.fields
        guard let rule = decision.rejection else {
            var reply = liveReply(to: request, target, random, place)
            if !fields.isEmpty { reply?.change { $0.adding(fields) } }
            return reply
        }
        let source = place.route.source(of: place.subject)
        return contents.rejection(of: request, by: rule, source, fields, isLive: true)
    }

    /// The files in which the resources of this address are kept.
    var resourceFiles: Set<String> { Set(world?.routes.compactMap { $0.keeper?.path } ?? []) }

    /// The resource that a request concerns; nil if there is none.
    func place(of target: RequestTarget) -> LivePlace? {
        for (index, route) in (world?.routes ?? []).enumerated() {
            if let subject = route.subject(of: target) {
                return LivePlace(index: index, route: route, subject: subject)
            }
        }
        return nil
    }

    /// The response of a resource; `newID` makes the id of a new item.
    func liveReply(
        to request: Request,
        _ target: RequestTarget,
        _ random: RandomSource,
        _ place: LivePlace,
        newID: () -> String
    ) -> MockReply? {
        let live = LiveRequest(request, target, contents.base(for: request), mountPrefix: prefix)
        let revision = world?.collections[place.index].lastRevision ?? 0
        let answer = world?.respond(to: live, place.index, place.subject, newID: newID)
        return answer.map { answer in
            MockReply(
                response: answer.rendered,
                work: saving(place.index, since: revision, answer) ?? answer.work,
                delayMilliseconds: settings.delay?.draw(random) ?? 0,
                source: place.route.source(of: place.subject),
                responseNumber: 0,
                pendingGroup: pendingGroup,
                isLive: true
            )
        }
    }

    /// The work that saves a change before it is confirmed; nil without a change, or without a file.
    private func saving(_ index: Int, since revision: Int, _ answer: LiveAnswer) -> RenderingWork? {
        guard let world, let keeper = world.keeper(index, since: revision) else { return nil }
        let collection = world.collections[index]
        return RenderingWork {
            do throws(DiskFile.Failure) {
                try keeper.save(collection)
                return answer.rendered
            } catch {
                return LiveAnswer.problem(500, "the change is not saved: \(error.reason)").rendered
            }
        }
    }

    /// The live resources in the order of their files.
    package var resources: [Resource] {
        guard let world else { return [] }
        return zip(world.routes, world.collections).map { route, collection in
            Resource(
                name: route.resource.name,
                path: route.resource.path,
                count: collection.count,
                revision: collection.lastRevision,
                bytes: collection.bytes
            )
        }
    }

    /// The items of a resource, each as JSON text; nil if the resource is unknown.
    package func resourceItems(_ name: String) -> [[UInt8]]? {
        guard let world, let index = world.routes.firstIndex(where: { $0.resource.name == name }) else { return nil }
        return world.collections[index].all.map(\.bytes)
    }

    /// Replaces the items of a resource; returns false if it is unknown.
    ///
    /// - Throws: ``ResourceRefusal`` if an item is not valid, or the items are too large.
    package func setResource(_ name: String, to items: [JSONObject], at now: Int64) throws(ResourceRefusal) -> Bool {
        guard let index = world?.routes.firstIndex(where: { $0.resource.name == name }) else { return false }
        do throws(LiveRefusal) {
            try world?.replace(index, by: items, at: now)
        } catch {
            throw ResourceRefusal(status: error.answer.status, reason: error.detail, pointer: error.pointer ?? "")
        }
        do throws(DiskFile.Failure) {
            try world?.save()
        } catch {
            throw ResourceRefusal(status: 500, reason: error.reason)
        }
        return true
    }
}

/// The resource that a request concerns, and its part.
struct LivePlace {
    let index: Int
    let route: LiveRoute
    let subject: LiveRoute.Subject
}
