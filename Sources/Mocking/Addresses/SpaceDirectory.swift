import Scenarios

/// The spaces of an engine besides its root, and the end of those sandboxes that nobody uses.
struct SpaceDirectory {
    /// How often idle sandboxes are looked for, in milliseconds.
    private static let sweepInterval: Int64 = 1000

    private let maxSandboxes: Int
    private let idle: Int64
    private var spaces: [Address: Space] = [:]
    /// Spaces by the hash of their first segment as it was sent; only a short cut.
    private var shortcuts: [ByteHash: Space] = [:]
    private var recency = RecencyList()
    /// The sandbox in each place of `recency`.
    private var sandboxes: [Space?] = []

    /// `idle` in seconds.
    init(maxSandboxes: Int, idle: Int) {
        self.maxSandboxes = max(1, maxSandboxes)
        self.idle = Int64(max(0, min(idle, 1 << 40))) * 1000
    }

    var sandboxCount: Int { recency.count }

    subscript(address: Address) -> Space? { spaces[address] }

    /// Takes a space; beyond the maximum the sandbox that was unused for longest goes.
    mutating func add(_ space: Space) {
        spaces[space.address] = space
        guard space.address.token != nil else { return }
        if recency.count >= maxSandboxes { removeOldest() }
        space.recency = recency.insert()
        while sandboxes.count <= space.recency { sandboxes.append(nil) }
        sandboxes[space.recency] = space
    }

    mutating func remove(_ address: Address) {
        guard let space = spaces.removeValue(forKey: address) else { return }
        shortcuts[ByteHash(Array(space.prefix.dropFirst()))] = nil
        space.retire(space.mappings?.ordered ?? [])
        guard space.recency >= 0 else { return }
        recency.remove(space.recency)
        sandboxes[space.recency] = nil
        space.recency = -1
    }

    /// The space of a first segment in its canonical spelling.
    func known(_ hash: ByteHash, _ bytes: [UInt8], _ segment: Range<Int>) -> Space? {
        guard let space = shortcuts[hash], space.prefix.count == segment.count + 1,
            bytes.has(space.prefix, at: (segment.lowerBound - 1)..<segment.upperBound)
        else { return nil }
        return space
    }

    /// Makes a space known under a segment, unless that is another spelling of its own.
    mutating func remember(_ space: Space, _ hash: ByteHash) {
        guard hash == ByteHash(Array(space.prefix.dropFirst())) else { return }
        shortcuts[hash] = space
    }

    /// Notes that a space is used.
    mutating func use(_ space: Space, at now: Int64) {
        space.lastUsed = now
        if space.recency >= 0 { recency.touch(space.recency) }
    }

    /// Drops idle sandboxes, the oldest first, and says when to look again.
    ///
    /// Each is dropped once and a sweep ends at the first that is not idle, so a request pays for its own.
    mutating func sweep(at now: Int64) -> Int64 {
        let next = now.addingReportingOverflow(Self.sweepInterval)
        while recency.oldest >= 0, let space = sandboxes[recency.oldest] {
            if space.lastUsed == 0 {
                use(space, at: max(1, now))
            } else if now - space.lastUsed > idle {
                remove(space.address)
            } else {
                break
            }
        }
        return next.overflow ? .max : next.partialValue
    }

    private mutating func removeOldest() {
        guard recency.oldest >= 0, let space = sandboxes[recency.oldest] else { return }
        remove(space.address)
    }
}
