/// Why a call cannot be made: how the request for its token ended.
struct NoToken: Error {
    let outcome: Outcome<OAuthToken>
}

extension OAuthSession {
    /// Makes a call with the user's token, else with the app's, else without.
    public nonisolated func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
        guard call.options.authorization == nil else { return await client.perform(call) }
        var used = pass.withLock { $0 }
        if !used.isReady(at: now(), offset: configuration.expiryOffset) {
            switch await readyPass() {
            case .success(let ready): used = ready
            case .failure(let end): return end.outcome.withoutModel()
            }
        }
        let outcome = await client.perform(call.with(used))
        guard case .authenticationRequired(let required) = outcome, went(used, with: required.response.request) else {
            return outcome
        }
        switch await otherPass(than: used) {
        case .success(let other?): return await client.perform(call.with(other))
        case .success(nil): return outcome
        case .failure(let end): return end.outcome.withoutModel()
        }
    }

    /// Whether the token was with the request that was refused, and not left behind at a redirect.
    private nonisolated func went(_ pass: Pass, with request: Request) -> Bool {
        pass.token != nil && request.origin.map { pass.authorizations[$0] != nil } == true
    }

    /// A pass that a call may go with, once there is one.
    nonisolated func readyPass() async -> Result<Pass, NoToken> {
        // Each time round, somebody else has changed what there is; a call does not wait for ever for them to settle.
        for _ in 0..<10 {
            let pass = pass.withLock { $0 }
            if pass.isReady(at: now(), offset: configuration.expiryOffset) { return .success(pass) }
            switch await renew(pass) {
            case .renewed(let renewed)?: return .success(renewed)
            case .changed?: continue
            case .failed(let outcome)?:
                return pass.isStillTaken(at: now()) ? .success(pass) : .failure(NoToken(outcome))
            case nil: return .failure(.cancelled)
            }
        }
        return .success(pass.withLock { $0 })
    }

    /// The pass to try once more with after the server has refused `used`; nil if there is none of the same person.
    private nonisolated func otherPass(than used: Pass) async -> Result<Pass?, NoToken> {
        let current = pass.withLock { $0 }
        guard current.login == used.login, current.access == used.access else { return .success(nil) }
        guard current.number == used.number else { return .success(current) }
        guard current.renewal != nil else { return .success(nil) }
        switch await renew(current) {
        case .renewed(let renewed)?: return .success(renewed)
        case .changed?:
            let now = pass.withLock { $0 }
            return .success(now.login == used.login && now.access == used.access ? now : nil)
        case .failed(let outcome)?: return outcome.isRefused ? .success(nil) : .failure(NoToken(outcome))
        case nil: return .failure(.cancelled)
        }
    }
}

extension NoToken {
    fileprivate init(_ outcome: Outcome<OAuthToken>) {
        self.outcome = outcome
    }

    fileprivate static let cancelled = NoToken(.connectionFailure(ConnectionFailure(.cancelled)))
}

extension Call {
    fileprivate func with(_ pass: Pass) -> Call {
        guard !pass.authorizations.isEmpty else { return self }
        var call = self
        guard !call.options.authorizations.isEmpty else {
            // As it is: merging would hash each origin, at every call.
            call.options.authorizations = pass.authorizations
            return call
        }
        call.options.authorizations.merge(pass.authorizations) { own, _ in own }
        return call
    }
}
