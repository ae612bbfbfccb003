import HAL
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
        slots.reserveCapacity(resource.items.count)
        for item in resource.items {
            guard let id = LiveResource.id(item[resource.idMember]) else { continue }
            insert(
                LiveItem(id: id, bytes: JSONValue.object(item).serializedBytes(), version: 1, modified: 0),
                item,
                resource
            )
        }
    }

    var count: Int { positions.count }

    subscript(id: String) -> LiveItem? { positions[id].flatMap { slots[$0] } }

    func contains(_ id: String) -> Bool { positions[id] != nil }

    /// All items in their order.
    var all: [LiveItem] { slots.compactMap(\.self) }

    /// The items in a range of positions.
    func items(_ range: Range<Int>) -> [LiveItem] {
        let range = range.clamped(to: 0..<count)
        guard positions.count < slots.count else { return slots[range].compactMap(\.self) }
        return Array(slots.lazy.compactMap(\.self).dropFirst(range.lowerBound).prefix(range.count))
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
            insert(written, item, resource)
            return written
        }
        forgetUniques(of: old, resource)
        self.bytes += bytes.count - old.bytes.count
        slots[position] = written
        remember(uniquesOf: item, id, resource)
        return written
    }

    /// Removes an item that exists.
    mutating func remove(_ id: String, at now: Int64, _ resource: LiveResource) {
        guard let position = positions.removeValue(forKey: id), let old = slots[position] else { return }
        touch(at: now)
        forgetUniques(of: old, resource)
        slots[position] = nil
        bytes -= old.bytes.count + LiveItem.overhead + id.utf8.count
        if resource.hasTombstones {
            removed.insert(id)
            bytes += LiveItem.overhead + id.utf8.count
        }
        if slots.count > 32, positions.count < slots.count / 2 { compact() }
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

    private mutating func insert(_ item: LiveItem, _ value: JSONObject, _ resource: LiveResource) {
        positions[item.id] = slots.count
        slots.append(item)
        bytes += item.bytes.count + LiveItem.overhead + item.id.utf8.count
        remember(uniquesOf: value, item.id, resource)
        if resource.identifiers == .sequence, let number = Int(item.id), number < LiveResource.maximumNumber {
            nextNumber = max(nextNumber, number + 1)
        }
    }

    private mutating func remember(uniquesOf item: JSONObject, _ id: String, _ resource: LiveResource) {
        for (index, member) in resource.unique.enumerated() {
            if let key = LiveResource.uniqueKey(item[member]) { uniques[index][key] = id }
        }
    }

    private mutating func forgetUniques(of item: LiveItem, _ resource: LiveResource) {
        guard !resource.unique.isEmpty else { return }
        let value = item.value
        for (index, member) in resource.unique.enumerated() {
            guard let key = LiveResource.uniqueKey(value[member]), uniques[index][key] == item.id else { continue }
            uniques[index][key] = nil
        }
    }

    private mutating func compact() {
        slots = slots.filter { $0 != nil }
        for (position, slot) in slots.enumerated() {
            if let slot { positions[slot.id] = position }
        }
    }
}
