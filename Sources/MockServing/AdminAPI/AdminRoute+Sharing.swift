import Mocking

extension AdminRoute {
    /// The relation of an operation to a state that several servers share.
    enum Sharing: Sendable, Hashable {
        /// It concerns this server alone.
        case local
        /// It shows the shared state.
        case reads
        /// All servers repeat it.
        case changes(StateEffect)
    }

    /// The relation of the operation at an address: only a sandbox is removed; at the root, one server is shut down.
    fileprivate func sharing(at mount: Mount) -> Sharing {
        sharing == .changes(.removes) && mount.address.token == nil ? .local : sharing
    }

    /// The effect of a change on the counts and the machine states of its address.
    enum StateEffect: Sendable, Hashable {
        case none
        /// All counts are 0, and all machines are in their first state.
        case resets
        /// One machine is in another state.
        case sets
        /// Outages and quotas begin anew if the clock is reset.
        case restartsRules
        /// The sandbox is removed.
        case removes

        /// The arguments of `SharedScripts.change`.
        func words(_ call: AdminRequest, _ mount: Mount) -> [String] {
            switch self {
            case .none: return ["", ""]
            case .resets: return ["reset", ""]
            case .restartsRules: return ClockAPI.isReset(call) ? ["rules", ""] : ["", ""]
            case .removes: return ["remove", ""]
            case .sets:
                guard let (machine, state) = StateMachinesAPI.wantedState(call, mount) else { return ["", ""] }
                return [SharedFields.state(machine), state]
            }
        }
    }
}

extension AdminAPI {
    /// The relation of a request to a shared state.
    ///
    /// - Throws: If the request is not permitted or its body is not acceptable, so that no other server needs to see it.
    func sharing(of request: AdminRequest, _ mount: Mount) throws(AdminError) -> AdminRoute.Sharing {
        try admit(request)
        guard let route = Self.route(for: request) else { return .local }
        try Self.check(request, route)
        return route.sharing(at: mount)
    }

    /// Repeats a request that was admitted by a server of the shared state.
    ///
    /// The store cannot cause anything but changes of the shared state.
    func repeated(_ request: AdminRequest, _ mount: Mount, _ engine: Engine) -> AdminAnswer {
        do throws(AdminError) {
            guard case .changes? = Self.route(for: request)?.sharing(at: mount) else {
                throw .notPermitted("the operation is not a change of the shared state")
            }
            return try answer(request, mount, engine)
        } catch {
            return AdminAnswer(error.response)
        }
    }

    private static func route(for request: AdminRequest) -> AdminRoute? {
        let routes = routes.filter { $0.match(request.segments) != nil }
        return routes.first { $0.path == routes.first?.path && $0.method == request.method }
    }
}
