package import Scenarios

/// The mock server without its sockets: takes requests, gives replies, keeps state.
///
/// Not `Sendable`: confined to its owner, a loop or a lock. A call is one step: match, advance and journal are done when it returns.
package final class Engine {
    package let configuration: EngineConfiguration

    /// Compiles the root; everything else at its first use.
    package init(
        scenarios: [Scenario],
        configuration: EngineConfiguration,
        generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        self.configuration = configuration
    }

    /// Selects, advances the state and journals, all before it returns.
    package func respond(to request: IncomingRequest) -> Reply {
        .unmatched(Diagnosis(prefersJSON: false))
    }

    /// Swaps the scenarios in one step.
    package func replace(scenarios: [Scenario]) {}

    /// The space at an address, which is made if it is a sandbox that does not exist yet.
    ///
    /// - Throws: When no such scenario or variant is loaded, or the token is malformed.
    package func space(at address: Address) throws(AddressError) -> Space {
        Space(address: address)
    }

    /// The root and every scenario or variant, sandboxes aside.
    package var addresses: [Address] { [.root] }
}
