public import HAL
public import URITemplates

/// The outcomes of following all links of a relation, in the order of the links.
///
/// Requests run concurrently, up to the limit. A request starts only when the loop asks for an outcome
/// and the limit allows it; leaving the loop cancels those that run.
public struct FollowedLinks<Model: Decodable & Sendable>: AsyncSequence, Sendable {
    /// The outcome of following one link.
    public typealias Element = Outcome<Model>
    /// No error is thrown.
    public typealias Failure = Never

    /// The number of links.
    public let count: Int
    let limit: Int
    let follow: @Sendable (Int) async -> Outcome<Model>

    /// Starts to follow the links.
    public func makeAsyncIterator() -> Iterator {
        Iterator(calls: RunningCalls(self))
    }

    /// The calls in progress.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let calls: RunningCalls<Model>

        /// The outcome of the next link; nil after the last one, and once the task is canceled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Outcome<Model>? {
            await calls.next(isolation: actor)
        }
    }
}

/// The first calls whose outcomes were not asked for yet; they are canceled when this is released.
private final class RunningCalls<Model: Decodable & Sendable> {
    private let links: FollowedLinks<Model>
    private var tasks: [Task<Outcome<Model>, Never>] = []
    private var started = 0

    init(_ links: FollowedLinks<Model>) {
        self.links = links
    }

    deinit {
        for task in tasks { task.cancel() }
    }

    func next(isolation actor: isolated (any Actor)?) async -> Outcome<Model>? {
        guard !Task.isCancelled else { return nil }
        start()
        guard let first = tasks.first else { return nil }
        let outcome = await withTaskCancellationHandler {
            await first.value
        } onCancel: { [tasks] in
            for task in tasks { task.cancel() }
        }
        tasks.removeFirst()
        return outcome
    }

    private func start() {
        while tasks.count < links.limit, started < links.count {
            let index = started
            started += 1
            tasks.append(Task { [links] in await links.follow(index) })
        }
    }
}

extension CallPerforming {
    /// Follows all links of a relation with GET, at most `limit` at once.
    ///
    /// ```swift
    /// for await outcome in client.followAll("station", of: page, as: Station.self) {
    ///     if let station = outcome.success?.model { print(station.name) }
    /// }
    /// ```
    ///
    /// With `embedded: .prefer`, the embedded resources of the relation are used instead, if there are any.
    public func followAll<Page, Model: Decodable & Sendable>(
        _ selector: LinkSelector,
        of page: Representation<Page>,
        as type: Model.Type = JSONObject.self,
        variables: URITemplate.Variables = [:],
        embedded: EmbeddedChoice = .fetch,
        limit: Int = 4,
        options: RequestOptions = RequestOptions()
    ) -> FollowedLinks<Model> {
        let (base, response) = (page.baseURI, page.response)
        let resources = embedded == .prefer ? page.resource?.embedded(selector.relation) ?? [] : []
        let links = resources.isEmpty ? page.links(selector) : []
        return FollowedLinks(count: max(resources.count, links.count), limit: max(limit, 1)) { index in
            let target =
                resources.isEmpty
                ? Target(links[index], selector.relation, base: base, in: response, variables)
                : Target(.embedded(resources[index], base: base, in: response))
            return await get(target, as: Model.self, options: options)
        }
    }
}
