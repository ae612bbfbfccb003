private import CPCRE2
private import Synchronization

/// A pattern compiled by PCRE2, which threads share; the one place that knows the library.
///
/// The compiled code is never changed after `init`. The machine code for short values is made from a copy when the pattern
/// has proved to be in use, and is published by an atomic pointer.
@safe final class CompiledPattern: @unchecked Sendable {
    /// After so many evaluations there is machine code.
    private static let usesBeforeJIT = 8
    /// Machine code does not count every step, so that longer values are left to the interpreter.
    private static let longestForJIT = 1024
    /// In KiB, for each evaluation.
    private static let memory: UInt32 = 16 << 10
    /// The data of evaluations of longer values is not kept for the next one.
    private static let longestForSpare = 4096

    private let code: OpaquePointer
    private let scansAhead: Bool
    private let uses = Atomic<Int>(0)
    /// The address of the copy that has machine code; 0: none yet.
    private let machineCode = Atomic<UInt>(0)

    /// Compiles a pattern in Java's dialect; for searching it finds the first part that matches.
    init(_ pattern: String, forSearching: Bool) throws(InvalidPattern) {
        let translated = try PatternTranslator.translate(pattern)
        scansAhead = translated.scansAhead && !forSearching
        // Like this, the steps of a search are counted from the beginning of the value, not for each place again.
        let (head, tail) = forSearching ? (".*?\\K(?:", ")") : ("", "")
        var text = head + translated.text + tail
        var error: Int32 = 0
        var place = 0
        let options = Self.options | (forSearching ? 0 : UInt32(PCRE2_ENDANCHORED))
        let compiled = text.withUTF8 { bytes in
            let context = unsafe pcre2_compile_context_create_8(nil)
            defer { unsafe pcre2_compile_context_free_8(context) }
            unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY))
            return unsafe pcre2_compile_8(bytes.baseAddress, bytes.count, options, &error, &place, context)
        }
        guard let compiled = unsafe compiled else {
            // Of a lookbehind the library gives the beginning, of everything else the end.
            let end = error == PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH ? place + 1 : place
            throw InvalidPattern(Self.message(error), at: translated.source(of: end - head.utf8.count))
        }
        unsafe code = compiled
    }

    deinit {
        unsafe pcre2_code_free_8(code)
        unsafe pcre2_code_free_8(OpaquePointer(bitPattern: machineCode.load(ordering: .acquiring)))
    }

    func effort(for value: String) -> PatternEffort {
        PatternEffort(length: value.utf8.count, scansAhead: scansAhead)
    }

    /// Judges the value within an effort, or within the one for its length.
    func verdict(on value: String, _ effort: PatternEffort?) -> RegularExpression.Verdict {
        let effort = effort ?? self.effort(for: value)
        let data = Spare.take()
        let result = evaluate(value, effort, data)
        let isKept = result >= PCRE2_ERROR_NOMATCH && value.utf8.count <= Self.longestForSpare
        isKept ? Spare.give(data) : Spare.drop(data)
        switch result {
        case 0...: return .matches
        case PCRE2_ERROR_NOMATCH: return .differs
        case _: return .gaveUp(steps: effort.steps)
        }
    }

    /// The first match and its groups, empty where they have no part in it; nil when there is none or the search gives up.
    func groups(in value: String) -> [String]? {
        let data = unsafe pcre2_match_data_create_from_pattern_8(code, nil)
        defer { unsafe pcre2_match_data_free_8(data) }
        let effort = effort(for: value)
        guard evaluate(value, effort, UInt(bitPattern: data)) > 0 else { return nil }
        let bytes = Array(value.utf8)
        let count = unsafe Int(pcre2_get_ovector_count_8(data))
        let places = unsafe UnsafeBufferPointer(start: pcre2_get_ovector_pointer_8(data), count: 2 * count)
        return (0..<count).map { group in
            let (start, end) = unsafe (places[2 * group], places[2 * group + 1])
            guard (0...bytes.count).contains(start), (start...bytes.count).contains(end) else { return "" }
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
    }

    private func evaluate(_ value: String, _ effort: PatternEffort, _ data: UInt) -> Int32 {
        var value = value
        return value.withUTF8 { bytes in
            let code = unsafe bytes.count <= Self.longestForJIT ? fastest() : code
            let data = unsafe OpaquePointer(bitPattern: data)
            let result = unsafe pcre2_match_8(
                code,
                bytes.baseAddress,
                bytes.count,
                0,
                UInt32(PCRE2_NO_UTF_CHECK),
                data,
                Contexts.of(effort)
            )
            guard result == PCRE2_ERROR_JIT_STACKLIMIT else { return result }
            return unsafe pcre2_match_8(
                self.code,
                bytes.baseAddress,
                bytes.count,
                0,
                UInt32(PCRE2_NO_UTF_CHECK),
                data,
                Contexts.of(effort)
            )
        }
    }

    /// The copy with machine code, where there is one.
    private func fastest() -> OpaquePointer {
        if let copy = unsafe OpaquePointer(bitPattern: machineCode.load(ordering: .acquiring)) { return unsafe copy }
        let use = uses.wrappingAdd(1, ordering: .relaxed).oldValue
        guard use == Self.usesBeforeJIT, let copy = unsafe pcre2_code_copy_8(code) else { return unsafe code }
        guard unsafe pcre2_jit_compile_8(copy, UInt32(PCRE2_JIT_COMPLETE)) == 0 else {
            unsafe pcre2_code_free_8(copy)
            return unsafe code
        }
        machineCode.store(UInt(bitPattern: copy), ordering: .releasing)
        return unsafe copy
    }

    /// Steps are honest only where repetitions are not made possessive behind the pattern's back.
    private static let options = UInt32(
        PCRE2_UTF | PCRE2_DOTALL | PCRE2_ANCHORED | PCRE2_NO_AUTO_POSSESS | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_UTF_CHECK
    )

    private static func message(_ error: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = unsafe pcre2_get_error_message_8(error, &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer[..<Int(length)], as: UTF8.self) : "error \(error)"
    }

    /// The limits of each effort; shared, since evaluations only read them.
    private enum Contexts {
        private static let addresses = PatternEffort.allCases.map { UInt(bitPattern: unsafe make($0)) }

        static func of(_ effort: PatternEffort) -> OpaquePointer? {
            unsafe OpaquePointer(bitPattern: addresses[effort.rawValue])
        }

        private static func make(_ effort: PatternEffort) -> OpaquePointer? {
            let context = unsafe pcre2_match_context_create_8(nil)
            unsafe pcre2_set_match_limit_8(context, UInt32(effort.steps))
            unsafe pcre2_set_depth_limit_8(context, UInt32(effort.steps))
            unsafe pcre2_set_heap_limit_8(context, memory)
            return unsafe context
        }
    }

    /// The data of the last evaluation, for the next one: with it, matching allocates nothing and waits for nobody.
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
}
