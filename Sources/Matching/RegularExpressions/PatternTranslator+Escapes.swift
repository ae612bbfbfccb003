extension PatternTranslator {
    private static let word = "\\p{L}\\p{Nl}\\p{M}\\p{Nd}\\p{Pc}\\x{200c}\\x{200d}"
    private static let lineBreak = "(?:\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])"

    /// An escape outside of brackets, after its backslash.
    mutating func escape() throws(InvalidPattern) {
        guard let scalar = next else { throw problem("'\\' escapes nothing") }
        if let characters = try escapedCharacters() { return emit(folded(characters)) }
        place += 1
        switch scalar {
        case "b" where flags.contains(.unicodeClasses): emit(Self.wordBoundary(isOne: true))
        case "B" where flags.contains(.unicodeClasses): emit(Self.wordBoundary(isOne: false))
        case "b", "B", "A", "z", "Z", "G": emit("\\\(scalar)")
        // PCRE2 looks back over any number of characters for it, without counting them.
        case "X": throw problem("'\\X' is not supported")
        case "R": emit(Self.lineBreak)
        case "Q": for scalar in quoted() { emit(literal(scalar)) }
        case "k": try namedBackreference()
        case "1"..."9": backreference(scalar)
        case _:
            place -= 1
            emit(literal(try escapedScalar()))
        }
    }

    /// The text up to `\E`, or the rest.
    mutating func quoted() -> ArraySlice<Unicode.Scalar> {
        var end = place
        while end < scalars.count, !scalars[end...].starts(with: "\\E".unicodeScalars) { end += 1 }
        defer { place = min(end + 2, scalars.count) }
        return scalars[place..<end]
    }

    /// The characters of an escape like `\d` or `\p{L}`; nil for any other escape.
    mutating func escapedCharacters() throws(InvalidPattern) -> PatternCharacters? {
        guard let letter = next else { return nil }
        switch letter {
        case "p", "P":
            place += 1
            return try property(isNegated: letter == "P")
        case "d", "s", "w", "h", "v", "D", "S", "W", "H", "V":
            place += 1
            return predefined(letter)
        case _: return nil
        }
    }

    private func predefined(_ letter: Unicode.Scalar) -> PatternCharacters {
        guard flags.contains(.unicodeClasses) else { return .items("\\\(letter)") }
        return switch letter {
        case "d": .items("\\p{Nd}")
        case "D": .items("\\P{Nd}")
        case "s": .items(PatternProperty.whiteSpace)
        case "S": .complement(.items(PatternProperty.whiteSpace))
        case "w": .items(Self.word)
        case "W": .complement(.items(Self.word))
        case _: .items("\\\(letter)")
        }
    }

    /// `{Lu}` or `L` after `\p`.
    private mutating func property(isNegated: Bool) throws(InvalidPattern) -> PatternCharacters {
        var name = next.map { String($0) } ?? ""
        place += 1
        if name == "{" {
            guard let text = skip(through: "}") else { throw problem("the property name is not closed") }
            name = text
        }
        var isNegated = isNegated
        if name.hasPrefix("^") { (name, isNegated) = (String(name.dropFirst()), !isNegated) }
        guard let items = PatternProperty.items(name, isCaseless: flags.contains(.caseless)) else {
            throw problem("'\(name)' is not a supported character property")
        }
        return isNegated ? .complement(.items(items)) : .items(items)
    }

    private mutating func namedBackreference() throws(InvalidPattern) {
        guard skip("<"), let name = skip(through: ">"), !name.isEmpty else {
            throw problem("'\\k' needs a group name: '\\k<name>'")
        }
        output.refersBack = true
        emit(flags.contains(.caseless) ? "(?i:\\k<\(name)>)" : "\\k<\(name)>")
    }

    /// Boundaries between the characters of `\w`, beyond ASCII, and others.
    private static func wordBoundary(isOne: Bool) -> String {
        let (before, after) = ("(?<=[\(word)])", "(?=[\(word)])")
        let (notBefore, notAfter) = ("(?<![\(word)])", "(?![\(word)])")
        return isOne
            ? "(?:\(before)\(notAfter)|\(notBefore)\(after))" : "(?:\(before)\(after)|\(notBefore)\(notAfter))"
    }
}

// MARK: - Single characters

extension PatternTranslator {
    private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
        "t": "\t", "n": "\n", "r": "\r", "f": "\u{C}", "a": "\u{7}", "e": "\u{1B}",
    ]

    /// The scalar of an escape.
    mutating func escapedScalar() throws(InvalidPattern) -> Unicode.Scalar {
        guard let scalar = next else { throw problem("'\\' escapes nothing") }
        place += 1
        if let control = Self.controls[scalar] { return control }
        switch scalar {
        case "0": return try octal()
        case "x": return try hexadecimal(digits: 2)
        case "u": return try unicode()
        case "c":
            guard let letter = next, letter.isASCII, let control = Unicode.Scalar(letter.value ^ 64) else {
                throw problem("'\\c' needs a character")
            }
            place += 1
            return control
        case "a"..."z", "A"..."Z", "1"..."9": throw problem("'\\\(scalar)' is not supported here")
        case _: return scalar
        }
    }

    private mutating func octal() throws(InvalidPattern) -> Unicode.Scalar {
        var value: UInt32 = 0
        var count = 0
        while let digit = next, ("0"..."7").contains(digit), count < 3, 8 * value + digit.value - 0x30 <= 0xFF {
            value = 8 * value + digit.value - 0x30
            count += 1
            place += 1
        }
        guard count > 0, let scalar = Unicode.Scalar(value) else { throw problem("'\\0' needs octal digits") }
        return scalar
    }

    private mutating func hexadecimal(digits: Int) throws(InvalidPattern) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(try hexadecimalValue(digits: digits)) else {
            throw problem("the escape is not a valid character")
        }
        return scalar
    }

    /// That many digits, or any number of them in braces.
    private mutating func hexadecimalValue(digits: Int) throws(InvalidPattern) -> UInt32 {
        var text = ""
        if skip("{") {
            guard let number = skip(through: "}") else { throw problem("the character code is not closed") }
            text = number
        } else {
            text = String(String.UnicodeScalarView(scalars[place...].prefix(digits)))
            place += text.unicodeScalars.count
            guard text.unicodeScalars.count == digits else {
                throw problem("the escape needs \(digits) hexadecimal digits")
            }
        }
        guard text.utf8.allSatisfy(\.isLetterOrDigit), let value = UInt32(text, radix: 16) else {
            throw problem("'\(text)' is not a hexadecimal number")
        }
        return value
    }

    /// A pair of surrogates is one character.
    private mutating func unicode() throws(InvalidPattern) -> Unicode.Scalar {
        let first = try hexadecimalValue(digits: 4)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), skip("\\u") else {
            throw problem("the escape is not a valid character")
        }
        let second = try hexadecimalValue(digits: 4)
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw problem("the escape is not a valid character") }
        return scalar
    }
}
