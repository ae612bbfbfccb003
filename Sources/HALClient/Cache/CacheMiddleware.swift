import HAL
import HTTPTypes

/// A private HTTP cache, [RFC 9111](https://www.rfc-editor.org/rfc/rfc9111): answers GET requests without the server as
/// long as it allowed that, asks it whether a copy is still good, and forgets what other methods have changed.
///
/// It is the cache of one person: clear it when another one logs in, or give each a `partition`. Answers tell by
/// ``Response/cacheStatus`` that they were stored. Put it before a retry, and a log behind it shows what is really sent.
public struct CacheMiddleware: Middleware {
    private let store: any CacheStore
    private let servesOffline: Bool
    private let partition: @Sendable (Request) -> String
    private let now: @Sendable () -> WallTime

    /// The failures in which nobody could be asked.
    private static let offlineFailures: Set<ConnectionFailure.Kind> = [
        .dns, .refused, .reset, .truncated, .timedOut, .offline,
    ]

    /// Makes a cache.
    ///
    /// With `servesOffline`, a GET whose connection fails is answered with what is stored, however old, unless the server
    /// has forbidden just that (`must-revalidate`, `no-cache`).
    public init(
        store: any CacheStore = MemoryCacheStore(),
        servesOffline: Bool = false,
        partition: @escaping @Sendable (Request) -> String = { _ in "" },
        now: @escaping @Sendable () -> WallTime = { .now() }
    ) {
        self.store = store
        self.servesOffline = servesOffline
        self.partition = partition
        self.now = now
    }

    /// Forgets everything.
    public func removeAll() async {
        await store.removeAll()
    }

    /// Answers from the store, or sends the request and keeps the answer.
    public func intercept(
        _ request: Request,
        next: @Sendable (Request) async throws(ConnectionFailure) -> Response
    ) async throws(ConnectionFailure) -> Response {
        let partition = partition(request)
        guard CachePolicy.concerns(request) else {
            let response = try await next(request)
            for url in CachePolicy.changed(by: request, response) {
                await store.removeAnswers(for: CacheKey(partition: partition, url: url))
            }
            return response
        }
        let key = CacheKey(partition: partition, url: request.url)
        let control = CacheControl(request.fields)
        let stored = control.noStore ? nil : await answer(for: key, request)
        if let stored, stored.freshness.allows(control, at: now()) { return response(stored, to: request, .fresh) }
        guard !control.onlyIfCached else { return Response(request: request, status: 504) }
        return try await fetch(request, control, key, stored, next)
    }

    /// The newest of those that fit.
    private func answer(for key: CacheKey, _ request: Request) async -> StoredAnswer? {
        await store.answers(for: key).filter { $0.matches(request.fields) }.max { $0.receivedAt < $1.receivedAt }
    }

    private func fetch(
        _ request: Request,
        _ control: CacheControl,
        _ key: CacheKey,
        _ stored: StoredAnswer?,
        _ next: @Sendable (Request) async throws(ConnectionFailure) -> Response
    ) async throws(ConnectionFailure) -> Response {
        let requestedAt = now()
        do {
            let response = try await next(stored.map { request.validating($0) } ?? request)
            if let stored, response.status == 304 {
                guard stored.isMeant(by: response) else { return try await fetch(request, control, key, nil, next) }
                let updated = stored.updated(by: response, requestedAt: requestedAt)
                await keep(updated.freshness.noStore ? nil : updated, key)
                return self.response(updated, to: request, .revalidated)
            }
            let answer = StoredAnswer(response, to: request, requestedAt: requestedAt)
            if CachePolicy.keeps(response, for: control) {
                await keep(answer, key)
            } else if response.status < 500, !control.noStore {
                await keep(nil, key)
            }
            return response.asked(request)
        } catch {
            guard servesOffline, Self.offlineFailures.contains(error.kind), let stored,
                stored.freshness.allowsOffline(at: now())
            else { throw error }
            return response(stored, to: request, .offline)
        }
    }

    /// An answer that must not be kept takes the place of the old one all the same.
    private func keep(_ answer: StoredAnswer?, _ key: CacheKey) async {
        guard let answer else { return await store.removeAnswers(for: key) }
        await store.store(answer, for: key)
    }

    private func response(_ answer: StoredAnswer, to request: Request, _ status: CacheStatus) -> Response {
        var fields = answer.fields
        fields[.age] = "\(Int(answer.freshness.age(at: now()) / .seconds(1)))"
        var response = Response(
            request: request,
            status: answer.status,
            fields: fields,
            body: answer.body,
            receivedAt: answer.receivedAt
        )
        response.cacheStatus = status
        return response
    }
}

extension Request {
    /// The request with the validators of what is stored, RFC 9111 §4.3.1.
    fileprivate func validating(_ stored: StoredAnswer) -> Request {
        var request = self
        if let tag = stored.fields[.eTag] { request.fields[.ifNoneMatch] = tag }
        if let date = stored.fields[.lastModified] { request.fields[.ifModifiedSince] = date }
        return request
    }
}

extension Response {
    /// The response as one to the request that was made, without the validators that the cache added.
    fileprivate func asked(_ request: Request) -> Response {
        guard self.request.fields != request.fields else { return self }
        var response = Response(request: request, status: status, fields: fields, body: body, receivedAt: receivedAt)
        response.redirects = redirects
        response.applicationError = applicationError
        return response
    }
}
