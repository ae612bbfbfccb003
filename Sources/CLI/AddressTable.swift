import Scenarios

/// The table of addresses and titles that `serve` prints when it is ready.
struct AddressTable {
    private let rows: [(address: String, title: String)]

    init(_ scenarios: [Scenario], rootSlugs: [String]) {
        let root = scenarios.filter { rootSlugs.isEmpty ? $0.isRoot : rootSlugs.contains($0.slug) }
        let served = root.isEmpty ? "every scenario without a matrix" : root.map(\.title).joined(separator: "; ")
        rows = [("/", served)] + scenarios.map { (Self.address(of: $0), $0.title) }
    }

    /// Two columns; one row for a scenario, however many variants it has.
    var text: String {
        let width = rows.map(\.address.count).max() ?? 0
        return rows.map { row in
            "  " + row.address + String(repeating: " ", count: width - row.address.count) + "  " + row.title + "\n"
        }.joined()
    }

    private static func address(of scenario: Scenario) -> String {
        "/~" + scenario.slug + scenario.matrixKeys.map { ":{\($0)}" }.joined() + "/"
    }
}
