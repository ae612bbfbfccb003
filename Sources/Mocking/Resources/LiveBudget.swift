/// The memory that the changed live resources of all addresses may need together.
///
/// Confined to its engine.
final class LiveBudget {
    /// As many addresses as this may need what one may have.
    private static let addresses = 4

    /// In bytes.
    let limit: Int
    fileprivate(set) var used = 0

    init(maximumBytes: Int) {
        let (limit, overflows) = maximumBytes.multipliedReportingOverflow(by: Self.addresses)
        self.limit = overflows ? .max : limit
    }
}

/// The part of the budget that one address uses, until the address is removed.
final class LiveShare {
    private let budget: LiveBudget
    /// In bytes; 0 while the items are those at the start, which all addresses share.
    private var used = 0

    init(_ budget: LiveBudget) {
        self.budget = budget
    }

    /// The bytes that this address may use beyond its share.
    var room: Int { budget.limit - budget.used }

    func use(_ bytes: Int) {
        budget.used += bytes - used
        used = bytes
    }

    deinit { budget.used -= used }
}
