package import HAL
package import Scenarios

/// What holds for all responses of a mount that do not say otherwise.
package struct MountSettings: Sendable {
    /// In milliseconds.
    package var fixedDelay: Int?
    package var delayDistribution: DelayDistribution?
    /// Kept for whoever asks; nothing depends on it.
    package var extended = JSONObject()
    /// WireMock's `proxyPassThrough`, kept for whoever asks.
    package var proxiesUnmatched = true

    package init() {}

    var delay: DelayPlan? {
        fixedDelay == nil && delayDistribution == nil ? nil : DelayPlan(fixed: fixedDelay, delayDistribution)
    }
}
