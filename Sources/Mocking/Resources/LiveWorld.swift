import HAL
import Matching
import Messages
import Scenarios

/// The live resources of one address, and their state.
///
/// Confined to its mount: a request reads and writes in one step, so that no update is lost.
struct LiveWorld {
    let routes: [LiveRoute]
    /// By the position of the route; shared with the state at the start until it is changed.
    private(set) var collections: [LiveCollection]
    /// The time of the first request in milliseconds since 1970, since which unchanged items have been as they are.
    private var startedAt: Int64?
    private let keeping: LiveKeeping
    /// The files by the position of the route; nil: the resource has none.
    private let keepers: [LiveKeeper?]
    private let share: LiveShare

    private var maximumBytes: Int { keeping.maximumBytes }

    /// Nil without resources.
    init?(_ routes: [LiveRoute], _ keeping: LiveKeeping) {
        guard !routes.isEmpty else { return nil }
        self.routes = routes
        self.keeping = keeping
        keepers = keeping.keepers(of: routes)
        share = LiveShare(keeping.budget)
        collections = zip(routes, keepers).map { route, keeper in
            // A file that cannot be read is an error at start.
            keeping.loadsFiles ? (try? keeper?.load()) ?? route.initial : route.initial
        }
        updateShare()
    }

    /// The memory that all items need, in bytes.
    var bytes: Int { collections.reduce(0) { $0 + $1.bytes } }

    /// Whether a collection may differ from that at the start.
    private var isChanged: Bool { collections.contains(where: \.isChanged) }

    /// Whether a collection differs from that of a new address, if only in its next revision.
    var differsFromStart: Bool { collections.contains { $0.lastRevision > 1 } }

    /// The bytes that a write may add; the first one copies all items.
    private var room: Int { min(maximumBytes - bytes, isChanged ? share.room : share.room - bytes) }

    private func updateShare() {
        share.use(isChanged ? bytes : 0)
    }

    /// The file of a resource, if its state has changed since a revision.
    func keeper(_ index: Int, since revision: Int) -> LiveKeeper? {
        collections[index].lastRevision == revision ? nil : keepers[index]
    }

    /// Saves all resources that have files.
    ///
    /// - Throws: `DiskFile.Failure` if a file cannot be written.
    func save() throws(DiskFile.Failure) {
        for (keeper, collection) in zip(keepers, collections) { try keeper?.save(collection) }
    }

    /// Returns to the state at the start.
    mutating func reset() {
        for (index, route) in routes.enumerated() {
            // The items of a file may not have been those of the scenario at its first revision.
            var collection = route.initial
            collection.follow(collections[index], isStart: keepers[index] == nil)
            collections[index] = collection
        }
        startedAt = nil
        updateShare()
    }

    /// Serves other routes; those that both have keep their state.
    func moved(to other: [LiveRoute]) -> LiveWorld? {
        guard var world = LiveWorld(other, keeping) else { return nil }
        world.startedAt = startedAt
        for (index, route) in other.enumerated() {
            if let old = routes.firstIndex(where: { $0 === route }) {
                world.collections[index] = collections[old]
            } else if let old = routes.firstIndex(where: { $0.resource.path == route.resource.path }) {
                world.collections[index].follow(collections[old])
            }
        }
        world.updateShare()
        return world
    }

    /// Notes the time of the first request, by the shared state.
    mutating func begin(at time: Int64) { startedAt = min(max(0, time), MountClock.latest) }

    /// Takes over the state of a resource; returns false if the bytes are not one.
    mutating func load(_ index: Int, _ bytes: [UInt8]) -> Bool {
        guard let collection = LiveCollection(routes[index].resource, saved: bytes) else { return false }
        collections[index] = collection
        updateShare()
        return true
    }

    /// The response to a request for the resource at a position; `newID` makes a UUID.
    mutating func respond(
        to request: LiveRequest,
        _ index: Int,
        _ subject: LiveRoute.Subject,
        newID: () -> String
    ) -> LiveAnswer {
        startedAt = startedAt ?? request.now
        let started = startedAt ?? request.now
        do throws(LiveRefusal) {
            var exchange = LiveExchange(
                route: routes[index],
                request: request,
                startedAt: started,
                form: LiveRepresentation(accept: request.field(.accept), routes[index].resource)
            )
            if keeping.isStrict { exchange.memberNames = routes[index].resource.memberNames }
            switch subject {
            case .collection: return try respond(exchange, index, newID)
            case .item(let id): return try respond(exchange, index, id)
            }
        } catch {
            return error.answer
        }
    }

    private mutating func respond(
        _ exchange: LiveExchange,
        _ index: Int,
        _ newID: () -> String
    ) throws(LiveRefusal) -> LiveAnswer {
        switch exchange.request.method {
        case "GET", "HEAD": return try exchange.page(of: collections[index])
        case "POST":
            let draft = try exchange.draft(for: collections[index], newID)
            try check(draft, index, exchange)
            return write(draft, index, exchange, status: 201)
        case "OPTIONS": return exchange.options(isCollection: true)
        case _: throw exchange.methodNotAllowed(isCollection: true)
        }
    }

    private mutating func respond(
        _ exchange: LiveExchange,
        _ index: Int,
        _ id: ExactText
    ) throws(LiveRefusal) -> LiveAnswer {
        // No variable for the collection: a second reference would make each change copy it.
        switch exchange.request.method {
        case "GET", "HEAD": return try exchange.item(id, of: collections[index])
        case "PUT":
            let draft = try exchange.replacement(of: collections[index][id], id, in: collections[index])
            try check(draft, index, exchange)
            return write(draft, index, exchange, status: draft.old == nil ? 201 : 200)
        case "PATCH":
            let draft = try exchange.patched(collections[index][id], id, in: collections[index])
            try check(draft, index, exchange)
            return write(draft, index, exchange, status: 200)
        case "DELETE":
            try exchange.checkChange(of: exchange.existing(collections[index][id], id, in: collections[index]))
            try checkReferences(to: id, index)
            collections[index].remove(id, at: exchange.request.now, exchange.resource)
            updateShare()
            return LiveAnswer(status: 204)
        case "OPTIONS": return exchange.options(isCollection: false)
        case _: throw exchange.methodNotAllowed(isCollection: false)
        }
    }

    private mutating func write(
        _ draft: LiveDraft,
        _ index: Int,
        _ exchange: LiveExchange,
        status: Int
    ) -> LiveAnswer {
        let item = collections[index].write(
            draft.item,
            draft.bytes,
            id: draft.id,
            at: exchange.request.now,
            exchange.resource
        )
        updateShare()
        return exchange.written(item, status: status)
    }

    /// The rules that concern other items.
    private func check(_ draft: LiveDraft, _ index: Int, _ exchange: LiveExchange) throws(LiveRefusal) {
        let resource = exchange.resource
        if let failure = resource.schema?.failure(in: .object(draft.item)) {
            let error = LiveError(pointer: failure.instancePointer, failure.reason)
            throw LiveRefusal(422, "the item is not valid: \(failure.text)", errors: [error])
        }
        let broken = brokenReferences(of: draft.item, resource)
        guard broken.isEmpty else {
            throw LiveRefusal(422, "the item refers to items that do not exist", errors: broken)
        }
        if let other = collections[index].conflict(of: draft.item, except: draft.id, resource) {
            throw LiveRefusal(exchange.current(other.item, status: 409))
        }
        let growth = LiveCollection.growth(by: draft.bytes, id: draft.id, replacing: draft.old)
        guard growth <= max(0, room) else { throw full }
    }

    private var full: LiveRefusal {
        let limits = "\(maximumBytes) bytes, and those of all addresses \(keeping.budget.limit)"
        return LiveRefusal(507, "the resources of this address must not exceed \(limits)")
    }

    /// Replaces all items of a resource.
    mutating func replace(_ index: Int, by items: [JSONObject], at now: Int64) throws(LiveRefusal) {
        let items = try LiveItems(items, of: routes[index].resource)
        var collection = LiveCollection(items)
        try checkReferences(of: items.resource, collection, index)
        guard collection.bytes - collections[index].bytes <= max(0, room) else { throw full }
        collection.follow(collections[index], at: now)
        collections[index] = collection
        updateShare()
    }
}
