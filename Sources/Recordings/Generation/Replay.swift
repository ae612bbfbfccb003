internal import HAL

/// The state of the mock server while a client repeats the recorded requests: the position in each sequence, and the state
/// of the scenario.
struct Replay {
    /// The most redirects of one call.
    private static let mostRedirects = 20
    private static let followed: Set<Int> = [301, 302, 303]

    let exchanges: [Exchange]
    let interactions: [DraftInteraction]
    let origin: String
    /// The number of requests that each interaction has responded to.
    private(set) var served: [Int]
    /// Exchanges that are repeated already, by themselves or after a redirect.
    private(set) var repeated: Set<Int> = []
    /// The interaction of each exchange.
    private let owner: [Int: Int]
    /// The interactions of each part that depends on the state.
    private let parts: [Int: [Int]]
    /// The state of the scenario.
    private var state = 0

    init(_ exchanges: [Exchange], _ interactions: [DraftInteraction], origin: String) {
        self.exchanges = exchanges
        self.interactions = interactions
        self.origin = origin
        served = interactions.map { _ in 0 }
        var owner: [Int: Int] = [:]
        for (index, interaction) in interactions.enumerated() where !interaction.binding.isCopy {
            for exchange in interaction.exchanges { owner[exchange] = index }
        }
        self.owner = owner
        parts = Dictionary(
            grouping: interactions.indices.filter { interactions[$0].binding != ScenarioStates.Binding() }
        ) { interactions[$0].part }
    }

    /// Repeats the request of an exchange, and those that a client sends to follow redirects.
    ///
    /// Returns the final exchange; nil if a redirect leads elsewhere or the scenario is in another state, so that the
    /// request must not be repeated.
    mutating func response(to index: Int) -> Exchange? {
        let before = self
        var current = index
        guard var interaction = owner[index], responds(interaction, to: index) else { return nil }
        for _ in 0...Self.mostRedirects {
            let exchange = serve(interaction, for: current)
            guard Self.followed.contains(exchange.response.status), let location = exchange.response.fields["Location"]
            else { return exchange }
            guard let next = target(of: location, from: exchange, sending: exchanges[index].request.fields) else {
                break
            }
            current = next
            interaction = owner[next] ?? 0
        }
        self = before
        return nil
    }

    /// Whether an interaction gives the same response each time, and gave it already.
    func isExhausted(_ index: Int) -> Bool {
        guard let interaction = owner[index] else { return false }
        return served[interaction] > 0 && interactions[interaction].isConstant
    }

    /// Whether an interaction is the one that responds to a request in the current state.
    private func responds(_ interaction: Int, to index: Int) -> Bool {
        guard let rivals = parts[interactions[interaction].part] else { return true }
        let fields = exchanges[index].request.fields
        let matching = rivals.filter { interactions[$0].accepts(fields) }
        let bound = matching.filter { interactions[$0].binding.required == state }
        let candidates = bound.isEmpty ? matching.filter { interactions[$0].binding.required == nil } : bound
        return candidates.max { interactions[$0].conditions.count < interactions[$1].conditions.count } == interaction
    }

    /// The names of the fields on which the response to an exchange depends.
    func conditions(of index: Int) -> [String] {
        owner[index].map { interactions[$0].conditions.map(\.name) } ?? []
    }

    private mutating func serve(_ interaction: Int, for index: Int) -> Exchange {
        let members = interactions[interaction].exchanges
        let position = min(served[interaction], members.count - 1)
        served[interaction] += 1
        if let next = interactions[interaction].binding.next { state = next }
        repeated.insert(index)
        var exchange = exchanges[members[position]]
        exchange.request = exchanges[index].request
        return exchange
    }

    /// The exchange whose request follows a redirect; preferably one that is not repeated yet.
    private func target(of location: String, from exchange: Exchange, sending fields: [FieldLine]) -> Int? {
        let base = URIReference(exchange.request.url)
        guard let uri = LiveTarget(origin: origin).resolved(location, against: base) else { return nil }
        let target = Exchange.Request.target(of: uri)
        let method = Self.method(after: exchange.response.status, exchange.request.method)
        let candidates = exchanges.indices.filter { index in
            let request = exchanges[index].request
            guard request.method == method, request.target == target, let owner = owner[index] else { return false }
            return interactions[owner].accepts(fields) && responds(owner, to: index)
        }
        return candidates.first { !repeated.contains($0) } ?? candidates.first
    }

    /// The method after a redirect (RFC 9110 §15.4).
    private static func method(after status: Int, _ method: String) -> String {
        if status == 303 { return method == "HEAD" ? method : "GET" }
        return method == "POST" ? "GET" : method
    }
}
