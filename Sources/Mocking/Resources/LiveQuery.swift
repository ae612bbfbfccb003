import HAL
import Matching
import Scenarios

/// The filters and the order that a query asks for.
struct LiveQuery: Sendable {
    private static let maximumComparisons = 20
    private static let maximumOrders = 5

    private struct Order: Sendable {
        let path: CompactJSON.Path
        let isDescending: Bool
    }

    private var filters: [LiveFilter] = []
    private var orders: [Order] = []

    var isEmpty: Bool { filters.isEmpty && orders.isEmpty }

    /// - Throws: ``LiveRefusal`` with 400 if a comparison or a member is unknown, or if there are too many.
    init(_ request: LiveRequest, naming known: Set<ExactText>? = nil) throws(LiveRefusal) {
        guard request.hasQuery else { return }
        for (name, value) in request.query where ![LivePage.pageKey, LivePage.sizeKey].contains(name) {
            guard name != LivePage.sortKey else {
                try addOrders(value, known)
                continue
            }
            try addFilter(name, value)
            try Self.check(String(name.prefix { $0 != ":" }), known)
        }
        guard filters.reduce(0, { $0 + $1.operands.count }) <= Self.maximumComparisons else {
            throw LiveRefusal(400, "a query has at most \(Self.maximumComparisons) values to compare with")
        }
        guard orders.count <= Self.maximumOrders else {
            throw LiveRefusal(400, "'\(LivePage.sortKey)' has at most \(Self.maximumOrders) members")
        }
    }

    /// Checks that items may have a member, or a member of one.
    private static func check(_ path: String, _ known: Set<ExactText>?) throws(LiveRefusal) {
        let member = String(path.prefix { $0 != "." })
        guard known?.contains(ExactText(member)) != false else {
            throw LiveRefusal(400, "'\(member.prefix(40))' is not a member of the items, nor a parameter")
        }
    }

    /// `member`, `member,desc`, `member,other,desc`, as in Spring Data REST; `-member` descends too, as in json-server.
    private mutating func addOrders(_ value: String, _ known: Set<ExactText>?) throws(LiveRefusal) {
        var names = value.split(separator: ",").map(String.init)
        let direction = names.last.flatMap { ["asc", "desc"].contains($0.lowercased()) ? $0.lowercased() : nil }
        if direction != nil { names.removeLast() }
        for name in names {
            let isNegative = name.hasPrefix("-")
            let member = isNegative ? String(name.dropFirst()) : name
            try Self.check(member, known)
            orders.append(Order(path: Self.path(member), isDescending: isNegative || direction == "desc"))
        }
    }

    private mutating func addFilter(_ name: String, _ value: String) throws(LiveRefusal) {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let word = parts.count > 1 ? String(parts[1]) : LiveFilter.Comparison.eq.rawValue
        guard let comparison = LiveFilter.Comparison(rawValue: word) else {
            let known = LiveFilter.Comparison.allCases.map(\.rawValue).joined(separator: ", ")
            throw LiveRefusal(400, "'\(word.prefix(40))' is not a valid comparison; supported: \(known)")
        }
        let path = Self.path(String(parts.first ?? ""))
        let values = comparison == .in ? value.split(separator: ",").map(String.init) : [value]
        let operands = values.map { LiveFilter.Operand($0) }
        guard let index = filters.firstIndex(where: { $0.path == path && $0.comparison == comparison }) else {
            filters.append(LiveFilter(path: path, comparison: comparison, operands: operands))
            return
        }
        filters[index].operands += operands
    }

    private static func path(_ name: String) -> CompactJSON.Path {
        CompactJSON.Path(name.split(separator: ".").map(String.init))
    }

    /// The items that meet all filters, in the order of the query.
    ///
    /// A parameter whose member no item has is ignored.
    func items(of collection: LiveCollection) -> [LiveItem] {
        let items = filtered(collection.all)
        guard !orders.isEmpty else { return items }
        let keys = items.map { item in orders.map { LiveValue(at: $0.path, of: item) } }
        let places = items.indices.sorted { one, other in
            for (index, order) in orders.enumerated() {
                let result = keys[one][index].compared(with: keys[other][index])
                if result != 0 { return order.isDescending ? result > 0 : result < 0 }
            }
            return one < other
        }
        return places.map { items[$0] }
    }

    private func filtered(_ items: [LiveItem]) -> [LiveItem] {
        guard !filters.isEmpty else { return items }
        // A bit for each filter: whether it holds for an item, and whether any item has its member.
        var known = 0
        let holding = items.map { item in
            var bits = 0
            for (number, filter) in filters.enumerated() {
                let value = LiveValue(at: filter.path, of: item)
                if value != .missing { known |= 1 << number }
                if filter.holds(for: value) { bits |= 1 << number }
            }
            return bits
        }
        return items.indices.filter { holding[$0] & known == known }.map { items[$0] }
    }
}

/// A condition on a member of an item, such as `price:gt=2`.
struct LiveFilter: Sendable {
    /// The comparison that a parameter names; without a name, equality.
    enum Comparison: String, Sendable, CaseIterable {
        case eq, ne, lt, lte, gt, gte
        /// Equal to one of several values, separated by commas.
        case `in`
        case contains, startsWith, endsWith
    }

    /// A text to compare with, which also means a number, a boolean or null if it is one.
    struct Operand: Sendable {
        let text: ExactText
        let number: JSONNumber?

        init(_ text: String) {
            self.text = ExactText(text)
            number = text.utf8.count < 100 ? JSONNumber(text) : nil
        }
    }

    let path: CompactJSON.Path
    let comparison: Comparison
    /// Of which one must hold; of `ne`, all.
    var operands: [Operand]

    func holds(for value: LiveValue) -> Bool {
        guard comparison != .ne else { return operands.allSatisfy { !value.isEqual(to: $0) } }
        return operands.contains { holds(for: value, $0) }
    }

    private func holds(for value: LiveValue, _ operand: Operand) -> Bool {
        switch comparison {
        case .eq, .in: value.isEqual(to: operand)
        case .ne: !value.isEqual(to: operand)
        case .lt: value.order(to: operand).map { $0 < 0 } ?? false
        case .lte: value.order(to: operand).map { $0 <= 0 } ?? false
        case .gt: value.order(to: operand).map { $0 > 0 } ?? false
        case .gte: value.order(to: operand).map { $0 >= 0 } ?? false
        case .contains: value.text?.contains(operand.text) ?? value.isEqual(to: operand)
        case .startsWith: value.text?.hasPrefix(operand.text) ?? false
        case .endsWith: value.text?.hasSuffix(operand.text) ?? false
        }
    }
}
