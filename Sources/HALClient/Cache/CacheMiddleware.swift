import HAL
import HTTPTypes

/// A private HTTP cache, [RFC 9111](https://www.rfc-editor.org/rfc/rfc9111): serves fresh responses to GET requests,
/// revalidates stale ones, and invalidates those that other methods change.
///
/// Stored responses are partitioned by the credentials of the request (an ``OAuthSession``'s user, `Authorization`,
/// cookies, keys), of which the store has a digest. Responses with `public` are shared. Put a middleware that adds
/// credentials before this one, or pass a `partition`.
///
/// With `stale-while-revalidate`, a stale response is served at once and revalidated in the background; with
/// `stale-if-error`, it is served if the server fails or cannot be reached. A range of a stored response is served from it,
/// and a range within a stored part from this part; parts are not combined.
///
/// ``TransportResponse/cacheStatus`` tells whether a response was stored. Put the cache before a retry; a log behind it shows
/// only the requests that are sent.
public struct CacheMiddleware: TransportMiddleware {
    private let store: any CacheStore
    private let servesOffline: Bool
    private let partition: (@Sendable (TransportRequest) -> String)?
    private let now: @Sendable () -> WallTime
    /// The responses that are being revalidated in the background.
    private let revalidations = Locked<Set<CacheKey>>([])

    /// The failures after which a stored response may be served.
    private static let offlineFailures: Set<ConnectionFailure.Kind> = [
        .dns, .refused, .reset, .truncated, .timedOut, .offline,
    ]

    /// Makes a cache middleware.
    ///
    /// With `servesOffline`, a GET whose connection fails gets the stored response of any age, unless the server
    /// forbids that (`must-revalidate`, `no-cache`). `partition` names the partition of a request in place of its
    /// credentials.
    public init(
        store: any CacheStore = MemoryCacheStore(),
        servesOffline: Bool = false,
        partition: (@Sendable (TransportRequest) -> String)? = nil,
        now: @escaping @Sendable () -> WallTime = { .now() }
    ) {
        self.store = store
        self.servesOffline = servesOffline
        self.partition = partition
        self.now = now
    }

    /// Removes all stored responses.
    public func removeAll() async {
        await store.removeAll()
    }

    /// Serves a stored response, or sends the request and stores the response.
    public func intercept(
        _ request: TransportRequest,
        next: @escaping @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        guard CachePolicy.concerns(request) else { return try await pass(request, next) }
        let keys = keys(for: request)
        let control = CacheControl(request.fields)
        let stored = control.noStore ? nil : await storedResponse(in: keys, request)
        if let stored, let status = status(of: stored, control),
            let response = stored.range(of: request.fields, in: response(stored, to: request, status))
        {
            if status == .stale { revalidate(stored, request, keys, next) }
            return response
        }
        guard !control.onlyIfCached else { return TransportResponse(request: request, status: 504) }
        guard request.fields[.range] == nil else { return try await fetchPart(request, control, keys, next) }
        return try await fetch(request, control, keys, stored, next)
    }

    /// Passes on a request that a stored response cannot answer; its response may change stored ones.
    private func pass(
        _ request: TransportRequest,
        _ next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        let requestedAt = now()
        let response = try await next(request)
        for url in CachePolicy.changed(by: request, response) {
            var changed = request
            changed.url = url
            await forget(keys(for: changed))
        }
        if CachePolicy.isRepresentation(response, of: request) {
            await keep(StoredResponse(response, to: request, requestedAt: requestedAt), keys(for: request))
        }
        return response
    }

    /// Whether a stored response can be served without waiting for the server; nil if it cannot.
    private func status(of stored: StoredResponse, _ control: CacheControl) -> CacheStatus? {
        if stored.freshness.allows(control, at: now()) { return .fresh }
        return !stored.isPartial && stored.freshness.allowsWhileRevalidating(control, at: now()) ? .stale : nil
    }

    /// Revalidates a response in the background, once at a time.
    private func revalidate(
        _ stored: StoredResponse,
        _ request: TransportRequest,
        _ keys: CacheKeys,
        _ next: @escaping @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) {
        let key = keys.key(of: stored)
        guard revalidations.withLock({ $0.insert(key).inserted }) else { return }
        var request = request
        request.fields[.range] = nil
        request.deadline = nil
        request.transfer = nil
        Task { [request] in
            // Another revalidation may have ended since the response was read.
            if await storedResponse(in: keys, request) == stored {
                _ = try? await fetch(request, CacheControl(HTTPFields()), keys, stored, next)
            }
            revalidations.withLock { _ = $0.remove(key) }
        }
    }

    private func keys(for request: TransportRequest) -> CacheKeys {
        partition.map { CacheKeys(partition: $0(request), request) } ?? CacheKeys(request)
    }

    /// The newest stored response that matches.
    private func storedResponse(in keys: CacheKeys, _ request: TransportRequest) async -> StoredResponse? {
        var responses = await store.responses(for: keys.own)
        if let shared = keys.shared {
            responses += await store.responses(for: shared).filter(\.freshness.isForEverybody)
        }
        return responses.filter { $0.matches(request.fields) }.max { $0.receivedAt < $1.receivedAt }
    }

    private func fetch(
        _ request: TransportRequest,
        _ control: CacheControl,
        _ keys: CacheKeys,
        _ stored: StoredResponse?,
        _ next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        let requestedAt = now()
        do {
            let response = try await next(stored.map { request.validating($0) } ?? request)
            if let stored, response.status == 304 {
                guard stored.isMeant(by: response) else { return try await fetch(request, control, keys, nil, next) }
                let updated = stored.updated(by: response, requestedAt: requestedAt)
                let isForbidden = CachePolicy.forbidsStoring(CacheControl(updated.fields), updated.status)
                await keep(isForbidden ? nil : updated, keys)
                return self.response(updated, to: request, .revalidated)
            }
            if let stored, CachePolicy.errors.contains(response.status),
                stored.freshness.allowsAfterError(control, at: now())
            {
                return self.response(stored, to: request, .stale)
            }
            let fetched = StoredResponse(response, to: request, requestedAt: requestedAt)
            if CachePolicy.keeps(response, for: control) {
                await keep(fetched, keys)
            } else if response.status < 500, !control.noStore {
                await keep(nil, keys)
            }
            return response.asked(request)
        } catch {
            guard Self.offlineFailures.contains(error.kind), let stored,
                servesOffline && stored.freshness.allowsOffline(at: now())
                    || stored.freshness.allowsAfterError(control, at: now())
            else { throw error }
            return response(stored, to: request, .offline)
        }
    }

    private func fetchPart(
        _ request: TransportRequest,
        _ control: CacheControl,
        _ keys: CacheKeys,
        _ next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        let requestedAt = now()
        let response = try await next(request)
        if response.status == 206, CachePolicy.keeps(response, for: control),
            let part = StoredResponse(response, to: request, requestedAt: requestedAt)
        {
            await keep(part, keys)
        }
        return response
    }

    /// Stores a response, or removes the old one if the new one must not be stored.
    private func keep(_ stored: StoredResponse?, _ keys: CacheKeys) async {
        guard let stored else { return await forget(keys) }
        await store.store(stored, for: keys.key(of: stored))
    }

    private func forget(_ keys: CacheKeys) async {
        for key in keys.all { await store.removeResponses(for: key) }
    }

    private func response(_ stored: StoredResponse, to request: TransportRequest, _ status: CacheStatus)
        -> TransportResponse
    {
        var fields = stored.fields
        if status != .revalidated {
            for name in stored.freshness.unvalidatedFields { fields[values: name] = [] }
        }
        fields[.age] = "\(Int(stored.freshness.age(at: now()) / .seconds(1)))"
        var response = TransportResponse(
            request: request,
            status: stored.status,
            fields: fields,
            body: stored.body,
            receivedAt: stored.receivedAt
        )
        response.cacheStatus = status
        return response
    }
}

extension TransportRequest {
    /// The request with the validators of the stored response, RFC 9111 §4.3.1.
    fileprivate func validating(_ stored: StoredResponse) -> TransportRequest {
        var request = self
        if let tag = stored.fields[.eTag] { request.fields[.ifNoneMatch] = tag }
        if let date = stored.fields[.lastModified] { request.fields[.ifModifiedSince] = date }
        return request
    }
}

extension TransportResponse {
    /// The response with the original request, which lacks the validators that the cache added.
    fileprivate func asked(_ request: TransportRequest) -> TransportResponse {
        guard self.request.fields != request.fields else { return self }
        var response = TransportResponse(
            request: request,
            status: status,
            fields: fields,
            body: body,
            receivedAt: receivedAt
        )
        response.redirects = redirects
        response.applicationError = applicationError
        return response
    }
}
