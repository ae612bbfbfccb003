import HAL
import Messages
import Mocking
import Scenarios

/// The state machines of an address at `/__admin/scenarios`: WireMock calls them scenarios.
enum StateMachinesAPI {
    static let routes = [
        AdminRoute("GET", "/scenarios", "Lists the state machines and their states.", result: .scenarioList) { call in
            list(call.mount)
        },
        AdminRoute("POST", "/scenarios/reset", "Resets all state machines.", sharing: .changes(.resets)) { call in
            call.mount.resetState()
            return .done
        },
        AdminRoute(
            "PUT",
            "/scenarios/{name}/state",
            "Sets the state of a state machine; without a body, resets it.",
            body: .state,
            statuses: [200, 404],
            sharing: .changes(.sets)
        ) { call throws(AdminError) in try setState(call) },
    ]

    private static func list(_ mount: Mount) -> AdminAnswer {
        let interactions = Dictionary(grouping: mount.interactions.map(\.interaction)) { $0.state?.machine ?? "" }
        let machines = mount.machines.map { machine -> JSONValue in
            let members = interactions[machine.name] ?? []
            return [
                "id": .string(machine.name),
                "name": .string(machine.name),
                "state": .string(machine.state),
                "possibleStates": .array(possibleStates(of: machine, members).map { .string($0) }),
                "mappings": .array(members.map(\.wireMockJSON)),
            ]
        }
        return .json(["scenarios": .array(machines)])
    }

    /// Returns the states that interactions mention: as in WireMock, `Started` is one of them only if it is mentioned.
    private static func possibleStates(of machine: Mount.Machine, _ members: [Interaction]) -> ArraySlice<String> {
        let started = StateCondition.started
        let isMentioned = members.contains { $0.state?.required == started || $0.state?.next == started }
        return isMentioned ? machine.states[...] : machine.states.dropFirst()
    }

    private static func setState(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let name = call.parameter("name")
        guard let machine = call.mount.machines.first(where: { $0.name == name }) else {
            let shown = String(name.prefix(120)).printable
            throw AdminError(404, code: 404, "There is no scenario '\(shown)'", at: "/path/name")
        }
        let state = call.request.body.isEmpty ? machine.states[0] : try wantedState(call)
        guard call.mount.setState(of: name, to: state) else {
            throw AdminError(
                422,
                code: AdminError.Code.unknownState,
                "There is no state '\(String(state.prefix(120)).printable)'",
                at: "/state",
                detail: "states: \(machine.states.joined(separator: ", "))"
            )
        }
        return .done
    }

    /// The machine and the state that a request wants; nil if it is not valid.
    static func wantedState(_ request: AdminRequest, _ mount: Mount) -> (machine: String, state: String)? {
        guard request.segments.count == 3, let machine = mount.machines.first(where: { $0.name == request.segments[1] })
        else { return nil }
        let body = request.body.isEmpty ? nil : try? JSONValue(parsing: request.body)
        let state = request.body.isEmpty ? machine.states[0] : body?["state"]?.string
        return state.flatMap { machine.states.contains($0) ? (machine.name, $0) : nil }
    }

    private static func wantedState(_ call: AdminCall) throws(AdminError) -> String {
        let body = try call.object(keys: ["state"])
        guard case .string(let state)? = body["state"] else {
            throw .wrongBody(#"expected {"state": "…"}"#, at: body["state"] == nil ? "" : "/state")
        }
        return state
    }
}
