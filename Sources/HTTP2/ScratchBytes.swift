/// Bytes in reusable memory; appending costs less than to an array, which counts references.
@safe struct ScratchBytes: ~Copyable {
    private var memory: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    private let usualCapacity: Int

    init(usualCapacity: Int) {
        self.usualCapacity = usualCapacity
        unsafe memory = .allocate(capacity: usualCapacity)
    }

    deinit {
        unsafe memory.deallocate()
    }

    subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return unsafe memory[index]
    }

    /// Appends a copy of `bytes`.
    ///
    /// - Returns: Its range.
    mutating func append(copying bytes: Span<UInt8>) -> Range<Int> {
        if unsafe bytes.count > memory.count - count { grow(by: bytes.count) }
        let range = count..<(count + bytes.count)
        unsafe bytes.withUnsafeBufferPointer { source in
            _ = unsafe memory.extracting(range).initialize(fromContentsOf: source)
        }
        count = range.upperBound
        return range
    }

    /// Appends a copy of a part of itself.
    mutating func append(copying range: Range<Int>) {
        precondition(range.upperBound <= count)
        if unsafe range.count > memory.count - count { grow(by: range.count) }
        _ = unsafe memory.extracting(count..<(count + range.count)).initialize(fromContentsOf: memory.extracting(range))
        count += range.count
    }

    /// Copies a part into `target`, from `start` on.
    ///
    /// - Returns: The end of the copy.
    func copy(_ range: Range<Int>, to target: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
        precondition(range.upperBound <= count && start + range.count <= target.count)
        let place = target.extracting(start..<(start + range.count))
        return unsafe start + place.initialize(fromContentsOf: memory.extracting(range))
    }

    /// Removes the bytes, and releases memory beyond the usual capacity.
    mutating func removeAll() {
        count = 0
        guard unsafe memory.count > 4 * usualCapacity else { return }
        unsafe memory.deallocate()
        unsafe memory = .allocate(capacity: usualCapacity)
    }

    private mutating func grow(by more: Int) {
        let larger = unsafe UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(2 * memory.count, count + more))
        _ = unsafe larger.initialize(fromContentsOf: memory.extracting(..<count))
        unsafe memory.deallocate()
        unsafe memory = larger
    }
}
