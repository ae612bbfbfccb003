private import CPCRE2

/// Counts the work of one evaluation, and stops it at a limit.
///
/// The library's own limits count how often it backtracks. Between two choices it may scan the
/// whole value each time, so it calls back before each item of the pattern to count the scanned bytes; so is
/// the memory that it allocates.
struct PatternWork {
    /// Scanned or compared in one step.
    private static let bytesPerStep = 16
    /// Of new memory, for one step.
    private static let allocatedBytesPerStep = 32
    /// In bytes; the memory of every evaluation is not counted.
    private static let smallestAllocation = 32 << 10

    /// The steps of an evaluation before its first item.
    private static let stepsAtStart = 80

    private let limit: Int
    private var left: Int
    private var place = 0
    /// The bytes that one item of the pattern may scan without moving.
    private let stepsPerItem: Int
    private let comparesGroups: Bool

    init(_ pattern: TranslatedPattern, limit: Int) {
        self.limit = limit
        left = limit - Self.stepsAtStart
        stepsPerItem = 1 + pattern.longestCount / Self.bytesPerStep
        comparesGroups = pattern.refersBack
    }

    /// The steps so far, at most the limit.
    var used: Int { limit - max(left, 0) }

    /// A context whose data count the memory of an evaluation.
    static func memoryContext(_ work: UnsafeMutablePointer<PatternWork>) -> OpaquePointer? {
        unsafe pcre2_general_context_create_8(
            { size, work in
                guard let work = unsafe work else { return nil }
                return unsafe work.assumingMemoryBound(to: PatternWork.self).pointee.allocate(size)
            },
            { memory, _ in unsafe memory?.deallocate() },
            work
        )
    }

    /// Makes the context count the work of its evaluation.
    static func count(in context: OpaquePointer?, _ work: UnsafeMutablePointer<PatternWork>) {
        _ = unsafe pcre2_set_callout_8(
            context,
            { block, work in
                guard let block = unsafe block, let work = unsafe work else { return PCRE2_ERROR_CALLOUT }
                return unsafe work.assumingMemoryBound(to: PatternWork.self).pointee.goOn(block.pointee)
            },
            work
        )
    }

    private mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        if size > Self.smallestAllocation { left -= size / Self.allocatedBytesPerStep }
        return left < 0 ? nil : .allocate(byteCount: size, alignment: 16)
    }

    /// Returns zero, or the error of a limit.
    private mutating func goOn(_ block: pcre2_callout_block_8) -> Int32 {
        let current = unsafe Int(block.current_position)
        var bytes = max(0, current - place)
        place = current
        if comparesGroups {
            let groups = unsafe UnsafeBufferPointer(start: block.offset_vector, count: 2 * Int(block.capture_top))
            for end in stride(from: 3, to: groups.count, by: 2) {
                let (start, end) = unsafe (groups[end - 1], groups[end])
                bytes += 1
                if unsafe start <= end && end <= block.subject_length { bytes += Int(end - start) }
            }
        }
        left -= stepsPerItem + bytes / Self.bytesPerStep
        return left < 0 ? PCRE2_ERROR_MATCHLIMIT : 0
    }
}
