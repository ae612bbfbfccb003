import HTTPServing
import Messages
import Mocking
import UV
import Valkey

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The changes and the requests of a shared state, which this server repeats in the order of the store.
///
/// Confined to the loop.
final class SharedLog {
    /// The result of a change by a client of this server.
    enum Outcome {
        /// The response of the admin API.
        case response(Response)
        /// That of a live resource; nil: there is no such resource.
        case reply(MockReply?)
    }

    private static let mostChanges = 100
    private static let mostExchanges = 500
    /// The most fetches in a row that bring nothing.
    private static let mostEmptyFetches = 20

    let client: StoreClient
    let keys: SharedKeys
    let handler: MockHandler
    let loop: Loop
    let limits: EngineConfiguration
    /// The version that this server has repeated; nil: none yet.
    private(set) var version: SharedVersion?
    /// The calls that wait for everything up to now to be repeated.
    private var waiting: [(StoreError?) -> Void] = []
    private(set) var isPulling = false
    /// Whether a change is being repeated, with work on another thread.
    private var isPerforming = false
    /// The step that waits for that change.
    private var deferred: (() -> Void)?
    private var emptyFetches = 0
    /// The calls of this server's clients, by the numbers of their changes.
    private var ownChanges: [Int: (Result<Outcome, StoreError>) -> Void] = [:]
    /// The changes of files, by path, for a merged log.
    private(set) var files: [String: SharedChange] = [:]
    /// The last change in the merged log.
    var mergedUpTo = 0
    /// The bytes of the changes after that one.
    var unmergedBytes = 0

    var engine: Engine { handler.engine }

    init(_ client: StoreClient, _ keys: SharedKeys, handler: MockHandler, on loop: Loop) {
        self.client = client
        self.keys = keys
        self.handler = handler
        self.loop = loop
        limits = handler.engine.configuration
    }

    // MARK: Joining

    /// Begins the shared state if there is none, and repeats its changes.
    func join(_ completion: @escaping (StoreError?) -> Void) {
        waiting.append(completion)
        join()
    }

    private func join() {
        isPulling = true
        guard !isPerforming else { return deferred = { [weak self] in self?.join() } }
        var call = StoreCommand("5", keys.version, keys.changes, keys.base, keys.journal, keys.sandboxes)
        call.add(UUID().uuidString.lowercased())
        client.run(SharedScripts.join, call) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): end(error)
            case .success(let reply):
                guard let latest = reply.text.flatMap({ SharedVersion($0) }) else { return end(.foreign(keys.version)) }
                if latest.epoch != version?.epoch { restart(latest.epoch) } else { fetch() }
            }
        }
    }

    /// Forgets everything, and begins with the merged log.
    private func restart(_ epoch: String) {
        for group in engine.forgetChanges() { handler.perform([.changeDelays(group: group, .run, Latch())]) }
        version = SharedVersion(epoch: epoch, number: 0)
        files = [:]
        (mergedUpTo, unmergedBytes) = (0, 0)
        client.send(StoreCommand("HMGET", keys.base, "n", "d")) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): end(error)
            case .success(let reply):
                guard reply.elements.count == 2, let number = reply.elements[0].number else { return fetch() }
                guard let changes = MergedChanges.read(reply.elements[1].bytes ?? []) else {
                    return end(.foreign(keys.base))
                }
                mergedUpTo = number
                perform(changes[...]) { [weak self] in
                    self?.unmergedBytes = 0
                    self?.version = SharedVersion(epoch: epoch, number: number)
                    self?.answerMissedChanges()
                    self?.fetch()
                }
            }
        }
    }

    private func perform(_ changes: ArraySlice<SharedChange>, _ completion: @escaping () -> Void) {
        var rest = changes
        while let first = rest.popFirst() {
            // Without recursion for each of thousands, unless one has work on another thread.
            var (isDone, hasWork) = (false, false)
            perform(first) { [weak self] in
                isDone = true
                if hasWork { self?.goOn(rest, completion) }
            }
            guard isDone else {
                hasWork = true
                return
            }
        }
        completion()
    }

    private func goOn(_ changes: ArraySlice<SharedChange>, _ completion: @escaping () -> Void) {
        guard let deferred = deferred.take() else { return perform(changes, completion) }
        // The connection was lost meanwhile.
        version = nil
        deferred()
    }

    // MARK: Following

    /// Repeats everything up to now.
    func pull(_ completion: @escaping (StoreError?) -> Void) {
        waiting.append(completion)
        if !isPulling { fetch() }
    }

    /// A part of both streams, from where this server is.
    private struct Batch {
        let latest: SharedVersion
        var changes: ArraySlice<SharedChange>
        var exchanges: ArraySlice<SharedExchange>
        let hasMoreChanges: Bool
        let hasMoreExchanges: Bool
        /// The number of calls that wait for this batch; later ones wait for the next.
        let callers: Int
    }

    private func fetch() {
        isPulling = true
        guard !isPerforming else { return deferred = { [weak self] in self?.fetch() } }
        guard let version else { return end(.foreign(keys.version)) }
        let callers = waiting.count
        let commands = [
            StoreCommand("GET", keys.version), StoreCommand("HGET", keys.base, "n"),
            .range(keys.changes, after: version.number, Self.mostChanges),
            .range(keys.journal, after: engine.lastRequest, limits.isJournalOn ? Self.mostExchanges : 1),
        ]
        client.send(atOnce: commands) { [weak self] result in
            switch result {
            case .success(let replies): self?.take(replies, version, callers)
            case .failure(let error): self?.end(error)
            }
        }
    }

    private func take(_ replies: [StoreReply], _ version: SharedVersion, _ callers: Int) {
        // The store has lost its data, or begun anew.
        guard let latest = replies[0].text.flatMap({ SharedVersion($0) }), latest.epoch == version.epoch else {
            return join()
        }
        let merged = replies[1].number ?? 0
        if merged > mergedUpTo { (mergedUpTo, unmergedBytes) = (merged, 0) }
        let changes = replies[2].elements.map { StreamEntry($0).flatMap { SharedChange($0) } }
        let exchanges = replies[3].elements.map { StreamEntry($0).flatMap { SharedExchange($0) } }
        guard !changes.contains(where: { $0 == nil }) else { return end(.foreign(keys.changes)) }
        guard !exchanges.contains(where: { $0 == nil }) else { return end(.foreign(keys.journal)) }
        // The changes after this server's last one are in the merged log only.
        let next = changes.first??.number ?? latest.number + 1
        guard merged <= version.number || next == version.number + 1 else { return restart(latest.epoch) }
        emptyFetches = changes.isEmpty && exchanges.isEmpty ? emptyFetches + 1 : 0
        guard emptyFetches <= Self.mostEmptyFetches || latest.number == version.number else {
            return end(.foreign(keys.changes))
        }
        advance(
            Batch(
                latest: latest,
                changes: changes.compactMap(\.self)[...],
                exchanges: limits.isJournalOn ? exchanges.compactMap(\.self)[...] : [],
                hasMoreChanges: changes.count == Self.mostChanges,
                hasMoreExchanges: limits.isJournalOn && exchanges.count == Self.mostExchanges,
                callers: callers
            )
        )
    }

    /// Takes the requests that came before the next change, and then that change.
    private func advance(_ batch: Batch) {
        guard let number = version?.number else { return end(.foreign(keys.version)) }
        var batch = batch
        while let exchange = batch.exchanges.first, exchange.change <= number {
            record(exchange)
            batch.exchanges.removeFirst()
        }
        guard let change = batch.changes.first else {
            let isDone =
                number >= batch.latest.number && batch.exchanges.isEmpty && !batch.hasMoreChanges
                && !batch.hasMoreExchanges
            guard isDone else { return fetch() }
            if number == batch.latest.number { version = batch.latest }
            return finish(batch.callers)
        }
        guard change.number == number + 1 else { return end(.foreign(keys.changes)) }
        guard change.lastRequest <= engine.lastRequest || !batch.exchanges.isEmpty || !batch.hasMoreExchanges else {
            return fetch()
        }
        batch.changes.removeFirst()
        perform(change) { [weak self] in
            guard let self else { return }
            version?.advance(past: change)
            if let deferred = deferred.take() { return deferred() }
            // Otherwise the connection was lost meanwhile.
            if isPulling { advance(batch) }
        }
    }

    private func finish(_ callers: Int) {
        let done = waiting.prefix(callers)
        waiting.removeFirst(min(callers, waiting.count))
        isPulling = false
        for completion in done { completion(nil) }
        if !waiting.isEmpty, !isPulling { fetch() }
    }

    private func end(_ error: StoreError) {
        isPulling = false
        emptyFetches = 0
        let (failed, changes) = (waiting, ownChanges)
        (waiting, ownChanges) = ([], [:])
        for completion in failed { completion(error) }
        for completion in changes.values { completion(.failure(error)) }
    }

    private func record(_ exchange: SharedExchange) {
        guard let received = JournaledRequest(exchange.request), let address = try? Address(exchange.address) else {
            return
        }
        engine.record(
            received,
            id: exchange.id,
            at: address,
            key: exchange.key,
            position: exchange.position,
            judgments: exchange.judgments,
            liveStart: exchange.liveStart
        )
    }

    // MARK: Repeating a change

    private func perform(_ change: SharedChange, _ completion: @escaping () -> Void) {
        guard let address = try? Address(change.address), let mount = try? engine.mount(at: address) else {
            return completion()
        }
        unmergedBytes += change.body.count
        if let kind = change.ownKind {
            perform(change, kind, mount) { ownChanges.removeValue(forKey: change.number)?(.success($0)) }
            return completion()
        }
        isPerforming = true
        mount.changeNumber = change.number
        if change.path.hasPrefix("/files/") { files[change.path] = change }
        let request = AdminRequest(change, epoch: version?.epoch ?? "")
        complete(handler.admin.repeated(request, mount, engine), of: change, completion)
    }

    /// Has the effects of an answer, and then does its work.
    private func complete(_ answer: AdminAnswer, of change: SharedChange, _ completion: @escaping () -> Void) {
        handler.perform(answer.effects)
        guard let work = answer.work else {
            isPerforming = false
            settle(change, answer.response)
            return completion()
        }
        do {
            try loop.runInBackground(work) { [weak self] done in
                guard let self else { return }
                complete(done.answer(engine), of: change, completion)
            }
        } catch {
            isPerforming = false
            end(StoreError(.command, "\(error)"))
        }
    }

    /// Removes requests from the store too, and answers the client whose change it is.
    private func settle(_ change: SharedChange, _ response: Response) {
        let removed = engine.takeRemovedRequests()
        guard let answer = ownChanges.removeValue(forKey: change.number) else { return }
        guard !removed.isEmpty else { return answer(.success(.response(response))) }
        var rest = removed[...]
        while !rest.isEmpty {
            var command = StoreCommand("XDEL", keys.journal)
            for id in rest.prefix(1000) { command.add("0-\(id)") }
            rest = rest.dropFirst(1000)
            let isLast = rest.isEmpty
            client.send(command) { result in
                if isLast { answer(result.map { _ in .response(response) }) }
            }
        }
    }

    /// Answers the clients whose changes were merged before this server has repeated them.
    private func answerMissedChanges() {
        guard let number = version?.number else { return }
        for (missed, answer) in ownChanges where missed <= number {
            ownChanges[missed] = nil
            answer(.failure(.lostResult))
        }
    }

    // MARK: Adding

    /// Adds a change by a client of this server.
    ///
    /// `completion` gets the response when this server has made the change; nil: it has missed another change.
    func add(
        _ call: AdminRequest,
        at mount: Mount,
        _ effect: AdminRoute.StateEffect,
        _ completion: @escaping (Result<Outcome?, StoreError>) -> Void
    ) {
        guard let version else { return completion(.success(nil)) }
        let address = mount.address
        var command = StoreCommand("6", keys.version, keys.changes, keys.journal)
        command.add(keys.state(address, version.epoch))
        command.add(keys.sandboxes)
        command.add(keys.rules(address, version.epoch))
        command.add(version.text)
        command.add(address.description)
        command.add(address.token == nil ? 0 : 1)
        command.add(call.method)
        command.add(call.target)
        command.add(call.body)
        for word in effect.words(call, mount) { command.add(word) }
        client.run(SharedScripts.change, command) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let reply):
                guard reply.elements.count == 2, reply.elements[0].integer == 1, let number = reply.elements[1].number
                else { return completion(.success(nil)) }
                follow(to: number) { completion($0.map { $0 }) }
            }
        }
    }

    /// Repeats everything up to a change by a client of this server; `completion` gets its result.
    func follow(to number: Int, _ completion: @escaping (Result<Outcome, StoreError>) -> Void) {
        ownChanges[number] = completion
        pull { [weak self] _ in
            self?.ownChanges.removeValue(forKey: number)?(.failure(.lostResult))
        }
    }

    /// Repeats everything up to a change, unless that is done.
    func reach(_ number: Int, _ completion: @escaping (StoreError?) -> Void) {
        if let version, version.number >= number { return completion(nil) }
        pull(completion)
    }
}

extension StoreCommand {
    /// Reads entries of a stream whose ids are `0-1`, `0-2`, ….
    fileprivate static func range(_ key: String, after id: Int, _ count: Int) -> StoreCommand {
        StoreCommand("XRANGE", key, "(0-\(id)", "+", "COUNT", String(count))
    }
}

extension StoreError {
    fileprivate static let lostResult = StoreError(.command, "the change was made, but its result was lost")

    /// Creates the error for a value that Hypermock has not written.
    fileprivate static func foreign(_ key: String) -> StoreError {
        StoreError(.command, "the value of \(key) in the store is not Hypermock's: choose another --shared-name")
    }
}
