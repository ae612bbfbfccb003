/// An expected and an actual text as HTML, with marks around what differs.
///
/// JSON is indented first, so that a difference is in few lines.
struct MarkedDifference {
    /// The maximum number of differing lines that are compared with each other.
    private static let mostLines = 200

    let expected: String
    let actual: String

    init(expected: String, actual: String) {
        let texts = [expected, actual].map { IndentedJSON.text($0) ?? $0 }
        let (old, new) = (Self.lines(texts[0]), Self.lines(texts[1]))
        let blocks = Self.blocks(old, new)
        guard old.count > 1 || new.count > 1 || !Self.isEntirelyDifferent(old, new) else {
            // There is nothing to find.
            (self.expected, self.actual) = (MarkupText.escaped(texts[0]), MarkupText.escaped(texts[1]))
            return
        }
        var marked: (old: [String], new: [String]) = ([], [])
        for block in blocks {
            let (left, right) = Self.marked(old[block.old], new[block.new], isChanged: block.isChanged)
            marked.old += left
            marked.new += right
        }
        (self.expected, self.actual) = (marked.old.joined(separator: "\n"), marked.new.joined(separator: "\n"))
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func isEntirelyDifferent(_ old: [Substring], _ new: [Substring]) -> Bool {
        zip(old, new).allSatisfy { pair in
            let (left, right) = (words(pair.0), words(pair.1))
            return left.first != right.first && left.last != right.last
        }
    }

    // MARK: Lines

    /// Lines of both texts that belong together.
    private struct Block {
        var old: Range<Int>
        var new: Range<Int>
        let isChanged: Bool
    }

    /// The blocks of equal and of changed lines, in their order.
    private static func blocks(_ old: [Substring], _ new: [Substring]) -> [Block] {
        guard max(old.count, new.count) <= mostLines else {
            return [Block(old: old.indices, new: new.indices, isChanged: old != new)]
        }
        let difference = new.difference(from: old)
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var blocks: [Block] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            let isChanged = removed.contains(left) || inserted.contains(right)
            let (leftStart, rightStart) = (left, right)
            while isChanged, removed.contains(left) { left += 1 }
            while isChanged, inserted.contains(right) { right += 1 }
            if !isChanged { (left, right) = (left + 1, right + 1) }
            blocks.append(Block(old: leftStart..<left, new: rightStart..<right, isChanged: isChanged))
        }
        return blocks
    }

    /// The lines of a block; if both have as many, only the differing words of each pair are marked.
    private static func marked(
        _ old: ArraySlice<Substring>,
        _ new: ArraySlice<Substring>,
        isChanged: Bool
    ) -> (old: [String], new: [String]) {
        guard isChanged else { return (old.map { MarkupText.escaped($0) }, new.map { MarkupText.escaped($0) }) }
        guard old.count == new.count else { return (old.map { mark($0) }, new.map { mark($0) }) }
        let pairs = zip(old, new).map { words($0, $1) }
        return (pairs.map(\.old), pairs.map(\.new))
    }

    // MARK: Words

    private static func words(_ old: Substring, _ new: Substring) -> (old: String, new: String) {
        let (left, right) = (words(old), words(new))
        let start = zip(left, right).prefix { $0 == $1 }.count
        let most = min(left.count, right.count) - start
        let end = zip(left.reversed(), right.reversed()).prefix(most).prefix { $0 == $1 }.count
        func text(_ words: [Substring]) -> String {
            let middle = words[start..<(words.count - end)].joined()
            return MarkupText.escaped(words[..<start].joined()) + mark(middle)
                + MarkupText.escaped(words[(words.count - end)...].joined())
        }
        return (text(left), text(right))
    }

    /// The words and the characters between them.
    private static func words(_ line: Substring) -> [Substring] {
        var words: [Substring] = []
        var rest = line
        while let first = rest.first {
            let length = isPartOfWord(first) ? rest.prefix(while: isPartOfWord).count : 1
            words.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return words
    }

    private static func isPartOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func mark(_ text: some StringProtocol) -> String {
        text.isEmpty ? "" : "<mark>\(MarkupText.escaped(text))</mark>"
    }
}
