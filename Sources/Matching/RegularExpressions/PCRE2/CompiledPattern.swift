private import CPCRE2
private import Synchronization

/// A pattern compiled by PCRE2; threads share it.
///
/// It has up to three forms. The plain one evaluates short values with few steps, which suffices for most patterns and
/// values; after some evaluations, a copy of it gets machine code. The counted one is for everything else: it counts
/// its work. The last two are made at their first use and published by atomic pointers; no form changes after that.
@safe final class CompiledPattern: @unchecked Sendable {
    /// Of evaluations, before machine code is made.
    private static let usesBeforeJIT = 8
    /// In bytes; longer values are not glimpsed at.
    private static let longestForGlimpse = 1024
    /// In bytes; longer patterns do not glimpse.
    private static let longestPatternForGlimpse = 200
    /// In KiB, for each evaluation.
    private static let memory: UInt32 = 16 << 10

    private let pattern: TranslatedPattern
    private let options: UInt32
    private let canGlimpse: Bool
    private let plain: OpaquePointer
    private let uses = Atomic<Int>(0)
    /// The address of the copy with machine code; 0: none yet.
    private let machineCode = Atomic<UInt>(0)
    /// The address of the form that counts its work; 0: none yet.
    private let counted = Atomic<UInt>(0)

    /// Compiles a pattern in Java's dialect; `forSearching` finds the first part that matches.
    init(_ source: String, forSearching: Bool) throws(InvalidPattern) {
        let pattern = try PatternTranslator.translate(source)
        self.pattern = pattern
        options = Self.options | (forSearching ? 0 : UInt32(PCRE2_ANCHORED | PCRE2_ENDANCHORED))
        canGlimpse =
            !(forSearching || pattern.scansAhead || pattern.refersBack) && pattern.longestCount <= 32
            && pattern.text.utf8.count <= Self.longestPatternForGlimpse
        // Steps are honest only where repetitions are not made possessive behind the pattern's back.
        unsafe plain = try Self.compile(pattern, options | UInt32(PCRE2_NO_AUTO_POSSESS))
    }

    deinit {
        unsafe pcre2_code_free_8(plain)
        unsafe pcre2_code_free_8(OpaquePointer(bitPattern: machineCode.load(ordering: .acquiring)))
        unsafe pcre2_code_free_8(OpaquePointer(bitPattern: counted.load(ordering: .acquiring)))
    }

    /// The verdict on a value within a number of steps, and the steps that it took.
    func verdict(on value: String, atMost steps: Int) -> (verdict: RegularExpression.Verdict, steps: Int) {
        var value = value
        return value.withUTF8 { bytes in
            var used = 0
            if canGlimpse, bytes.count <= Self.longestForGlimpse {
                used = min(PatternSteps.glimpse, steps)
                if let verdict = unsafe glimpse(bytes) { return (verdict, used) }
            }
            guard used < steps else { return (.gaveUp(steps: used), used) }
            let (verdict, more) = unsafe count(bytes, atMost: steps - used) { result, _ -> RegularExpression.Verdict in
                switch result {
                case 0...: return .matches
                case PCRE2_ERROR_NOMATCH: return .differs
                case _: return .gaveUp(steps: steps)
                }
            }
            return (verdict, used + more)
        }
    }

    /// The first match and its groups, empty if they do not take part; nil if there is none or the search gives up.
    func groups(in value: String, atMost steps: Int) -> ([String]?, steps: Int) {
        var value = value
        return value.withUTF8 { bytes in
            unsafe count(bytes, atMost: steps) { result, data -> [String]? in
                guard result > 0 else { return nil }
                let count = unsafe Int(pcre2_get_ovector_count_8(data))
                let places = unsafe UnsafeBufferPointer(start: pcre2_get_ovector_pointer_8(data), count: 2 * count)
                return (0..<count).map { group in
                    let (start, end) = unsafe (places[2 * group], places[2 * group + 1])
                    guard (0...bytes.count).contains(start), (start...bytes.count).contains(end) else { return "" }
                    return unsafe String(decoding: bytes[start..<end], as: UTF8.self)
                }
            }
        }
    }

    /// The verdict on a short value with few steps; nil if they do not suffice.
    private func glimpse(_ bytes: UnsafeBufferPointer<UInt8>) -> RegularExpression.Verdict? {
        let data = Spare.take()
        let result = unsafe match(fastest(), bytes, OpaquePointer(bitPattern: data), Self.glimpse)
        guard result >= PCRE2_ERROR_NOMATCH else {
            Spare.drop(data)
            return nil
        }
        Spare.give(data)
        return result >= 0 ? .matches : .differs
    }

    private func count<Value>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        atMost steps: Int,
        _ read: (Int32, OpaquePointer?) -> Value
    ) -> (Value, steps: Int) {
        var work = PatternWork(pattern, limit: steps)
        let value = unsafe withUnsafeMutablePointer(to: &work) { work in
            let memory = unsafe PatternWork.memoryContext(work)
            let data = unsafe pcre2_match_data_create_from_pattern_8(countedForm(), memory)
            let context = unsafe Self.context(steps: steps)
            defer {
                unsafe pcre2_match_data_free_8(data)
                unsafe pcre2_match_context_free_8(context)
                unsafe pcre2_general_context_free_8(memory)
            }
            unsafe PatternWork.count(in: context, work)
            let isReady = unsafe data != nil && context != nil
            return unsafe read(isReady ? match(countedForm(), bytes, data, context) : PCRE2_ERROR_NOMEMORY, data)
        }
        return (value, work.used)
    }

    private func match(
        _ code: OpaquePointer,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ data: OpaquePointer?,
        _ context: OpaquePointer?
    ) -> Int32 {
        unsafe pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, UInt32(PCRE2_NO_UTF_CHECK), data, context)
    }

    private static func context(steps: Int) -> OpaquePointer? {
        let context = unsafe pcre2_match_context_create_8(nil)
        unsafe pcre2_set_match_limit_8(context, UInt32(clamping: steps))
        unsafe pcre2_set_depth_limit_8(context, UInt32(clamping: steps))
        unsafe pcre2_set_heap_limit_8(context, memory)
        return unsafe context
    }

    /// Shared, since evaluations only read it.
    private static var glimpse: OpaquePointer? { unsafe OpaquePointer(bitPattern: glimpseAddress) }
    private static let glimpseAddress = UInt(bitPattern: unsafe context(steps: PatternSteps.glimpse))
}

// MARK: - Forms

extension CompiledPattern {
    private static let options = UInt32(
        PCRE2_UTF | PCRE2_DOTALL | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_UTF_CHECK
    )

    private static func compile(_ pattern: TranslatedPattern, _ options: UInt32) throws(InvalidPattern) -> OpaquePointer
    {
        var text = pattern.text
        var error: Int32 = 0
        var place = 0
        let compiled = text.withUTF8 { bytes in
            let context = unsafe pcre2_compile_context_create_8(nil)
            defer { unsafe pcre2_compile_context_free_8(context) }
            unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY))
            return unsafe pcre2_compile_8(bytes.baseAddress, bytes.count, options, &error, &place, context)
        }
        guard let compiled = unsafe compiled else {
            // Of a lookbehind the library gives the beginning, of everything else the end.
            let end = error == PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH ? place + 1 : place
            throw InvalidPattern(Self.message(error), at: pattern.source(of: end))
        }
        return unsafe compiled
    }

    private static func message(_ error: Int32) -> String {
        guard error != PCRE2_ERROR_DUPLICATE_SUBPATTERN_NAME else { return "a group name is defined twice" }
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = unsafe pcre2_get_error_message_8(error, &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer[..<Int(length)], as: UTF8.self) : "error \(error)"
    }

    /// The copy with machine code, if there is one.
    private func fastest() -> OpaquePointer {
        if let copy = unsafe OpaquePointer(bitPattern: machineCode.load(ordering: .acquiring)) { return unsafe copy }
        let use = uses.wrappingAdd(1, ordering: .relaxed).oldValue
        guard use == Self.usesBeforeJIT, let copy = unsafe pcre2_code_copy_8(plain) else { return unsafe plain }
        guard unsafe pcre2_jit_compile_8(copy, UInt32(PCRE2_JIT_COMPLETE)) == 0 else {
            unsafe pcre2_code_free_8(copy)
            return unsafe plain
        }
        machineCode.store(UInt(bitPattern: copy), ordering: .releasing)
        return unsafe copy
    }

    private func countedForm() -> OpaquePointer {
        if let form = unsafe OpaquePointer(bitPattern: counted.load(ordering: .acquiring)) { return unsafe form }
        // A pattern that compiles also compiles with callouts, unless memory is short.
        guard let form = unsafe try? Self.compile(pattern, options | UInt32(PCRE2_AUTO_CALLOUT)) else {
            return unsafe plain
        }
        let address = UInt(bitPattern: form)
        let (isFirst, earlier) = counted.compareExchange(
            expected: 0,
            desired: address,
            ordering: .acquiringAndReleasing
        )
        guard !isFirst, let earlier = unsafe OpaquePointer(bitPattern: earlier) else { return unsafe form }
        unsafe pcre2_code_free_8(form)
        return unsafe earlier
    }
}

/// The data of the last evaluation, for the next one: with it, matching neither allocates nor waits.
private enum Spare {
    private static let address = Atomic<UInt>(0)

    static func take() -> UInt {
        let spare = address.exchange(0, ordering: .acquiring)
        return spare != 0 ? spare : UInt(bitPattern: unsafe pcre2_match_data_create_8(1, nil))
    }

    static func give(_ data: UInt) {
        drop(address.exchange(data, ordering: .acquiringAndReleasing))
    }

    static func drop(_ data: UInt) {
        unsafe pcre2_match_data_free_8(OpaquePointer(bitPattern: data))
    }
}
