import Matching

/// The mounts of an engine except its root; removes idle sandboxes.
struct MountDirectory {
    /// The interval of the search for idle sandboxes, in milliseconds.
    private static let sweepInterval: Int64 = 1000

    private let maxSandboxes: Int
    private let idle: Int64
    private var mounts: [Address: Mount] = [:]
    /// Mounts by the hash of their first segment as it was sent, for fast lookup.
    private var shortcuts: [ByteHash: Mount] = [:]
    private var recency = RecencyList()
    /// The sandboxes by their positions in `recency`.
    private var sandboxes: [Mount?] = []

    /// Creates a directory; `idle` is in seconds.
    init(maxSandboxes: Int, idle: Int) {
        self.maxSandboxes = max(1, maxSandboxes)
        self.idle = Int64(max(0, min(idle, 1 << 40))) * 1000
    }

    /// Creates a directory; one of a shared state removes no sandboxes by itself.
    init(_ configuration: EngineConfiguration) {
        let isShared = configuration.isShared
        self.init(
            maxSandboxes: isShared ? .max : configuration.maxSandboxes,
            idle: isShared ? .max : configuration.sandboxIdle
        )
    }

    var sandboxCount: Int { recency.count }

    /// The mounts in any order.
    var all: some Sequence<Mount> { mounts.values }

    /// Returns sandboxes, the last used first.
    func sandboxes(offset: Int, limit: Int) -> [Mount] {
        recency.newestFirst.dropFirst(offset).prefix(limit).compactMap { sandboxes[$0] }
    }

    subscript(address: Address) -> Mount? { mounts[address] }

    /// Adds a mount; with too many sandboxes, removes the one that was unused for longest.
    mutating func add(_ mount: Mount) {
        mounts[mount.address] = mount
        guard mount.address.token != nil else { return }
        if recency.count >= maxSandboxes { removeOldest() }
        mount.recency = recency.insert()
        while sandboxes.count <= mount.recency { sandboxes.append(nil) }
        sandboxes[mount.recency] = mount
    }

    mutating func remove(_ address: Address) {
        guard let mount = mounts.removeValue(forKey: address) else { return }
        shortcuts[ByteHash(Array(mount.prefix.dropFirst()))] = nil
        mount.retireMappings()
        guard mount.recency >= 0 else { return }
        recency.remove(mount.recency)
        sandboxes[mount.recency] = nil
        mount.recency = -1
    }

    /// The mount whose first segment, in its canonical spelling, is in the range.
    func known(_ hash: ByteHash, _ bytes: [UInt8], _ segment: Range<Int>) -> Mount? {
        guard let mount = shortcuts[hash], mount.prefix.count == segment.count + 1,
            bytes.has(mount.prefix, at: (segment.lowerBound - 1)..<segment.upperBound)
        else { return nil }
        return mount
    }

    /// Remembers a mount by the hash of a segment, unless the segment is a non-canonical spelling.
    mutating func remember(_ mount: Mount, _ hash: ByteHash) {
        guard hash == ByteHash(Array(mount.prefix.dropFirst())) else { return }
        shortcuts[hash] = mount
    }

    /// Marks a mount as used.
    mutating func use(_ mount: Mount, at now: Int64) {
        mount.lastUsed = now
        if mount.recency >= 0 { recency.touch(mount.recency) }
    }

    /// Removes idle sandboxes, the oldest first, and returns the time of the next sweep.
    ///
    /// A sweep ends at the first sandbox that is not idle, so its cost is that of the sandboxes it removes.
    mutating func sweep(at now: Int64) -> Int64 {
        let next = now.addingReportingOverflow(Self.sweepInterval)
        while recency.oldest >= 0, let mount = sandboxes[recency.oldest] {
            if mount.lastUsed == 0 {
                use(mount, at: max(1, now))
            } else if now - mount.lastUsed > idle {
                remove(mount.address)
            } else {
                break
            }
        }
        return next.overflow ? .max : next.partialValue
    }

    private mutating func removeOldest() {
        guard recency.oldest >= 0, let mount = sandboxes[recency.oldest] else { return }
        remove(mount.address)
    }
}

/// The sandboxes by time of last use, as positions.
///
/// A doubly linked list in an array, so that each step takes constant time.
struct RecencyList {
    private struct Neighbors {
        var older = -1
        var newer = -1
    }

    private var links: [Neighbors] = []
    private var free: [Int] = []
    /// The position of the oldest element; -1 if the list is empty.
    private(set) var oldest = -1
    private var newest = -1
    private(set) var count = 0

    /// The positions, the newest first.
    var newestFirst: some Sequence<Int> {
        sequence(first: newest) { links[$0].older }.lazy.prefix { $0 >= 0 }
    }

    /// Adds an element as the newest and returns its position.
    mutating func insert() -> Int {
        let place = free.popLast() ?? links.count
        if place == links.count { links.append(Neighbors()) }
        append(place)
        count += 1
        return place
    }

    /// Makes an element the newest.
    mutating func touch(_ place: Int) {
        guard place != newest else { return }
        unlink(place)
        append(place)
    }

    mutating func remove(_ place: Int) {
        unlink(place)
        free.append(place)
        count -= 1
    }

    private mutating func append(_ place: Int) {
        links[place] = Neighbors(older: newest, newer: -1)
        if newest >= 0 { links[newest].newer = place }
        newest = place
        if oldest < 0 { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        let link = links[place]
        if link.older >= 0 { links[link.older].newer = link.newer } else { oldest = link.newer }
        if link.newer >= 0 { links[link.newer].older = link.older } else { newest = link.older }
    }
}
