import HAL
import Matching
import Scenarios
import URITemplates

/// The page of a collection that a query asks for, and its neighbors.
struct LivePage: Sendable {
    static let pageKey = "page"
    static let sizeKey = "size"
    static let sortKey = "sort"

    let size: Int
    /// From 0.
    let number: Int
    /// The number of items on all pages.
    private(set) var total = 0
    /// The parameters of the query that stay in all links, as received.
    private let others: [Substring]

    /// - Throws: ``LiveRefusal`` with 400 if a number is not valid.
    init(_ request: LiveRequest, _ resource: LiveResource) throws(LiveRefusal) {
        guard request.hasQuery else {
            (number, size, others) = (0, resource.page.size, [])
            return
        }
        number = try Self.number(Self.pageKey, request, 0...Int(Int32.max)) ?? 0
        size = try Self.number(Self.sizeKey, request, 1...resource.page.max) ?? resource.page.size
        guard request.query.contains(where: { !Self.isPlace($0.name) }) else {
            others = []
            return
        }
        others = request.queryText.split(separator: "&").filter { pair in
            !Self.isPlace(PercentEncoding.decoded(pair.prefix { $0 != "=" }))
        }
    }

    /// Whether a parameter tells the page, and not its content.
    private static func isPlace(_ name: String) -> Bool { name == pageKey || name == sizeKey }

    private static func number(
        _ name: String,
        _ request: LiveRequest,
        _ range: ClosedRange<Int>
    ) throws(LiveRefusal) -> Int? {
        guard let text = request.query.last(where: { $0.name == name })?.value else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw LiveRefusal(400, "'\(name)' must be an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The items on the page, and the page with their number in total.
    func items(_ query: LiveQuery, of collection: LiveCollection) -> ([LiveItem], LivePage) {
        var page = self
        guard !query.isEmpty else {
            page.total = collection.count
            return (collection.items(page.positions), page)
        }
        let found = query.items(of: collection)
        page.total = found.count
        return (Array(found[page.positions]), page)
    }

    /// The bytes of items that are read for the page.
    func cost(_ query: LiveQuery, of collection: LiveCollection) -> Int {
        guard query.isEmpty else { return collection.bytes }
        var page = self
        page.total = collection.count
        return collection.cost(of: page.positions)
    }

    /// The number of pages.
    var count: Int { (total + size - 1) / size }

    /// The positions of the items on the page.
    var positions: Range<Int> {
        let start = min(number * size, total)
        return start..<min(start + size, total)
    }

    /// The numbers of the other pages by relation.
    var neighbors: [(relation: String, number: Int)] {
        let last = max(0, count - 1)
        var pages = [(relation: "first", number: 0)]
        if number > 0 { pages.append(("prev", min(number - 1, last))) }
        if number < last { pages.append(("next", number + 1)) }
        return pages + [("last", last)]
    }

    /// The query of another page.
    func query(of number: Int) -> String {
        var query = ""
        for other in others {
            query += other
            query += "&"
        }
        return query + "\(Self.pageKey)=\(number)&\(Self.sizeKey)=\(size)"
    }
}
