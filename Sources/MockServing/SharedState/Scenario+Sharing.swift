package import Scenarios

extension Scenario {
    /// The part whose state several servers cannot share, with its article; nil: they share the whole scenario.
    package var unsharedPart: String? {
        if variants.haveTimeRules { return "an outage or a rate limit" }
        return variants.haveResources ? "live resources" : nil
    }
}
