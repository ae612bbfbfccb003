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
    }

    /// The response of a live resource; nil if none has this path.
    func liveReply(to request: Request, _ target: RequestTarget, _ random: RandomSource) -> MockReply? {
        guard let routes = world?.routes else { return nil }
        for (index, route) in routes.enumerated() {
            guard let subject = route.subject(of: target) else { continue }
            let live = LiveRequest(
                request,
                target,
                contents.linkBase(for: request),
                mountPrefix: prefix,
                now: request.receivedAt
            )
            let answer = world?.respond(to: live, index, subject) { RandomUUID.text(using: &random.generator) }
            return answer.map { answer in
                MockReply(
                    response: answer.rendered,
                    delayMilliseconds: settings.delay?.draw(random) ?? 0,
                    source: route.source(of: subject),
                    responseNumber: 0,
                    pendingGroup: pendingGroup,
                    isLive: true
                )
            }
        }
        return nil
    }

    /// The live resources in the order of their files.
    package var resources: [Resource] {
        guard let world else { return [] }
        return zip(world.routes, world.collections).map { route, collection in
            Resource(
                name: route.resource.name,
                path: route.resource.path,
                count: collection.count,
                revision: collection.revision,
                bytes: collection.bytes
            )
        }
    }

    /// The items of a resource, each as JSON text; nil if there is no such resource.
    package func resourceItems(_ name: String) -> [[UInt8]]? {
        guard let world, let index = world.routes.firstIndex(where: { $0.resource.name == name }) else { return nil }
        return world.collections[index].all.map(\.bytes)
    }

    /// Replaces the items of a resource; returns false if there is no such resource.
    ///
    /// - Throws: ``ResourceRefusal`` if an item is not valid, or the items are too large.
    package func setResource(_ name: String, to items: [JSONObject], at now: Int64) throws(ResourceRefusal) -> Bool {
        guard let index = world?.routes.firstIndex(where: { $0.resource.name == name }) else { return false }
        do throws(LiveRefusal) {
            try world?.replace(index, by: items, at: now)
        } catch {
            let reason = (try? JSONValue(parsing: error.answer.body))?["detail"]?.string ?? "not valid"
            throw ResourceRefusal(status: error.answer.status, reason: reason)
        }
        return true
    }
}
