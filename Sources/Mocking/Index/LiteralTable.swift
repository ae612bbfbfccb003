import Matching

/// Maps byte strings to numbers: an open-addressing table that is filled at load and read-only afterward.
///
/// A lookup touches no reference count and does not copy its key.
struct LiteralTable {
    private struct Entry {
        let hash: UInt64
        /// Distinguishes equal keys of different owners.
        let owner: Int32
        let value: Int32
        let start: Int
        let count: Int
    }

    /// Positions in `entries`, -1 for an empty slot; the count is a power of two, at most half of the slots are used.
    private var slots: [Int32] = []
    private var entries: [Entry] = []
    private var keys: [UInt8] = []

    var isEmpty: Bool { entries.isEmpty }

    /// The value of a key, or -1.
    func find(_ hash: ByteHash, owner: Int32 = 0, _ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
        guard !slots.isEmpty else { return -1 }
        let mask = slots.count - 1
        var slot = Self.slot(hash.value, owner, mask)
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            if entry.hash == hash.value, entry.owner == owner, entry.count == range.count,
                keys.span.extracting(entry.start..<(entry.start + entry.count)).isEqual(
                    to: bytes.span.extracting(range)
                )
            {
                return entry.value
            }
            slot = (slot + 1) & mask
        }
        return -1
    }

    /// Returns the value of a key; a new key gets `value`.
    mutating func value(of key: [UInt8], owner: Int32 = 0, orInsert value: Int32) -> Int32 {
        let hash = ByteHash(key)
        let known = find(hash, owner: owner, key, key.indices)
        guard known < 0 else { return known }
        insert(key, hash.value, owner, value)
        return value
    }

    private mutating func insert(_ key: [UInt8], _ hash: UInt64, _ owner: Int32, _ value: Int32) {
        entries.append(Entry(hash: hash, owner: owner, value: value, start: keys.count, count: key.count))
        keys += key
        guard entries.count * 2 <= slots.count else {
            grow()
            return
        }
        place(entries.count - 1)
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: max(8, slots.count * 2))
        for index in entries.indices { place(index) }
    }

    private mutating func place(_ index: Int) {
        let mask = slots.count - 1
        var slot = Self.slot(entries[index].hash, entries[index].owner, mask)
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = Int32(index)
    }

    /// The slot of a hash; the low bits of FNV are its best, and the shift mixes the high ones in.
    private static func slot(_ hash: UInt64, _ owner: Int32, _ mask: Int) -> Int {
        let mixed = hash ^ (hash >> 32) ^ (UInt64(truncatingIfNeeded: owner) &* 0x9E37_79B9)
        return Int(truncatingIfNeeded: mixed) & mask
    }
}
