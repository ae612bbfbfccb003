/// Translates a pattern from Java's dialect, which WireMock's users write, to PCRE2's.
///
/// Nearly all of it means the same in both. This translates what PCRE2 does not support (`&&` in classes, `\Q…\E`,
/// properties of Java's own) and what differs: case is folded in ASCII only unless `(?u)` is set.
struct PatternTranslator {
    let scalars: [Unicode.Scalar]
    var place = 0
    var flags: PatternFlags = .dotAll
    var output = TranslatedPattern()
    /// The beginning of the part that is being translated.
    var start = 0
    /// The flags outside each open group, and its beginning.
    private var groups: [(flags: PatternFlags, place: Int)] = []
    private var groupCount = 0
    /// Whether a quantifier may follow.
    private var canRepeat = false

    private init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    /// Translates a pattern.
    ///
    /// - Throws: ``InvalidPattern`` if it cannot be translated; PCRE2 finds the other errors.
    static func translate(_ pattern: String) throws(InvalidPattern) -> TranslatedPattern {
        var translator = PatternTranslator(pattern)
        while translator.place < translator.scalars.count { try translator.translateNext() }
        if let open = translator.groups.last { throw InvalidPattern("the group is not closed", at: open.place) }
        return translator.output
    }

    private mutating func translateNext() throws(InvalidPattern) {
        start = place
        let scalar = scalars[place]
        place += 1
        if flags.contains(.comments), skipsComment(scalar) { return }
        switch scalar {
        case "(": try open()
        case ")": try close()
        case "*", "+", "?": try repeatLast(String(scalar))
        case "{" where countedRepetition != nil: try repeatLast(countedRepetition ?? "")
        case "|": emit("|", canRepeat: false)
        case ".": emit(anyCharacter)
        case "^": emit(lineStart)
        case "$": emit(lineEnd)
        case "[": emit(folded(try characterClass()))
        case "\\": try escape()
        case _: emit(literal(scalar))
        }
    }

    /// Writes a part whose source begins where the current one does.
    mutating func emit(_ text: String, canRepeat: Bool = true) {
        output.append(text, from: start)
        self.canRepeat = canRepeat
    }

    func problem(_ message: String) -> InvalidPattern { InvalidPattern(message, at: start) }

    var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    mutating func skip(_ text: String) -> Bool {
        guard scalars[place...].starts(with: text.unicodeScalars) else { return false }
        place += text.unicodeScalars.count
        return true
    }

    /// The scalars before a text, which is skipped too; nil if it does not follow.
    mutating func skip(through text: Unicode.Scalar) -> String? {
        guard let end = scalars[place...].firstIndex(of: text) else { return nil }
        defer { place = end + 1 }
        return String(String.UnicodeScalarView(scalars[place..<end]))
    }

    /// Skips white space and comments if the flag `x` is set.
    mutating func skipsComment(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "#" {
            place =
                scalars[place...].firstIndex { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
                ?? scalars.count
            return true
        }
        return scalar == " " || ("\t"..."\r").contains(scalar)
    }
}

// MARK: - Characters

extension PatternTranslator {
    func literal(_ scalar: Unicode.Scalar) -> String {
        let text = PatternCharacters.escaped(scalar)
        if flags.foldsUnicode { return scalar.properties.isCased ? "(?i:\(text))" : text }
        guard flags.foldsASCII, scalar.isASCII, scalar.properties.isCased else { return text }
        return "[" + PatternCharacters.items(from: scalar, to: scalar, foldsASCII: true) + "]"
    }

    func folded(_ characters: PatternCharacters) -> String {
        flags.foldsUnicode ? "(?i:\(characters.text))" : characters.text
    }

    private var anyCharacter: String {
        if flags.contains(.dotAll) { return "." }
        return flags.contains(.unixLines) ? "[^\\n]" : "[^\\n\\r\\x{85}\\x{2028}\\x{2029}]"
    }

    private var lineStart: String {
        guard flags.contains(.multiline) else { return "^" }
        return flags.contains(.unixLines) ? "(?:\\A|(?<=\\n)(?!\\z))" : "(?m:^)"
    }

    private var lineEnd: String {
        switch (flags.contains(.multiline), flags.contains(.unixLines)) {
        case (false, false): "$"
        case (true, false): "(?m:$)"
        case (false, true): "(?=\\n?\\z)"
        case (true, true): "(?=\\n|\\z)"
        }
    }
}

// MARK: - Quantifiers

extension PatternTranslator {
    /// `{2}`, `{2,}` or `{2,3}` that begins before the current place; any other brace is literal.
    private var countedRepetition: String? {
        guard let end = scalars[place...].firstIndex(of: "}") else { return nil }
        let parts = scalars[place..<end].split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
        guard areDigits, !parts[0].isEmpty else { return nil }
        return String(String.UnicodeScalarView(scalars[(place - 1)...end]))
    }

    private mutating func repeatLast(_ quantifier: String) throws(InvalidPattern) {
        guard canRepeat else { throw problem("'\(quantifier)' has nothing to repeat") }
        place = start + quantifier.unicodeScalars.count
        output.noteRepetition(quantifier)
        var suffix = ""
        if let next, next == "?" || next == "+" {
            suffix = String(next)
            place += 1
            if next == "+" { output.scansAhead = true }
        }
        emit(quantifier + suffix, canRepeat: false)
    }
}

// MARK: - Groups

extension PatternTranslator {
    private static let plainGroups = ["?:", "?=", "?!", "?>", "?<=", "?<!"]

    private mutating func open() throws(InvalidPattern) {
        groups.append((flags, start))
        guard next == "?" else {
            guard next != "*" else { throw problem("'*' has nothing to repeat") }
            groupCount += 1
            return emit("(", canRepeat: false)
        }
        for group in Self.plainGroups where skip(group) {
            if group != "?:" { output.scansAhead = true }
            return emit("(" + group, canRepeat: false)
        }
        if skip("?<") || skip("?P<") { return try openNamed() }
        try openWithFlags()
    }

    private mutating func openNamed() throws(InvalidPattern) {
        guard let name = skip(through: ">"), !name.isEmpty else { throw problem("the group name is not closed") }
        groupCount += 1
        emit("(?<\(name)>", canRepeat: false)
    }

    /// `(?i)` applies to the rest of the group around it, `(?i:` to its own.
    private mutating func openWithFlags() throws(InvalidPattern) {
        place += 1
        var isOn = true
        while let scalar = next, scalar != ")", scalar != ":" {
            place += 1
            if scalar == "-", isOn {
                isOn = false
            } else if let flag = PatternFlags(scalar) {
                flags = isOn ? flags.union(flag) : flags.subtracting(flag)
            } else {
                throw problem("'(?\(scalar)' is not supported")
            }
        }
        guard let end = next else { throw problem("the group is not closed") }
        place += 1
        if end == ":" { return emit("(?:", canRepeat: false) }
        groups.removeLast()
    }

    private mutating func close() throws(InvalidPattern) {
        guard let group = groups.popLast() else { throw problem("unmatched ')'") }
        flags = group.flags
        emit(")")
    }

    /// A backreference; Java drops digits until there is a group of that number.
    mutating func backreference(_ first: Unicode.Scalar) {
        var number = Int(first.value) - 0x30
        while let digit = next, ("0"..."9").contains(digit), 10 * number + Int(digit.value) - 0x30 <= groupCount {
            number = 10 * number + Int(digit.value) - 0x30
            place += 1
        }
        output.refersBack = true
        emit(flags.contains(.caseless) ? "(?i:\\g{\(number)})" : "\\g{\(number)}")
    }
}

/// Java's inline flags.
struct PatternFlags: OptionSet {
    let rawValue: Int

    static let caseless = Self(rawValue: 1)
    static let unixLines = Self(rawValue: 2)
    static let multiline = Self(rawValue: 4)
    static let dotAll = Self(rawValue: 8)
    /// Folds case beyond ASCII.
    static let unicodeCase = Self(rawValue: 16)
    static let comments = Self(rawValue: 32)
    /// Extends `\d`, `\w`, `\s` and `\b` beyond ASCII.
    static let unicodeClasses = Self(rawValue: 64)

    /// The flag for a letter in `(?…)`.
    init?(_ letter: Unicode.Scalar) {
        switch letter {
        case "i": self = .caseless
        case "d": self = .unixLines
        case "m": self = .multiline
        case "s": self = .dotAll
        case "u": self = .unicodeCase
        case "x": self = .comments
        case "U": self = [.unicodeClasses, .unicodeCase]
        case _: return nil
        }
    }

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Whether case is folded, and beyond ASCII.
    var foldsUnicode: Bool { isSuperset(of: [.caseless, .unicodeCase]) }
    var foldsASCII: Bool { contains(.caseless) && !contains(.unicodeCase) }
}

/// A pattern in PCRE2's dialect, the sources of its parts, and the parts that make a single step of the library long.
struct TranslatedPattern {
    private(set) var text = ""
    /// Whether it has a lookaround, an atomic group or a possessive quantifier, which may scan much in one step.
    var scansAhead = false
    /// Whether it has a backreference, which compares the length of its group.
    var refersBack = false
    /// The largest number of repetitions that one step may try: of a character, or of a group whose copies
    /// may end at once.
    private(set) var longestCount = 0
    /// The beginnings of the parts, in bytes of `text` and in scalars of the source.
    private var parts: [(place: Int, source: Int)] = []

    mutating func append(_ part: String, from source: Int) {
        parts.append((text.utf8.count, source))
        text += part
    }

    /// Records what is repeated, and how often, before the quantifier is appended.
    mutating func noteRepetition(_ quantifier: String) {
        let counts = quantifier.split { !$0.isNumber }.compactMap { Int($0) }
        let count = text.hasSuffix(")") ? counts.max() : counts.first
        longestCount = max(longestCount, count ?? 0)
    }

    /// The place in the source, in scalars, of the part that ends at a place in `text`.
    func source(of place: Int) -> Int? {
        parts.last { $0.place < place }?.source ?? parts.first?.source
    }
}
