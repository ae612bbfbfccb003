import HAL
import HTTP1Server
import Mocking

/// `/__admin/scenarios`: the state machines of an address, in WireMock's form.
struct ScenariosAPI {
    let space: Space

    func respond(to request: AdminRequest) -> Response {
        let rest = request.segments.dropFirst()
        switch (request.method, rest.count) {
        case ("GET", 0): return list()
        case ("POST", 1) where rest.last == "reset": return reset()
        case ("PUT", 2) where rest.last == "state": return setState(of: request.segments[1], request.body)
        default: return .noSuchAdminResource
        }
    }

    private func list() -> Response {
        let machines = space.machines.map { machine -> JSONValue in
            [
                "id": .string(machine.name),
                "name": .string(machine.name),
                "state": .string(machine.state),
                "possibleStates": .array(machine.states.map { .string($0) }),
            ]
        }
        return Response(json: ["scenarios": .array(machines)])
    }

    private func reset() -> Response {
        space.resetState()
        return Response(json: [:])
    }

    /// An empty body resets the machine.
    private func setState(of name: String, _ body: [UInt8]) -> Response {
        guard let machine = space.machines.first(where: { $0.name == name }) else {
            return Response(adminError: 404, title: "There is no scenario \(name)")
        }
        guard !body.isEmpty else {
            _ = space.setState(of: name, to: machine.states[0])
            return Response(json: [:])
        }
        guard case .object(let object)? = try? JSONValue(parsing: body), case .string(let state)? = object["state"]
        else {
            return Response(adminError: 422, code: 10, title: #"The body must be {"state": "…"}"#)
        }
        guard space.setState(of: name, to: state) else {
            let known = machine.states.joined(separator: ", ")
            return Response(adminError: 422, code: 11, title: "There is no state \(state)", detail: "States: \(known)")
        }
        return Response(json: [:])
    }
}
