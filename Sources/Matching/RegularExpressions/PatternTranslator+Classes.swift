extension PatternTranslator {
    /// The part of a class up to the next `&&`.
    private struct ClassPart {
        var items = ""
        var others: [PatternCharacters] = []
        var isEmpty: Bool { items.isEmpty && others.isEmpty }

        mutating func add(_ characters: PatternCharacters) {
            if case .items(let items) = characters { self.items += items } else { others.append(characters) }
        }

        var characters: PatternCharacters {
            if others.isEmpty { return .items(items) }
            return others.count == 1 && items.isEmpty
                ? others[0] : .union((items.isEmpty ? [] : [.items(items)]) + others)
        }
    }

    /// A class after its opening bracket, with Java's unions and intersections.
    mutating func characterClass() throws(InvalidPattern) -> PatternCharacters {
        let opening = place - 1
        let isNegated = skip("^")
        var operands: [PatternCharacters] = []
        var part = ClassPart()
        while let scalar = next {
            if scalar == "]", !(operands.isEmpty && part.isEmpty) {
                place += 1
                if !part.isEmpty || operands.isEmpty { operands.append(part.characters) }
                let characters = operands.count == 1 ? operands[0] : .intersection(operands)
                return isNegated ? .complement(characters) : characters
            }
            if skip("&&") {
                if !part.isEmpty { operands.append(part.characters) }
                part = ClassPart()
            } else {
                try addItem(to: &part)
            }
        }
        throw InvalidPattern("the character class is not closed", at: opening)
    }

    private mutating func addItem(to part: inout ClassPart) throws(InvalidPattern) {
        guard let scalar = next else { return }
        place += 1
        if flags.contains(.comments), skipsComment(scalar) { return }
        switch scalar {
        case "[":
            if let characters = try posixClass() { return part.add(characters) }
            part.add(try characterClass())
        case "\\":
            if skip("Q") {
                for scalar in quoted() { part.add(range(scalar, scalar)) }
                return
            }
            if let characters = try escapedCharacters() { return part.add(characters) }
            try addRange(from: try escapedScalar(), to: &part)
        case _: try addRange(from: scalar, to: &part)
        }
    }

    /// A range, or a single character if no other end follows.
    private mutating func addRange(from first: Unicode.Scalar, to part: inout ClassPart) throws(InvalidPattern) {
        guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]", scalars[place + 1] != "[" else {
            return part.add(range(first, first))
        }
        place += 1
        var last = scalars[place]
        place += 1
        if last == "\\" { last = try escapedScalar() }
        guard first <= last else { throw InvalidPattern("the character range is reversed", at: place - 1) }
        part.add(range(first, last))
    }

    private func range(_ first: Unicode.Scalar, _ last: Unicode.Scalar) -> PatternCharacters {
        .items(PatternCharacters.items(from: first, to: last, foldsASCII: flags.foldsASCII))
    }

    /// `[:alpha:]`, which Java does not have; nil for any other class.
    private mutating func posixClass() throws(InvalidPattern) -> PatternCharacters? {
        guard next == ":", let end = scalars[place...].firstIndex(of: "]"), scalars[end - 1] == ":", end - place > 2
        else {
            return nil
        }
        var name = String(String.UnicodeScalarView(scalars[(place + 1)..<(end - 1)]))
        let isNegated = name.hasPrefix("^")
        if isNegated { name.removeFirst() }
        guard let items = PatternProperty.posix(name) else { return nil }
        place = end + 1
        return isNegated ? .complement(.items(items)) : .items(items)
    }
}
