import HAL
import Matching
import Scenarios

/// The filters and the order that a query asks for.
struct LiveQuery {
    /// The comparisons of a parameter such as `price:gt=2`; without a name, equality.
    enum Comparison: String, CaseIterable {
        case eq, ne, lt, lte, gt, gte
        /// Equal to one of several values, separated by commas.
        case `in`
        case contains, startsWith, endsWith
    }

    fileprivate struct Filter {
        let path: [String]
        let comparison: Comparison
        /// Of which one must hold.
        var values: [String]
    }

    private struct Order {
        let path: [String]
        let isDescending: Bool
    }

    private var filters: [Filter] = []
    private var orders: [Order] = []

    var isEmpty: Bool { filters.isEmpty && orders.isEmpty }

    /// - Throws: ``LiveRefusal`` with 400 if a comparison is unknown.
    init(_ request: LiveRequest) throws(LiveRefusal) {
        for (name, value) in request.query where ![LivePage.pageKey, LivePage.sizeKey].contains(name) {
            guard name != LivePage.sortKey else {
                addOrders(value)
                continue
            }
            try addFilter(name, value)
        }
    }

    /// `member`, `member,desc` or `member,other,desc`.
    private mutating func addOrders(_ value: String) {
        var names = value.split(separator: ",").map(String.init)
        let direction = names.last.flatMap { ["asc", "desc"].contains($0) ? $0 : nil }
        if direction != nil { names.removeLast() }
        orders += names.map { Order(path: Self.path($0), isDescending: direction == "desc") }
    }

    private mutating func addFilter(_ name: String, _ value: String) throws(LiveRefusal) {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let word = parts.count > 1 ? String(parts[1]) : Comparison.eq.rawValue
        guard let comparison = Comparison(rawValue: word) else {
            let known = Comparison.allCases.map(\.rawValue).joined(separator: ", ")
            throw LiveRefusal(400, "'\(word.prefix(40))' is not a valid comparison; supported: \(known)")
        }
        let path = Self.path(String(parts.first ?? ""))
        let values = comparison == .in ? value.split(separator: ",").map(String.init) : [value]
        guard let index = filters.firstIndex(where: { $0.path == path && $0.comparison == comparison }) else {
            filters.append(Filter(path: path, comparison: comparison, values: values))
            return
        }
        filters[index].values += values
    }

    private static func path(_ name: String) -> [String] {
        name.split(separator: ".").map(String.init)
    }

    /// The items that meet all filters, in the order of the query.
    ///
    /// A parameter whose member no item has is ignored.
    func items(of collection: LiveCollection) -> [LiveItem] {
        var rows = collection.all.map { (item: $0, value: JSONValue.object($0.value)) }
        for filter in filters where rows.contains(where: { $0.value.member(filter.path) != nil }) {
            rows = rows.filter { filter.holds(for: $0.value.member(filter.path)) }
        }
        guard !orders.isEmpty else { return rows.map(\.item) }
        let keys = rows.map { row in orders.map { row.value.member($0.path) } }
        let places = rows.indices.sorted { one, other in
            for (index, order) in orders.enumerated() {
                let result = LiveOrder.compare(keys[one][index], keys[other][index])
                if result != 0 { return order.isDescending ? result > 0 : result < 0 }
            }
            return one < other
        }
        return places.map { rows[$0].item }
    }
}

extension LiveQuery.Filter {
    fileprivate func holds(for value: JSONValue?) -> Bool {
        guard comparison != .ne else { return values.allSatisfy { !isEqual(value, $0) } }
        return values.contains { holds(for: value, $0) }
    }

    private func holds(for value: JSONValue?, _ text: String) -> Bool {
        switch comparison {
        case .eq, .in: isEqual(value, text)
        case .ne: !isEqual(value, text)
        case .lt: order(value, text).map { $0 < 0 } ?? false
        case .lte: order(value, text).map { $0 <= 0 } ?? false
        case .gt: order(value, text).map { $0 > 0 } ?? false
        case .gte: order(value, text).map { $0 >= 0 } ?? false
        case .contains: has(value) { $0.contains(text) } || isEqual(value, text)
        case .startsWith: has(value) { $0.hasPrefix(text) }
        case .endsWith: has(value) { $0.hasSuffix(text) }
        }
    }

    /// Whether a value, or an item of a list, is the one that the text stands for.
    private func isEqual(_ value: JSONValue?, _ text: String) -> Bool {
        switch value {
        case .string(let string)?: string == text
        case .number(let number)?: JSONNumber(text).map { number.isEqual(to: $0) } ?? false
        case .bool(let bool)?: text == String(bool)
        case .null?: text == "null"
        case .array(let items)?: items.contains { isEqual($0, text) }
        case .object?, nil: false
        }
    }

    private func has(_ value: JSONValue?, where holds: (String) -> Bool) -> Bool {
        if case .string(let text)? = value { return holds(text) }
        return false
    }

    /// Negative if the value precedes the text; nil if both cannot be compared.
    private func order(_ value: JSONValue?, _ text: String) -> Int? {
        switch value {
        case .number?: JSONNumber(text).map { LiveOrder.compare(value, .number($0)) }
        case .string?: LiveOrder.compare(value, .string(text))
        case .null?, .bool?, .array?, .object?, nil: nil
        }
    }
}

/// The order of values: numbers, texts, booleans, others, and missing ones last.
enum LiveOrder {
    static func compare(_ one: JSONValue?, _ other: JSONValue?) -> Int {
        switch (one, other) {
        case (.number(let left)?, .number(let right)?):
            let (left, right) = (left.double ?? .infinity, right.double ?? .infinity)
            return left < right ? -1 : left > right ? 1 : 0
        case (.string(let left)?, .string(let right)?):
            return left == right ? 0 : left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) ? -1 : 1
        case (.bool(let left)?, .bool(let right)?): return left == right ? 0 : right ? -1 : 1
        case _: return rank(one) - rank(other)
        }
    }

    private static func rank(_ value: JSONValue?) -> Int {
        switch value {
        case .number?: 0
        case .string?: 1
        case .bool?: 2
        case .array?, .object?: 3
        case .null?: 4
        case nil: 5
        }
    }
}

extension JSONValue {
    /// The value at the end of a path of names; nil if there is none.
    fileprivate func member(_ path: [String]) -> JSONValue? {
        var value = self
        for name in path {
            guard let next = value[name] else { return nil }
            value = next
        }
        return path.isEmpty ? nil : value
    }
}
