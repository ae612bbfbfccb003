import Scenarios

// The needs of a step: the capabilities of the client, and the addresses of the server.

extension Capability {
    /// Returns the capabilities that a client needs to make the call of a step.
    static func needed(by request: StepRequest, _ dependsOnReuse: Bool) -> [Capability] {
        var needed: [Capability] = []
        if case .oauth? = request.authorization { needed.append(.session) }
        switch request.address {
        case .url, .target: break
        case .follow: needed.append(.follow)
        case .submit: needed.append(.submit)
        }
        if request.pages != nil { needed.append(.pages) }
        if request.deadlineMilliseconds != nil { needed.append(.deadline) }
        if dependsOnReuse { needed.append(.reuse) }
        return needed
    }
}

extension Scenario {
    /// The address that the second origin needs and the server lacks; nil: it lacks none.
    func missingOrigin(at address: ScenarioAddress, _ sandbox: any ContractSandbox) -> String? {
        guard otherOrigin != nil else { return nil }
        guard crossesPorts else {
            return address.hasOtherName ? nil : "\(address.scheme)://127.0.0.1, which is localhost too"
        }
        return sandbox.hasOtherPort ? nil : "the address on which it listens, with a second port beside it"
    }
}
