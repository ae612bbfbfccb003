/// The names of a matrix with their values, and the combinations that are left out.
///
/// A combination is a number: the last name changes fastest. Combinations are computed, not stored.
struct Matrix: Sendable {
    static let maximumVariants = 100_000
    static let maximumNames = 32
    static let maximumExclusions = 1_000

    /// For some of the names the places of values: what to leave out.
    typealias Exclusion = [Int: [Int]]

    struct Name: Sendable {
        let name: String
        let values: [Node.Scalar]
        /// The position of each value, by its text.
        private let places: [String: Int]

        init(_ name: String, values: [Node.Scalar]) {
            self.name = name
            self.values = values
            places = Dictionary(values.enumerated().map { ($1.text, $0) }) { first, _ in first }
        }

        func place(of text: String) -> Int? { places[text] }
    }

    let names: [Name]
    /// The number of combinations before exclusions; nil if there are too many.
    private let total: Int?
    /// The remaining combinations, in order; nil if no combination is excluded.
    private var kept: [Int32]?

    init(_ names: [Name] = []) {
        self.names = names
        var total = 1
        for name in names where total <= Self.maximumVariants {
            // Neither factor is large, so this does not overflow.
            total *= min(name.values.count, Self.maximumVariants + 1)
        }
        self.total = total <= Self.maximumVariants ? total : nil
    }

    /// The number of remaining combinations; nil if there are too many.
    var count: Int? { kept?.count ?? total }

    mutating func leaveOut(_ exclusions: [Exclusion]) {
        guard let total, total > 0, !exclusions.isEmpty else { return }
        var isLeft = Array(repeating: true, count: total)
        for exclusion in exclusions {
            for number in numbers(of: exclusion) { isLeft[number] = false }
        }
        kept = isLeft.indices.filter { isLeft[$0] }.map { Int32($0) }
    }

    /// The position of the value of each name in one of the remaining combinations.
    func places(at index: Int) -> [Int] {
        var rest = kept.map { Int($0[index]) } ?? index
        var places = Array(repeating: 0, count: names.count)
        for position in names.indices.reversed() {
            (rest, places[position]) = rest.quotientAndRemainder(dividingBy: names[position].values.count)
        }
        return places
    }

    func values(at index: Int) -> [Node.Scalar] {
        zip(names, places(at: index)).map { $0.values[$1] }
    }

    /// The index of the remaining combination with these values; nil if there is no such combination.
    func index(of texts: [String]) -> Int? {
        guard texts.count == names.count else { return nil }
        var number = 0
        for (name, text) in zip(names, texts) {
            guard let place = name.place(of: text) else { return nil }
            number = number * name.values.count + place
        }
        guard let kept else { return number }
        let index = kept.partitioningIndex { $0 >= number }
        return index < kept.count && kept[index] == number ? index : nil
    }

    /// The number of choices of values for some of the names; at most the number of combinations.
    func choices(of positions: [Int]) -> Int {
        positions.reduce(1) { $0 * names[$1].values.count }
    }

    /// The number of one of these choices.
    func choice(of positions: [Int], _ places: [Int]) -> Int {
        positions.reduce(0) { $0 * names[$1].values.count + places[$1] }
    }

    /// The combinations that an exclusion describes, whether excluded before or not.
    private func numbers(of exclusion: Exclusion) -> [Int] {
        var numbers = [0]
        for (position, name) in names.enumerated() {
            let places = exclusion[position] ?? Array(name.values.indices)
            numbers = numbers.flatMap { number in places.map { number * name.values.count + $0 } }
        }
        return numbers
    }
}

extension [Int32] {
    /// The first index whose element satisfies the predicate; all later elements must satisfy it too.
    fileprivate func partitioningIndex(where isRight: (Int32) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isRight(self[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }
}

extension NodeReader {
    private static let excludeKey = "exclude"

    func matrix(_ node: Node) -> Matrix? {
        guard case .mapping(let pairs) = node.content else {
            log.error("'matrix' must be an object, not \(node.kind)", at: node)
            return nil
        }
        let names = pairs.filter { $0.key.text != Self.excludeKey }
        guard !names.isEmpty else {
            log.error("'matrix' needs at least one name with a list of values", at: node)
            return nil
        }
        guard names.count <= Matrix.maximumNames else {
            log.error("'matrix' has more than \(Matrix.maximumNames) names", at: names[Matrix.maximumNames].key)
            return nil
        }
        var matrix = Matrix(
            names.map { pair in
                checkName(pair.key)
                return Matrix.Name(pair.key.text, values: matrixValues(pair.value, of: pair.key.text))
            }
        )
        guard checkSize(of: matrix, at: node) else { return nil }
        guard let exclude = node[Self.excludeKey] else { return matrix }
        matrix.leaveOut(exclusions(exclude, of: matrix))
        if matrix.count == 0 { log.error("'\(Self.excludeKey)' leaves no variant", at: node) }
        return matrix.count == 0 ? nil : matrix
    }

    private func checkName(_ key: Node) {
        let isName =
            !key.text.isEmpty
            && key.text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "_-".contains(Character(scalar)))
            }
        if !isName { log.error("'\(key.text)' is not a valid name: use only letters, digits, '_' and '-'", at: key) }
    }

    private func matrixValues(_ node: Node, of name: String) -> [Node.Scalar] {
        guard let items = items(node, "'\(name)'") else { return [] }
        if items.isEmpty { log.error("'\(name)' has no values", at: node) }
        var known: Set<String> = []
        return items.flatMap { item in
            expanded(item, of: name).filter { value in
                if known.insert(value.text).inserted { return true }
                log.error("'\(value.text)' is listed twice in '\(name)'", at: item)
                return false
            }
        }
    }

    /// The value itself, or the members of a range like `200-299`.
    private func expanded(_ item: Node, of name: String) -> [Node.Scalar] {
        guard let scalar = item.scalar, let text = text(item, "a value of '\(name)'") else {
            if item.scalar == nil {
                log.error("a value of '\(name)' must be a single value, not \(item.kind)", at: item)
            }
            return []
        }
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt32($0) }
        if scalar.isPlain, bounds.count == 2, let lower = bounds[0], let upper = bounds[1] {
            guard lower <= upper, upper - lower < Matrix.maximumVariants else {
                log.error(
                    "'\(text)' is not a valid range: it must ascend, by less than \(Matrix.maximumVariants)",
                    at: item
                )
                return []
            }
            return (lower...upper).map { Node.Scalar(text: String($0), isPlain: true) }
        }
        checkAddress(text, at: item)
        return [scalar]
    }

    /// Logs a value that an address, `/~slug:value:value/`, cannot contain.
    private func checkAddress(_ value: String, at node: Node) {
        let isAllowed =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy { scalar in
                scalar.value > 0x20 && scalar.value < 0x7F && !"/:@?#%\"<>\\^`{|}".unicodeScalars.contains(scalar)
            }
        if !isAllowed { log.error("'\(value)' is not a valid value: it is part of the variant's address", at: node) }
    }

    private func exclusions(_ node: Node, of matrix: Matrix) -> [Matrix.Exclusion] {
        let items = items(node, "'\(Self.excludeKey)'") ?? []
        if items.count > Matrix.maximumExclusions {
            log.error("'\(Self.excludeKey)' has more than \(Matrix.maximumExclusions) items", at: node)
            return []
        }
        return items.compactMap { item in
            var exclusion: Matrix.Exclusion = [:]
            for entry in entries(item, "an item of '\(Self.excludeKey)'") ?? [] {
                guard let position = matrix.names.firstIndex(where: { $0.name == entry.name }) else {
                    let suggestion = Spelling.suggestion(for: entry.name, among: matrix.names.map(\.name))
                    log.error("'\(entry.name)' is not a name of the matrix", at: entry.key, suggestion: suggestion)
                    continue
                }
                exclusion[position] = excluded(entry.value, of: matrix.names[position])
            }
            if case .mapping(let pairs) = item.content, pairs.isEmpty {
                log.error("an item of '\(Self.excludeKey)' needs at least one name", at: item)
            }
            return exclusion.isEmpty ? nil : exclusion
        }
    }

    /// The positions of the values, each once; a range may contain numbers that are not values.
    private func excluded(_ node: Node, of name: Matrix.Name) -> [Int] {
        var items = [node]
        if case .sequence(let list) = node.content { items = list }
        var places: Set<Int> = []
        for item in items {
            let texts = expanded(item, of: name.name).map(\.text)
            let known = texts.compactMap(name.place)
            places.formUnion(known)
            guard let text = texts.first, known.isEmpty else { continue }
            let suggestion = Spelling.suggestion(for: text, among: name.values.map(\.text).sorted())
            log.error("'\(item.text)' is not a value of '\(name.name)'", at: item, suggestion: suggestion)
        }
        return Array(places)
    }

    /// Logs a matrix with too many variants; a name without values was logged before.
    private func checkSize(of matrix: Matrix, at node: Node) -> Bool {
        guard let count = matrix.count else {
            log.error("the matrix has more than \(Matrix.maximumVariants) variants", at: node)
            return false
        }
        return count > 0
    }
}
