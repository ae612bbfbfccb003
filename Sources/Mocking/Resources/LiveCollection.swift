import HAL
import Matching
import Scenarios

/// An item as it is stored.
struct LiveItem: Sendable {
    let id: ExactText
    /// The item as compact JSON, without links.
    fileprivate(set) var bytes: [UInt8]
    /// The revision of the collection at which it was written; 0: it has been there since the start.
    fileprivate(set) var version: Int
    /// In milliseconds since 1970; nil: since the start.
    fileprivate(set) var modified: Int64?

    var value: JSONObject {
        guard case .object(let object)? = try? JSONValue(parsing: bytes) else { return JSONObject() }
        return object
    }

    /// The approximate size in memory besides the bytes.
    static let overhead = 128

    fileprivate var size: Int { bytes.count + Self.overhead + id.text.utf8.count }
}

/// The items of a resource in the order of their insertion; a copy shares its storage until one of both is changed.
struct LiveCollection: Sendable {
    /// Nil where an item was removed; compacted once half of them are.
    private var slots: [LiveItem?] = []
    private var positions: [ExactText: Int] = [:]
    /// For each unique member, the ids by the values.
    private var uniques: [[JSONDigest: ExactText]]
    /// For each reference, the numbers of its uses by the ids to which it refers.
    private var uses: [[ExactText: Int]]
    private(set) var removed: Set<ExactText> = []
    /// The revision of the present state, which its entity tag has; 1: that at the start.
    private(set) var revision = 1
    /// The greatest revision so far: a reset does not take it back, so that no entity tag names two states.
    private(set) var lastRevision = 1
    /// The version and the time of the items that have been there since the start.
    private var start: (version: Int, modified: Int64?) = (1, nil)
    /// The time of the last change in milliseconds since 1970; nil: none.
    private(set) var modified: Int64?
    /// Whether the items have memory of their own, because they were changed.
    private(set) var isChanged = false
    /// The approximate size in memory, in bytes.
    private(set) var bytes = 0
    private var sequence = LiveSequence()

    /// The collection at the start.
    init(_ resource: LiveResource) {
        uniques = resource.unique.map { _ in [:] }
        uses = resource.references.map { _ in [:] }
        slots.reserveCapacity(resource.seeds.count)
        positions.reserveCapacity(resource.seeds.count)
        for seed in resource.seeds {
            insert(LiveItem(id: seed.id, bytes: seed.bytes, version: 0, modified: nil), resource)
        }
    }

    /// A collection with other items than those at the start.
    init(_ items: LiveItems, revision: Int = 1, nextNumber: Int = 1, removed: [String] = []) {
        self.init(items.resource)
        (self.revision, lastRevision, start, isChanged) = (revision, revision, (revision, nil), true)
        sequence.continue(from: nextNumber) { [positions] in positions[$0] != nil }
        guard items.resource.hasTombstones else { return }
        self.removed = Set(removed.map(ExactText.init))
        bytes += self.removed.reduce(0) { $0 + LiveItem.overhead + $1.text.utf8.count }
    }

    /// A collection as `saved` has written it; nil if the bytes are anything else.
    init?(_ resource: LiveResource, saved bytes: [UInt8]) {
        guard let saved = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: .max)),
            let revision = SavedKey.number(saved[SavedKey.revision], in: 1...SavedKey.mostRevisions),
            let last = SavedKey.number(saved[SavedKey.last], in: revision...SavedKey.mostRevisions),
            let start = SavedKey.number(saved[SavedKey.start], in: 0...SavedKey.mostRevisions),
            let next = SavedKey.number(saved[SavedKey.next], in: 1...SavedKey.mostRevisions),
            let isExhausted = saved[SavedKey.isExhausted]?.bool, let isChanged = saved[SavedKey.isChanged]?.bool,
            let removed = saved[SavedKey.removed]?.array, let items = saved[SavedKey.items]?.array
        else { return nil }
        self.init(resource.with([]))
        for item in items {
            guard let value = item[0], case .object(let object) = value,
                let id = LiveResource.id(object[resource.idMember]), positions[id] == nil,
                let version = SavedKey.number(item[1], in: 0...SavedKey.mostRevisions)
            else { return nil }
            let modified = SavedKey.time(item[2])
            insert(LiveItem(id: id, bytes: value.serializedBytes(), version: version, modified: modified), resource)
        }
        self.removed = Set(removed.compactMap(\.string).map(ExactText.init))
        self.bytes += self.removed.reduce(0) { $0 + LiveItem.overhead + $1.text.utf8.count }
        (self.revision, lastRevision, self.isChanged) = (revision, last, isChanged)
        (self.start, modified) = (
            (start, SavedKey.time(saved[SavedKey.startTime])), SavedKey.time(saved[SavedKey.time])
        )
        sequence = LiveSequence(next: next, isExhausted: isExhausted)
    }

    /// The whole state as bytes, for another engine.
    var saved: [UInt8] {
        let members: JSONObject = [
            SavedKey.revision: .number(JSONNumber(revision)), SavedKey.last: .number(JSONNumber(lastRevision)),
            SavedKey.start: .number(JSONNumber(start.version)), SavedKey.startTime: SavedKey.json(start.modified),
            SavedKey.time: SavedKey.json(modified), SavedKey.next: .number(JSONNumber(sequence.next)),
            SavedKey.isExhausted: .bool(sequence.isExhausted), SavedKey.isChanged: .bool(isChanged),
            SavedKey.removed: .array(removed.sorted().map { .string($0.text) }),
        ]
        var bytes = Array(JSONValue.object(members).serializedBytes().dropLast())
        bytes += ",\"\(SavedKey.items)\":[".utf8
        for (place, item) in all.enumerated() {
            bytes += (place > 0 ? ",[" : "[").utf8
            bytes += item.bytes
            bytes += ",\(item.version),\(item.modified.map { String($0) } ?? "null")]".utf8
        }
        return bytes + "]}".utf8
    }

    /// The id of the next item in a sequence.
    var nextNumber: Int { sequence.next }

    var count: Int { positions.count }

    subscript(id: ExactText) -> LiveItem? {
        guard let position = positions[id], var item = slots[position] else { return nil }
        if item.version == 0 { (item.version, item.modified) = start }
        return item
    }

    func contains(_ id: ExactText) -> Bool { positions[id] != nil }

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
    func conflict(of item: JSONObject, except id: ExactText?, _ resource: LiveResource) -> (
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
    func refers(to id: ExactText, by reference: Int) -> Bool { uses[reference][id] != nil }

    /// The ids to which items refer by the reference at a position.
    func referredIDs(by reference: Int) -> some Sequence<ExactText> { uses[reference].keys }

    /// The size that a write in place of an older item adds, in bytes.
    static func growth(by item: [UInt8], id: ExactText, replacing old: LiveItem?) -> Int {
        item.count + LiveItem.overhead + id.text.utf8.count - (old?.size ?? 0)
    }

    /// Inserts an item, or replaces the one with its id.
    mutating func write(_ item: JSONObject, _ bytes: [UInt8], id: ExactText, at now: Int64, _ resource: LiveResource)
        -> LiveItem
    {
        touch(at: now)
        if !removed.isEmpty, removed.remove(id) != nil { self.bytes -= LiveItem.overhead + id.text.utf8.count }
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
    mutating func remove(_ id: ExactText, at now: Int64, _ resource: LiveResource) {
        guard let position = positions.removeValue(forKey: id), let old = slots[position] else { return }
        touch(at: now)
        forget(old, resource)
        slots[position] = nil
        bytes -= old.size
        if resource.hasTombstones {
            removed.insert(id)
            bytes += LiveItem.overhead + id.text.utf8.count
        }
        if slots.count > 32, positions.count < slots.count / 2 { compact() }
    }

    /// Goes on counting after another collection, which this one replaces; as a new state, unless it is the one at the
    /// start, whose entity tags are still true.
    mutating func follow(_ other: LiveCollection, at now: Int64? = nil, isStart: Bool = false) {
        guard !isStart || other.lastRevision > 1 else { return }
        lastRevision = other.lastRevision + 1
        guard !isStart else { return }
        revision = lastRevision
        modified = now
        start = (revision, now)
    }

    private mutating func touch(at now: Int64) {
        lastRevision += 1
        revision = lastRevision
        modified = now
        isChanged = true
    }

    private mutating func insert(_ item: LiveItem, _ resource: LiveResource) {
        positions[item.id] = slots.count
        slots.append(item)
        bytes += item.size
        if resource.relatesItems { remember(item.value, item.id, resource) }
        if resource.identifiers == .sequence, let number = LiveResource.number(of: item.id) {
            sequence.advance(past: number) { [positions] in positions[$0] != nil }
        }
    }

    private mutating func remember(_ item: JSONObject, _ id: ExactText, _ resource: LiveResource) {
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

/// The members of a collection that is written for another engine.
private enum SavedKey {
    static let revision = "revision"
    static let last = "last"
    static let start = "start"
    static let startTime = "startTime"
    static let time = "time"
    static let next = "next"
    static let isExhausted = "isExhausted"
    static let isChanged = "isChanged"
    static let removed = "removed"
    static let items = "items"

    /// More than there can be changes in a shared state.
    static let mostRevisions = 1 << 54

    static func number(_ value: JSONValue?, in range: ClosedRange<Int>) -> Int? {
        value?.number?.int.flatMap { range.contains($0) ? $0 : nil }
    }

    /// A time in milliseconds since 1970; nil: since the start.
    static func time(_ value: JSONValue?) -> Int64? { number(value, in: 0...Int(MountClock.latest)).map { Int64($0) } }

    static func json(_ time: Int64?) -> JSONValue { time.map { .number(JSONNumber(Int($0))) } ?? .null }
}
