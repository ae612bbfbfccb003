public import HAL

extension Pages {
    /// The models of the resources that all pages embed under a relation, one after the other.
    ///
    /// ```swift
    /// for try await station in client.pages(from: "/stations").items("station", as: Station.self) {
    ///     print(station.name)
    /// }
    /// ```
    ///
    /// A page is requested when the items of the previous one are used up. A resource that does not decode is a failure;
    /// with `onUndecodable`, it is reported and left out.
    public func items<Item: Decodable & Sendable>(
        _ relation: LinkRelation,
        as type: Item.Type = JSONObject.self,
        onUndecodable: (@Sendable (DecodingFailure) -> Void)? = nil
    ) -> Items<Item> {
        Items(pages: self, relation: relation, onUndecodable: onUndecodable)
    }

    /// The models of the resources that the pages of a series embed.
    public struct Items<Item: Decodable & Sendable>: AsyncSequence, Sendable {
        /// A model.
        public typealias Element = Item
        /// The reason why the iteration ended early.
        public typealias Failure = PagingFailure

        let pages: Pages
        let relation: LinkRelation
        let onUndecodable: (@Sendable (DecodingFailure) -> Void)?

        /// Makes an iterator, which starts at the first page.
        public func makeAsyncIterator() -> Iterator {
            Iterator(items: self, pages: pages.makeAsyncIterator())
        }

        /// An iterator over the items.
        public struct Iterator: AsyncIteratorProtocol {
            let items: Items
            var pages: Pages.Iterator
            private var page: Representation<Model>?
            private var resources: [HALResource] = []
            private var index = 0
            private var count = 0

            fileprivate init(items: Items, pages: Pages.Iterator) {
                self.items = items
                self.pages = pages
            }

            /// The next item; nil after the last one.
            ///
            /// - Throws: ``PagingFailure``, which ends the iteration.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(PagingFailure) -> Item? {
                while true {
                    guard let page, index < resources.count else {
                        guard let next = try await pages.next(isolation: actor) else { return nil }
                        page = next
                        resources = next.resource?.embedded(items.relation) ?? []
                        index = 0
                        count += 1
                        continue
                    }
                    let item = Target(.embedded(resources[index], base: page.baseURI, in: page.response))
                    index += 1
                    let outcome = await items.pages.client.get(item, as: Item.self)
                    if let model = outcome.success?.model { return model }
                    try report(outcome, page)
                }
            }

            private mutating func report(
                _ outcome: Outcome<Item>,
                _ page: Representation<Model>
            ) throws(PagingFailure) {
                guard case .undecodable(var undecodable) = outcome else {
                    throw failure(outcome.withoutModel(), page)
                }
                let place = DecodingFailure.path(names: "_embedded", items.relation.rawValue) + "[\(index - 1)]"
                undecodable = CallError.Undecodable(failure: undecodable.failure.inside(place), response: page.response)
                guard let onUndecodable = items.onUndecodable else { throw failure(.undecodable(undecodable), page) }
                onUndecodable(undecodable.failure)
            }

            private func failure(_ outcome: Outcome<Never>, _ page: Representation<Model>) -> PagingFailure {
                PagingFailure(reason: .outcome(outcome), uri: page.response.url, pages: count)
            }
        }
    }
}

extension DecodingFailure {
    /// The failure with its path inside another value.
    fileprivate func inside(_ outer: String) -> DecodingFailure {
        DecodingFailure(code, message, path: outer + (path.map { $0.dropFirst() } ?? ""), underlying: underlying)
    }
}
