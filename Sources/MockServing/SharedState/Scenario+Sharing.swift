package import Scenarios

extension Scenario {
    /// The part whose state several servers cannot share, with its article; nil: they share the whole scenario.
    package var unsharedPart: String? {
        guard variants.haveResources else { return nil }
        return variants.all.contains { $0.resources.contains { $0.file != nil } } ? "resources kept in files" : nil
    }
}
