internal import HAL

/// The states of a server that was recorded: each begins with a successful write, after which other requests have other
/// responses.
struct ScenarioStates {
    /// How an interaction depends on the state, and changes it.
    struct Binding: Hashable {
        /// The state in which it responds; nil: all of them.
        var required: Int?
        /// The state after it; nil: the same.
        var next: Int?
        /// Whether it responds in the states for which the same requests have no other interaction.
        var isFallback = false
        /// Whether it repeats the response of an earlier state in one without a recorded request.
        var isCopy = false
    }

    /// Exchanges with the same requests, and their states.
    struct Piece {
        let members: [Int]
        var binding = Binding()
    }

    /// With more states, those without a recorded request have no responses of their own.
    private static let mostStatesWithCopies = 50

    /// The names of the states; the first is the initial one.
    private(set) var names = ["Started"]
    private let exchanges: [Exchange]
    /// The exchanges that change the state.
    private let changes: Set<Int>
    /// The state at each exchange.
    private let states: [Int]

    /// One state.
    init() {
        (exchanges, changes, states) = ([], [], [])
    }

    /// The states that explain different responses to the requests of each part; parts are in order.
    init(_ exchanges: [Exchange], explaining parts: [[Int]]) {
        let changes = StateChanges(exchanges).changes(explaining: parts)
        var states: [Int] = []
        var uses: [String: Int] = [:]
        for index in exchanges.indices {
            states.append(names.count - 1)
            guard changes.contains(index) else { continue }
            let name = "after \(exchanges[index].request.method) \(exchanges[index].request.path)"
            uses[name, default: 0] += 1
            let count = uses[name] ?? 1
            names.append(count > 1 ? "\(name) (\(count))" : name)
        }
        (self.exchanges, self.changes, self.states) = (exchanges, changes, states)
    }

    /// The interactions of a part: one for all states, or one for each state in which its responses differ.
    func pieces(of part: [Int]) -> [Piece] {
        guard names.count > 1 else { return [Piece(members: part)] }
        guard let lastChange = part.last(where: changes.contains) else { return readings(of: part) }
        guard part.count > 1 else {
            return [Piece(members: part, binding: Binding(next: states[lastChange] + 1))]
        }
        let changing = part.filter { $0 <= lastChange }.map { index in
            let isLast = index == lastChange
            let required = isLast ? nil : states[index]
            return Piece(
                members: [index],
                binding: Binding(required: required, next: states[index] + 1, isFallback: isLast)
            )
        }
        return changing
            + byState(part.filter { $0 > lastChange }).map { state, members in
                Piece(members: members, binding: Binding(required: state))
            }
    }

    /// The interactions of requests that do not change the state.
    ///
    /// The first responds in all states that have no other one: what was read last holds until it is known to be
    /// different.
    private func readings(of part: [Int]) -> [Piece] {
        let groups = byState(part)
        let first = responses(groups[0].members)
        guard let change = groups.firstIndex(where: { responses($0.members) != first }) else {
            return [Piece(members: part)]
        }
        let earliest = groups[..<change].flatMap(\.members)
        let isUniform = Set(earliest.map { exchanges[$0].response }).count == 1
        let fallback = Piece(members: earliest, binding: Binding(isFallback: true))
        return (isUniform ? [fallback] : []) + pieces(of: Array(groups[(isUniform ? change : 0)...]))
    }

    /// Interactions for each state, and for those in between without a recorded request.
    private func pieces(of groups: [(state: Int, members: [Int])]) -> [Piece] {
        groups.indices.flatMap { index in
            let (state, members) = groups[index]
            let piece = Piece(members: members, binding: Binding(required: state))
            guard names.count <= Self.mostStatesWithCopies,
                let last = members.last(where: { !exchanges[$0].dependsOnConditions })
            else { return [piece] }
            let end = index + 1 < groups.count ? groups[index + 1].state : names.count
            return [piece]
                + (state + 1..<end).map { copy in
                    Piece(members: [last], binding: Binding(required: copy, isCopy: true))
                }
        }
    }

    private func byState(_ members: [Int]) -> [(state: Int, members: [Int])] {
        Dictionary(grouping: members) { states[$0] }.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    private func responses(_ members: [Int]) -> Set<Exchange.Response> {
        Set(members.filter { !exchanges[$0].dependsOnConditions }.map { exchanges[$0].response })
    }
}

/// Finds the requests that change the state.
private struct StateChanges {
    private let exchanges: [Exchange]
    private let paths: [String]
    /// The successful writes, in order.
    private let candidates: [Int]

    init(_ exchanges: [Exchange]) {
        self.exchanges = exchanges
        paths = exchanges.map { exchange in
            let path = exchange.request.path
            return path.hasSuffix("/") ? path : path + "/"
        }
        candidates = exchanges.indices.filter { exchanges[$0].mayChangeState }
    }

    func changes(explaining parts: [[Int]]) -> Set<Int> {
        var chosen: Set<Int> = []
        for part in parts {
            let compared = part.filter { !exchanges[$0].dependsOnConditions }
            let members = Set(part)
            for (before, after) in zip(compared, compared.dropFirst())
            where exchanges[before].response != exchanges[after].response {
                choose(between: before, after, besides: members, &chosen)
            }
        }
        // The requests before one of the same kind are told from it by the state, too.
        for part in parts where part.count > 1 {
            guard let last = part.last(where: chosen.contains) else { continue }
            chosen.formUnion(part.prefix { $0 <= last })
        }
        return chosen
    }

    /// Chooses the last request in between; preferably one whose path leads to that of the responses, or from it.
    private func choose(between before: Int, _ after: Int, besides members: Set<Int>, _ chosen: inout Set<Int>) {
        let start = candidates.partitioningIndex { $0 > before }
        let between = candidates[start...].prefix { $0 < after }.filter { !members.contains($0) }
        let related = between.filter { paths[$0].hasPrefix(paths[after]) || paths[after].hasPrefix(paths[$0]) }
        let preferred = related.isEmpty ? between : related
        guard let last = preferred.last, !preferred.contains(where: chosen.contains) else { return }
        chosen.insert(last)
    }
}

extension [Int] {
    /// The first position in a sorted list whose element is in its second part.
    fileprivate func partitioningIndex(_ belongsInSecondPart: (Int) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongsInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Exchange {
    private static let safeMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "CONNECT"]

    /// Whether it is a successful request with a method that is not safe (RFC 9110 §9.2.1); the redirects after a form are successes.
    fileprivate var mayChangeState: Bool {
        let isSuccess = (200...299).contains(response.status) || (301...303).contains(response.status)
        return isSuccess && response.failure == nil && !Self.safeMethods.contains(request.method)
    }

    /// Whether the response tells about the preconditions of the request instead of the resource (RFC 9110 §13).
    fileprivate var dependsOnConditions: Bool { response.status == 304 || response.status == 412 }
}

extension Exchange.Request {
    /// The path of the URL.
    fileprivate var path: String {
        let path = URIReference(url).path
        return path.isEmpty ? "/" : path
    }
}
