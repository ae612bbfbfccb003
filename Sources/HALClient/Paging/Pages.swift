public import HAL

/// The pages of a series, each requested when the loop asks for it: follows the link `next` until a page has none.
///
/// ```swift
/// for try await page in client.pages(from: "/stations") {
///     print(page.model ?? [:])
/// }
/// ```
///
/// The loop throws a ``PagingFailure`` if a page is not a success, if a page links to an earlier one, or if there are
/// more pages than the policy allows. Canceling the task ends it at once.
public struct Pages<Model: Decodable & Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = Representation<Model>
    /// The reason why the iteration ended early.
    public typealias Failure = PagingFailure

    /// The first page.
    enum Start: Sendable {
        case target(Target)
        case page(Representation<Model>)
    }

    let client: any CallPerforming
    let start: Start
    let policy: PagingPolicy
    let options: RequestOptions

    /// Makes an iterator, which starts at the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// An iterator over the pages.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: Pages
        /// The next page; nil at the end.
        private var upcoming: Start?
        /// `Retry-After` of the last page, or nil.
        private var retryAfter: RetryAfter?
        private var visited: Set<String> = []
        private var count = 0

        fileprivate init(_ pages: Pages) {
            self.pages = pages
            upcoming = pages.start
        }

        /// Requests the next page; nil after the last one.
        ///
        /// - Throws: ``PagingFailure``, which ends the iteration.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PagingFailure) -> Representation<Model>? {
            guard let start = upcoming else { return nil }
            upcoming = nil
            let page: Representation<Model>
            switch start {
            case .page(let first): page = first
            case .target(let target):
                let uri = target.uri(base: pages.client.baseURI)
                try check(uri)
                page = try await pages.page(at: target, uri, after: count, retryAfter)
            }
            count += 1
            visited.insert(page.response.url)
            retryAfter = RetryAfter(page.response)
            if !page.links(pages.policy.next).isEmpty {
                upcoming = .target(.link(pages.policy.next, of: page))
            }
            return page
        }

        private mutating func check(_ uri: String?) throws(PagingFailure) {
            if let uri, !visited.insert(uri).inserted { throw PagingFailure(reason: .cycle, uri: uri, pages: count) }
            guard count < pages.policy.maximumPages else {
                throw PagingFailure(reason: .tooManyPages, uri: uri, pages: count)
            }
        }
    }
}

extension Pages {
    /// Requests a page, after the time that the last page asks for.
    private func page(
        at target: Target,
        _ uri: String?,
        after count: Int,
        _ retryAfter: RetryAfter?
    ) async throws(PagingFailure) -> Representation<Model> {
        let failure = { PagingFailure(reason: $0, uri: uri, pages: count) }
        // The link to a page has the query already.
        let options = count == 0 ? options : options.onlyForFollowing
        var retryAfter = retryAfter
        var attempt = 0
        while true {
            if let retryAfter { try await wait(for: retryAfter, failure) }
            attempt += 1
            let outcome = await client.get(target, as: Model.self, options: options)
            if case .success(let page) = outcome { return page }
            retryAfter = outcome.retryAfter
            guard attempt < policy.attempts, retryAfter != nil else { throw failure(.outcome(outcome.withoutModel())) }
        }
    }

    private func wait(
        for retryAfter: RetryAfter,
        _ failure: (PagingFailure.Reason) -> PagingFailure
    ) async throws(PagingFailure) {
        let isShort: Bool
        do {
            isShort = try await policy.wait(for: retryAfter)
        } catch {
            throw failure(.outcome(.connectionFailure(ConnectionFailure(.cancelled, underlying: error))))
        }
        guard isShort else { throw failure(.retryAfter(retryAfter)) }
    }
}

extension CallPerforming {
    /// The pages of a series, beginning with that of a target.
    ///
    /// Credentials, headers and time-outs of the options are for all pages; query, parameters and precondition are for
    /// the first.
    public func pages<Model: Decodable & Sendable>(
        from start: Target,
        as type: Model.Type = JSONObject.self,
        policy: PagingPolicy = PagingPolicy(),
        options: RequestOptions = RequestOptions()
    ) -> Pages<Model> {
        Pages(client: self, start: .target(start), policy: policy, options: options)
    }

    /// The pages of a series, beginning with this one.
    public func pages<Model: Decodable & Sendable>(
        from first: Representation<Model>,
        policy: PagingPolicy = PagingPolicy(),
        options: RequestOptions = RequestOptions()
    ) -> Pages<Model> {
        Pages(client: self, start: .page(first), policy: policy, options: options.onlyForFollowing)
    }
}

extension Outcome {
    /// `Retry-After` of a 503 or 429, or nil.
    fileprivate var retryAfter: RetryAfter? {
        switch self {
        case .serverUnavailable(let unavailable): unavailable.retryAfter
        case .clientError(let error): error.kind == .tooManyRequests ? error.retryAfter : nil
        case .success, .redirection, .authenticationRequired, .conflict, .serverError, .connectionFailure, .undecodable:
            nil
        }
    }
}

extension RequestOptions {
    /// The options that also apply to the requests that follow the first.
    var onlyForFollowing: RequestOptions {
        var options = self
        options.query = [:]
        options.parameters = [:]
        options.precondition = nil
        return options
    }
}
