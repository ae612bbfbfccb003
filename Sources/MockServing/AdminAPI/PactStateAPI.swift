import HAL
import Messages
import Mocking
import Scenarios

/// `/__admin/pact-state`: the state changes that the verifier of a Pact asks for.
enum PactStateAPI {
    private static let keys: Set = ["action", "state", "params", "consumer"]

    static let routes = [
        AdminRoute(
            "POST",
            "/pact-state",
            "Enters a state that a Pact names, in a sandbox; with the action `teardown`, resets the sandbox.",
            body: .pactState,
            statuses: [200, 403, 404, 422],
            sharing: .local
        ) { call throws(AdminError) in try change(call) }
    ]

    static let bodySchema = OpenAPISchemas.object([
        "action": ["type": "string", "enum": ["setup", "teardown"]],
        "state": ["type": "string"],
        "params": ["type": ["object", "null"]],
        "consumer": ["type": ["string", "null"]],
    ])

    private static func change(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        guard call.mount.address.token != nil else {
            throw .notPermitted("only a sandbox enters such states: POST /@TOKEN/__admin/pact-state")
        }
        guard !call.engine.configuration.isShared else {
            throw .notPermitted("servers that share their state do not enter the states of a Pact")
        }
        let body = try call.object(keys: keys)
        let state = body["state"]?.string ?? ""
        switch body["action"]?.string ?? "setup" {
        case "setup": try enter(state, body["params"]?.object, call)
        case "teardown": reset(call.mount)
        default: throw .wrongBody(#"expected "setup" or "teardown""#, at: "/action")
        }
        return .done
    }

    private static func reset(_ mount: Mount) {
        mount.providerStates = []
        mount.resetState()
        mount.resetClock()
    }

    private static func enter(_ state: String, _ parameters: JSONObject?, _ call: AdminCall) throws(AdminError) {
        guard !state.isEmpty else { return reset(call.mount) }
        guard let address = try address(named: state, parameters, call) else {
            return try enterMachine(ProviderState.name(state, parameters ?? JSONObject()), call)
        }
        try serve(address, call)
        for request in try requests(parameters?[ProviderState.Key.requests]) { try repeatRequest(request, call) }
    }

    /// The address that a state is about; nil for the state of a machine.
    private static func address(
        named state: String,
        _ parameters: JSONObject?,
        _ call: AdminCall
    ) throws(AdminError) -> Address? {
        if let text = parameters?[ProviderState.Key.address]?.string {
            do throws(AddressError) {
                return try Address(text).base
            } catch {
                throw AdminError(404, code: 404, "Unknown address", at: "/params/address", detail: error.message)
            }
        }
        return call.engine.addresses.first { address in
            address.slug.map { Variant.name(slug: $0, values: address.values) == state } ?? false
        }
    }

    private static func serve(_ address: Address, _ call: AdminCall) throws(AdminError) {
        let own = call.mount.address.base
        guard own == .root || own == address else {
            let token = call.mount.address.token ?? ""
            let reason = "this sandbox serves \(own) only; use /@\(token) or /\(address.prefix.dropFirst())@\(token)"
            throw AdminError(404, code: 404, "Another address has the state", at: "/params/address", detail: reason)
        }
        do throws(AddressError) {
            try call.engine.serve(address, in: call.mount)
        } catch {
            throw AdminError(404, code: 404, "Unknown address", at: "/params/address", detail: error.message)
        }
    }

    private static func requests(_ value: JSONValue?) throws(AdminError) -> [JSONObject] {
        guard let value else { return [] }
        let place = "/params/" + ProviderState.Key.requests
        guard let items = value.array, items.count <= ProviderState.mostRequests else {
            throw .wrongBody("expected a list of at most \(ProviderState.mostRequests) requests", at: place)
        }
        let objects = items.compactMap(\.object)
        guard objects.count == items.count else { throw .wrongBody("a request is an object", at: place) }
        return objects
    }

    /// Repeats one request that leads to the state; its response is not needed.
    private static func repeatRequest(_ object: JSONObject, _ call: AdminCall) throws(AdminError) {
        var request = object
        let delay = request[ProviderState.Key.after]?.number?.int ?? 0
        request.members.removeAll { $0.name == ProviderState.Key.after }
        if delay > 0 {
            do throws(MountClock.Refusal) {
                try call.mount.changeClock { clock throws(MountClock.Refusal) in
                    try clock.advance(by: Int64(delay), at: call.request.receivedAt)
                }
            } catch {
                throw .wrongBody("the time would be beyond the year 9999", at: "/params/requests")
            }
        }
        let draft = try RequestDraft(request, at: call.request.receivedAt, below: call.mount.address.prefix)
        _ = call.engine.respond(to: draft.request)
    }

    /// Enters a state of the machines of the address; several states of an interaction come one by one, and are one state.
    private static func enterMachine(_ state: String, _ call: AdminCall) throws(AdminError) {
        let mount = call.mount
        let known = mount.machines.flatMap(\.states)
        let separator = ProviderState.separator
        var states = mount.providerStates + [state]
        if !known.contains(where: { isPart(states, of: $0) }) { states = [state] }
        let joined = states.joined(separator: separator)
        guard known.contains(where: { isPart(states, of: $0) }) else {
            let names = Set(known).sorted().prefix(50).joined(separator: "; ")
            let shown = String(state.prefix(120)).printable
            throw AdminError(404, code: 404, "There is no state '\(shown)'", at: "/state", detail: "states: \(names)")
        }
        reset(mount)
        mount.providerStates = states
        for machine in mount.machines where machine.states.contains(joined) {
            _ = mount.setState(of: machine.name, to: joined)
        }
    }

    private static func isPart(_ states: [String], of name: String) -> Bool {
        let joined = states.joined(separator: ProviderState.separator)
        return name == joined || name.hasPrefix(joined + ProviderState.separator)
    }
}
