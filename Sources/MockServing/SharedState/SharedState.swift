import Messages
import Mocking
import UV
import Valkey

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Shares the state of a server with other servers by way of a store.
///
/// Confined to the loop.
///
/// The store decides each request in one step, which fails if this server has not repeated the latest change of the
/// admin API. So no server responds by an older state than another one, whenever it hears of a change.
final class SharedState {
    /// The most attempts at one step while other servers change the state.
    private static let mostAttempts = 50
    private static let announceMilliseconds = 1000

    let engine: Engine
    let log: SharedLog
    private let handler: MockHandler
    private let loop: Loop
    private let configuration: SharedStateConfiguration
    private let keys: SharedKeys
    private let readiness: Readiness
    private let client: StoreClient
    /// Gives the response to the request with a token.
    private let deliver: (ResponseToken, HandlerAnswer, Request) -> Void
    private var status: Readiness.SharedStateStatus
    private var lastToken = 0
    /// Whether requests can be decided: the store is connected, and its changes were repeated once.
    private var isReady = false
    private var onStarted: ((StoreError?) -> Void)?
    private var timer: LoopTimer?

    /// Creates the shared state of the engine's files; nothing is connected before `start`.
    ///
    /// - Throws: `StoreError` if a library is missing or the certificates are not valid.
    init(
        _ configuration: SharedStateConfiguration,
        on loop: Loop,
        handler: MockHandler,
        readiness: Readiness,
        deliver: @escaping (ResponseToken, HandlerAnswer, Request) -> Void
    ) throws(StoreError) {
        self.configuration = configuration
        self.loop = loop
        self.handler = handler
        self.readiness = readiness
        self.deliver = deliver
        engine = handler.engine
        let fingerprint = engine.fingerprint
        keys = SharedKeys(name: configuration.name, fingerprint: fingerprint)
        var changed: ((StoreClient.Availability) -> Void)?
        client = try StoreClient(
            on: loop,
            configuration.store,
            name: "hypermock-\(configuration.replica)",
            authorities: configuration.authorities,
            scripts: SharedScripts.all
        ) { changed?($0) }
        log = SharedLog(client, keys, handler: handler, on: loop)
        status = Readiness.SharedStateStatus(
            store: configuration.store.description,
            name: configuration.name,
            replica: configuration.replica,
            scenarios: fingerprint,
            outage: (StoreError(.unreachable, "the server is starting"), Int64(loop.wallClock / 1000))
        )
        readiness.update(status)
        changed = { [weak self] in self?.availabilityChanged($0) }
    }

    /// Connects; `completion` is called once, when the state is shared or the first attempt has failed.
    func start(_ completion: @escaping (StoreError?) -> Void) {
        onStarted = completion
        do {
            timer = try LoopTimer(on: loop) { [weak self] in self?.announce() }
            timer?.start(afterMilliseconds: Self.announceMilliseconds, repeating: Self.announceMilliseconds)
            try client.start()
        } catch {
            began(StoreError(.unreachable, "\(error)"))
        }
    }

    /// Ends the connection.
    func close() {
        isReady = false
        timer?.close()
        client.close()
    }

    private func began(_ error: StoreError?) {
        let onStarted = onStarted.take()
        onStarted?(error)
    }

    // MARK: The store comes and goes

    private func availabilityChanged(_ availability: StoreClient.Availability) {
        switch availability {
        case .away(let error): lost(error)
        case .connected(let facts):
            status.product = facts.product
            status.warnings = facts.warnings
            log.join { [weak self] error in self?.joined(error) }
        }
    }

    private func joined(_ error: StoreError?) {
        if let error { return lost(error) }
        isReady = true
        status.outage = nil
        readiness.update(status)
        configuration.report?("the state is shared by \(configuration.store)")
        for warning in status.warnings { configuration.report?("warning: \(warning)") }
        announce()
        began(nil)
    }

    private func lost(_ error: StoreError) {
        isReady = false
        let isNew = status.outage?.reason != error
        status.outage = (error, status.outage?.since ?? Int64(loop.wallClock / 1000))
        readiness.update(status)
        if isNew { configuration.report?(error.description) }
        began(error)
    }

    /// Announces this server, learns of the others, and removes idle sandboxes and the states of earlier files.
    private func announce() {
        guard isReady else { return }
        var call = StoreCommand("2", keys.replicas, keys.files)
        call.add(configuration.replica)
        call.add(status.scenarios)
        call.add(3 * Self.announceMilliseconds / 1000)
        call.add(ForgottenFiles.seconds)
        client.run(SharedScripts.announce, call) { [weak self] result in
            guard let self, let parts = try? result.get().elements, parts.count == 2 else { return }
            let found = parts[0].elements.map { $0.text ?? "" }
            status.replicas = stride(from: 0, to: found.count - 1, by: 2).map { (found[$0], found[$0 + 1]) }
            readiness.update(status)
            if let files = parts[1].elements.first?.text { ForgottenFiles.remove(files, keys, from: client) }
        }
        log.removeIdleSandboxes()
        log.mergeIfLong()
    }

    /// Learns of the requests to other servers, for a reader of the journal; a reading under way is enough.
    func follow() {
        if isReady, !log.isPulling { log.pull { _ in } }
    }

    // MARK: Requests

    /// Responds at once, or later with a token.
    func respond(to request: Request, isLogged: Bool) -> HandlerAnswer {
        switch engine.decide(request) {
        case .contested(let contest):
            guard isReady else { return unavailable(isLogged: isLogged) }
            let step = Step(request: request, token: nextToken(), isLogged: isLogged)
            decide(step, contest)
            return step.answer
        case .administration(let mount, let path):
            let call = AdminRequest(request, path: path)
            let sharing: AdminRoute.Sharing
            do throws(AdminError) {
                sharing = try handler.admin.sharing(of: call, mount)
            } catch {
                return HandlerAnswer(error.response, .administration(error.status))
            }
            guard sharing != .local else {
                return handler.answer(.administration(mount, path: path), to: request, isLogged: isLogged)
            }
            guard isReady else { return unavailable(isLogged: isLogged) }
            let step = Step(request: request, token: nextToken(), isLogged: isLogged)
            if case .changes(let effect) = sharing { change(step, call, effect) } else { read(step) }
            return step.answer
        }
    }

    /// A request that waits for the store.
    private struct Step {
        let request: Request
        let token: ResponseToken
        let isLogged: Bool
        var attempts = 0

        /// The answer that the response comes later.
        var answer: HandlerAnswer { HandlerAnswer(Response(.token(token)), nil) }
    }

    private func nextToken() -> ResponseToken {
        lastToken += 1
        return ResponseToken(lastToken)
    }

    private func finish(_ step: Step, _ answer: HandlerAnswer) {
        deliver(step.token, answer, step.request)
    }

    private func finish(_ step: Step, _ error: StoreError) {
        finish(step, unavailable(error, isLogged: step.isLogged))
    }

    /// Repeats the latest changes, and then `step`, unless it has had too many attempts.
    private func retry(_ step: Step, _ body: @escaping (Step) -> Void) {
        var step = step
        step.attempts += 1
        guard step.attempts < Self.mostAttempts else {
            return finish(step, StoreError(.command, "the shared state changes faster than this server can follow"))
        }
        log.pull { [weak self] error in
            if let error { self?.finish(step, error) } else { body(step) }
        }
    }

    // MARK: Interactions

    private func decide(_ step: Step, _ contest: Contest) {
        client.run(SharedScripts.respond, log.call(contest, step.request)) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): finish(step, error)
            case .success(let reply):
                guard let verdict = Verdict(reply) else {
                    return retry(step) { [weak self] step in self?.decideAgain(step) }
                }
                let isLive = verdict.candidate.map {
                    contest.candidates.indices.contains($0) && contest.candidates[$0].isLive
                }
                guard isLive == true, !verdict.judgments.isRejection else { return settle(step, contest, verdict) }
                useResource(step, contest, verdict)
            }
        }
    }

    /// Makes the change of a live resource, or all changes before the reading of one.
    private func useResource(_ step: Step, _ contest: Contest, _ verdict: Verdict) {
        guard contest.changesResource(step.request) else {
            return log.reach(verdict.liveChange) { [weak self] error in
                if let error { self?.finish(step, error) } else { self?.settle(step, contest, verdict) }
            }
        }
        log.follow(to: verdict.liveChange) { [weak self] outcome in
            switch outcome {
            case .failure(let error): self?.finish(step, error)
            case .success(.reply(let written)): self?.settle(step, contest, verdict, written)
            case .success(.response): self?.settle(step, contest, verdict)
            }
        }
    }

    private func settle(_ step: Step, _ contest: Contest, _ verdict: Verdict, _ written: MockReply? = nil) {
        let reply = engine.settle(contest, verdict, for: step.request, written: written)
        finish(step, handler.answer(reply, to: step.request, isLogged: step.isLogged))
    }

    /// The changes may have other interactions, but not another kind of request.
    private func decideAgain(_ step: Step) {
        guard case .contested(let contest) = engine.decide(step.request) else { return read(step) }
        decide(step, contest)
    }

    // MARK: The admin API

    private func read(_ step: Step) {
        log.pull { [weak self] error in
            guard let self else { return }
            if let error { return finish(step, error) }
            guard case .administration(let mount, let path) = engine.decide(step.request) else {
                return decideAgain(step)
            }
            let showsQuotas = AdminRequest(step.request, path: path).segments == QuotasAPI.segments
            let load = showsQuotas ? log.loadQuotas : log.loadState
            load(mount) { [weak self] error in
                guard let self else { return }
                if let error { return finish(step, error) }
                let reply = Reply.administration(mount, path: path)
                finish(step, handler.answer(reply, to: step.request, isLogged: step.isLogged))
            }
        }
    }

    private func change(_ step: Step, _ call: AdminRequest, _ effect: AdminRoute.StateEffect) {
        log.pull { [weak self] error in
            guard let self else { return }
            if let error { return finish(step, error) }
            guard case .administration(let mount, _) = engine.decide(step.request) else { return decideAgain(step) }
            log.add(call, at: mount, effect) { [weak self] outcome in
                guard let self else { return }
                switch outcome {
                case .failure(let error): finish(step, error)
                case .success(.response(let response)?):
                    finish(step, HandlerAnswer(response, .administration(response.rendered.status)))
                case .success(_): retry(step) { [weak self] step in self?.change(step, call, effect) }
                }
            }
        }
    }

    // MARK: Without the store

    private func unavailable(isLogged: Bool) -> HandlerAnswer {
        unavailable(status.outage?.reason ?? .stopping, isLogged: isLogged)
    }

    /// The exact reason may name hosts and users: it is for those who may use the admin API.
    private func unavailable(_ error: StoreError, isLogged: Bool) -> HandlerAnswer {
        let reason = handler.admin.access == .open ? error.description : error.summary
        return HandlerAnswer(Response(unavailable: reason), isLogged ? .unavailable : nil)
    }
}

extension StoreError {
    fileprivate static let stopping = StoreError(.unreachable, "the server is stopping")
}

extension Verdict {
    /// Reads the reply of `SharedScripts.respond`; nil if the server has missed a change.
    fileprivate init?(_ reply: StoreReply) {
        let parts = reply.elements
        guard parts.count == 4 || parts.count == 8, let chosen = parts[1].integer, let position = parts[2].number else {
            return nil
        }
        self.init(
            candidate: chosen < 0 ? nil : chosen,
            position: position,
            state: chosen < 0 ? SharedFields(parts[3]) : nil
        )
        guard parts.count == 8 else { return }
        judgments = RuleJudgments(parts[4].text ?? "")
        liveChange = parts[5].number ?? 0
        liveStart = parts[6].number.map { Int64($0) }
        time = parts[7].number.map { min(Int64($0), MountClock.latest) }
    }
}

extension SharedFields {
    /// Reads the reply to `HGETALL`.
    init(_ reply: StoreReply) {
        let texts = reply.elements.map { $0.text ?? "" }
        let pairs = stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }
        self.init(Dictionary(pairs) { $1 })
    }
}
