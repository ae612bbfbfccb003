/// The names of a matrix with their values, and the combinations that are left out.
///
/// A combination is a number: the last name changes fastest. Combinations are computed, not stored.
package struct Matrix: Sendable {
    package static let maximumVariants = 100_000
    package static let maximumNames = 32
    package static let maximumExclusions = 1_000

    /// For some of the names the places of values: what to leave out.
    package typealias Exclusion = [Int: [Int]]

    package struct Name: Sendable {
        package let name: String
        package let values: [Node.Scalar]
        /// The position of each value, by its text.
        private let places: [String: Int]

        package init(_ name: String, values: [Node.Scalar]) {
            self.name = name
            self.values = values
            places = Dictionary(values.enumerated().map { ($1.text, $0) }) { first, _ in first }
        }

        package func place(of text: String) -> Int? { places[text] }
    }

    package let names: [Name]
    /// The number of combinations before exclusions; nil if there are too many.
    private let total: Int?
    /// The remaining combinations, in order; nil if no combination is excluded.
    private var kept: [Int32]?

    package init(_ names: [Name] = []) {
        self.names = names
        var total = 1
        for name in names where total <= Self.maximumVariants {
            // Neither factor is large, so this does not overflow.
            total *= min(name.values.count, Self.maximumVariants + 1)
        }
        self.total = total <= Self.maximumVariants ? total : nil
    }

    /// The number of remaining combinations; nil if there are too many.
    package var count: Int? { kept?.count ?? total }

    package mutating func leaveOut(_ exclusions: [Exclusion]) {
        guard let total, total > 0, !exclusions.isEmpty else { return }
        var isLeft = Array(repeating: true, count: total)
        for exclusion in exclusions {
            for number in numbers(of: exclusion) { isLeft[number] = false }
        }
        kept = isLeft.indices.filter { isLeft[$0] }.map { Int32($0) }
    }

    /// The position of the value of each name in one of the remaining combinations.
    package func places(at index: Int) -> [Int] {
        var rest = kept.map { Int($0[index]) } ?? index
        var places = Array(repeating: 0, count: names.count)
        for position in names.indices.reversed() {
            (rest, places[position]) = rest.quotientAndRemainder(dividingBy: names[position].values.count)
        }
        return places
    }

    package func values(at index: Int) -> [Node.Scalar] {
        zip(names, places(at: index)).map { $0.values[$1] }
    }

    /// The index of the remaining combination with these values; nil if no combination has them.
    package func index(of texts: [String]) -> Int? {
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
    package func choices(of positions: [Int]) -> Int {
        positions.reduce(1) { $0 * names[$1].values.count }
    }

    /// The number of one of these choices.
    package func choice(of positions: [Int], _ places: [Int]) -> Int {
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
