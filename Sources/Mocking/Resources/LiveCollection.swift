import HAL
import Matching
import Scenarios

/// An item as it is stored.
struct LiveItem: Sendable {
    let id: String
    /// The item as compact JSON, without links.
    fileprivate(set) var bytes: [UInt8]
    /// The revision of the collection at which it was written.
    fileprivate(set) var version: Int
    /// In milliseconds since 1970; 0: since the start.
    fileprivate(set) var modified: Int64

    var value: JSONObject {
        guard case .object(let object)? = try? JSONValue(parsing: bytes) else { return JSONObject() }
        return object
    }

    /// The approximate size in memory besides the bytes.
    static let overhead = 128
}

/// The items of a resource in the order of their insertion; a copy shares its storage until one of both is changed.
struct LiveCollection: Sendable {
    /// Nil where an item was removed; compacted once half of them are.
    private var slots: [LiveItem?] = []
    private var positions: [String: Int] = [:]
    /// For each unique member, the ids by the values.
    private var uniques: [[String: String]]
    /// For each reference, the numbers of its uses by the ids to which it refers.
    private var uses: [[String: Int]]
    private(set) var removed: Set<String> = []
    /// Incremented by each change; the items at the start have 1.
    private(set) var revision = 1
    /// The time of the last change in milliseconds since 1970; 0: none.
    private(set) var modified: Int64 = 0
    /// The approximate size in memory, in bytes.
    private(set) var bytes = 0
    /// The id of the next item in a sequence.
    private(set) var nextNumber = 1

    /// The collection at the start.
    init(_ resource: LiveResource) {
        uniques = resource.unique.map { _ in [:] }
        uses = resource.references.map { _ in [:] }
        slots.reserveCapacity(resource.seeds.count)
        positions.reserveCapacity(resource.seeds.count)
        for seed in resource.seeds {
            insert(LiveItem(id: seed.id, bytes: seed.bytes, version: 1, modified: 0), resource)
        }
    }

    /// A collection with other items than those at the start.
    ///
    /// - Throws: ``LiveRefusal`` with 422 if an item has no id of its own, or is not valid.
    init(
        _ resource: LiveResource,
        items: [JSONObject],
        revision: Int = 1,
        nextNumber: Int = 1,
        removed: [String] = []
    ) throws(LiveRefusal) {
        var ids: Set<String> = []
        for (place, item) in items.enumerated() {
            let pointer = JSONPointer.text([String(place)])
            guard let id = LiveResource.id(item[resource.idMember]), ids.insert(id).inserted,
                resource.identifiers != .sequence || LiveResource.isSequenceNumber(id)
            else {
                let error = LiveError(pointer: pointer, "needs a unique '\(resource.idMember)'")
                throw LiveRefusal(422, "the item \(pointer) has no id of its own", errors: [error])
            }
            if let failure = resource.schema?.failure(in: .object(item)) {
                let error = LiveError(pointer: pointer + failure.instancePointer, failure.reason)
                throw LiveRefusal(422, "the item \(pointer) is not valid: \(failure.text)", errors: [error])
            }
        }
        self.init(resource.with(items))
        self.revision = max(1, min(revision, LiveResource.maximumNumber))
        self.nextNumber = max(self.nextNumber, min(nextNumber, LiveResource.maximumNumber))
        for position in slots.indices { slots[position]?.version = self.revision }
        guard resource.hasTombstones else { return }
        self.removed = Set(removed)
        bytes += removed.reduce(0) { $0 + LiveItem.overhead + $1.utf8.count }
    }

    var count: Int { positions.count }

    subscript(id: String) -> LiveItem? { positions[id].flatMap { slots[$0] } }

    func contains(_ id: String) -> Bool { positions[id] != nil }

    /// All items in their order.
    var all: [LiveItem] { slots.compactMap(\.self) }

    /// The items in a range of positions.
    func items(_ range: Range<Int>) -> [LiveItem] {
        let range = range.clamped(to: 0..<count)
        guard positions.count < slots.count else { return slots[range].compactMap { $0 } }
        return Array(slots.lazy.compactMap(\.self).dropFirst(range.lowerBound).prefix(range.count))
    }

    /// The bytes that are read to get to the items in a range of positions, and those of the items.
    func cost(of range: Range<Int>) -> Int {
        let skipped = positions.count < slots.count ? slots.count * 8 : 0
        guard skipped == 0 else { return skipped + bytes / max(1, count) * range.count }
        return slots[range.clamped(to: 0..<count)].reduce(0) { $0 + ($1?.bytes.count ?? 0) }
    }

    /// The item other than `id` that has the value of a unique member, and the member.
    func conflict(of item: JSONObject, except id: String?, _ resource: LiveResource) -> (
        item: LiveItem, member: String
    )? {
        for (index, member) in resource.unique.enumerated() {
            guard let key = LiveResource.uniqueKey(item[member]), let other = uniques[index][key], other != id,
                let found = self[other]
            else { continue }
            return (found, member)
        }
        return nil
    }

    /// Whether an item refers to an id by the reference at a position.
    func refers(to id: String, by reference: Int) -> Bool { uses[reference][id] != nil }

    /// The size that a write adds, in bytes.
    func growth(by item: [UInt8], id: String) -> Int {
        let old = self[id].map { $0.bytes.count + LiveItem.overhead + id.utf8.count } ?? 0
        return item.count + LiveItem.overhead + id.utf8.count - old
    }

    /// Inserts an item, or replaces the one with its id.
    mutating func write(_ item: JSONObject, _ bytes: [UInt8], id: String, at now: Int64, _ resource: LiveResource)
        -> LiveItem
    {
        touch(at: now)
        if removed.remove(id) != nil { self.bytes -= LiveItem.overhead + id.utf8.count }
        let written = LiveItem(id: id, bytes: bytes, version: revision, modified: now)
        guard let position = positions[id], let old = slots[position] else {
            insert(written, resource)
            return written
        }
        forget(old, resource)
        self.bytes += bytes.count - old.bytes.count
        slots[position] = written
        remember(item, id, resource)
        return written
    }

    /// Removes an item that exists.
    mutating func remove(_ id: String, at now: Int64, _ resource: LiveResource) {
        guard let position = positions.removeValue(forKey: id), let old = slots[position] else { return }
        touch(at: now)
        forget(old, resource)
        slots[position] = nil
        bytes -= old.bytes.count + LiveItem.overhead + id.utf8.count
        if resource.hasTombstones {
            removed.insert(id)
            bytes += LiveItem.overhead + id.utf8.count
        }
        if slots.count > 32, positions.count < slots.count / 2 { compact() }
    }

    /// Continues the numbers of versions after a revision.
    mutating func begin(after revision: Int) {
        guard revision > 1 else { return }
        self.revision = revision + 1
        for position in slots.indices { slots[position]?.version = self.revision }
    }

    /// Goes on counting where another collection is, which this one replaces.
    mutating func follow(_ other: LiveCollection, at now: Int64) {
        revision = other.revision
        touch(at: now)
        for position in slots.indices {
            slots[position]?.version = revision
            slots[position]?.modified = now
        }
    }

    private mutating func touch(at now: Int64) {
        revision += 1
        modified = now
    }

    private mutating func insert(_ item: LiveItem, _ resource: LiveResource) {
        positions[item.id] = slots.count
        slots.append(item)
        bytes += item.bytes.count + LiveItem.overhead + item.id.utf8.count
        if resource.relatesItems { remember(item.value, item.id, resource) }
        if resource.identifiers == .sequence, let number = Int(item.id), number < LiveResource.maximumNumber {
            nextNumber = max(nextNumber, number + 1)
        }
    }

    private mutating func remember(_ item: JSONObject, _ id: String, _ resource: LiveResource) {
        for (index, member) in resource.unique.enumerated() {
            if let key = LiveResource.uniqueKey(item[member]) { uniques[index][key] = id }
        }
        for (index, reference) in resource.references.enumerated() {
            for case let id? in LiveResource.referredIDs(item[reference.member]) { uses[index][id, default: 0] += 1 }
        }
    }

    private mutating func forget(_ item: LiveItem, _ resource: LiveResource) {
        guard resource.relatesItems else { return }
        let value = item.value
        for (index, member) in resource.unique.enumerated() {
            guard let key = LiveResource.uniqueKey(value[member]), uniques[index][key] == item.id else { continue }
            uniques[index][key] = nil
        }
        for (index, reference) in resource.references.enumerated() {
            for case let id? in LiveResource.referredIDs(value[reference.member]) {
                let count = uses[index][id] ?? 0
                uses[index][id] = count > 1 ? count - 1 : nil
            }
        }
    }

    private mutating func compact() {
        slots = slots.filter { $0 != nil }
        for (position, slot) in slots.enumerated() {
            if let slot { positions[slot.id] = position }
        }
    }
}
