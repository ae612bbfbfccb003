/// The names of a matrix with their values, and the combinations that are left out.
///
/// A combination is a number: the last name changes fastest. None of them is kept, so that many cost nothing.
struct Matrix: Sendable {
    static let maximumVariants = 100_000
    static let maximumNames = 32
    static let maximumExclusions = 1_000

    /// For some of the names the places of values: what to leave out.
    typealias Exclusion = [Int: [Int]]

    struct Name: Sendable {
        let name: String
        let values: [Node.Scalar]
        /// Where each value stands, by its text.
        private let places: [String: Int]

        init(_ name: String, values: [Node.Scalar]) {
            self.name = name
            self.values = values
            places = Dictionary(values.enumerated().map { ($1.text, $0) }) { first, _ in first }
        }

        func place(of text: String) -> Int? { places[text] }
    }

    let names: [Name]
    /// How many combinations there are before any is left out; nil when there are too many.
    private let total: Int?
    /// The combinations that are left, in order; nil when none is left out.
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

    /// How many combinations are left; nil when there are too many.
    var count: Int? { kept?.count ?? total }

    mutating func leaveOut(_ exclusions: [Exclusion]) {
        guard let total, total > 0, !exclusions.isEmpty else { return }
        var isLeft = Array(repeating: true, count: total)
        for exclusion in exclusions {
            for number in numbers(of: exclusion) { isLeft[number] = false }
        }
        kept = isLeft.indices.filter { isLeft[$0] }.map { Int32($0) }
    }

    /// For each name the place of its value in one of the combinations that are left.
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

    /// Which of the combinations that are left has these values; nil when none has.
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

    /// How many choices there are of values for some of the names; at most as many as there are combinations.
    func choices(of positions: [Int]) -> Int {
        positions.reduce(1) { $0 * names[$1].values.count }
    }

    /// The number of one of these choices.
    func choice(of positions: [Int], _ places: [Int]) -> Int {
        positions.reduce(0) { $0 * names[$1].values.count + places[$1] }
    }

    /// The combinations that an exclusion means, whether left out before or not.
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
    /// The first place whose element is as asked; all after it must be so too.
    fileprivate func partitioningIndex(where isRight: (Int32) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isRight(self[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }
}
