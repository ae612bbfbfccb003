package import HAL

extension Interaction {
    /// The mapping as WireMock shows it; reading it again gives the same interaction.
    package var wireMockJSON: JSONValue {
        var object = JSONObjectBuilder()
        object.add("id", identifier)
        object.add("name", name)
        object.add("request", request.wireMockJSON)
        if responses.isConstant {
            object.add("response", responses.responses[0].wireMockJSON)
        } else {
            object.add("responses", .array(responses.responses.map(\.wireMockJSON)))
            object.add("afterLast", responses.ending == .repeatLast ? nil : responses.ending.rawValue)
        }
        object.add("uuid", identifier)
        object.add("persistent", isPersistent ? .bool(true) : nil)
        object.add("priority", priority == Interaction.defaultPriority ? nil : priority)
        object.add("scenarioName", state?.machine)
        object.add("requiredScenarioState", state?.required)
        object.add("newScenarioState", state?.next)
        object.add("metadata", metadata)
        return object.json
    }
}
