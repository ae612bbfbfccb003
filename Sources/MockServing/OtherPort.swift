import Scenarios
import UV

/// The second port of a server, for scenarios whose `otherOrigin` is another port; it serves what the first one serves.
final class OtherPort: Sendable {
    /// The port of the base URL and the second port; nil: that is not open.
    private let ports = Guarded<(first: Int, second: Int)?>(nil)

    /// The second port; nil: it is not open.
    var number: Int? { ports.withLock { $0?.second } }

    func open(_ second: Int, beside first: Int) {
        ports.withLock { $0 = (first, second) }
    }

    /// Returns the other one of the two ports; nil for any other port.
    func beside(_ port: Int) -> Int? {
        ports.withLock { ports in
            guard let ports else { return nil }
            return port == ports.first ? ports.second : port == ports.second ? ports.first : nil
        }
    }
}

extension LoopThreads {
    /// Opens the second port, if the scenarios need it and it is not open.
    ///
    /// - Throws: ``MockServerError`` if the port is in use or no port is free, `UVError` if the server was stopped.
    func open(_ otherPort: OtherPort, for scenarios: [Scenario]) async throws {
        guard otherPort.number == nil, scenarios.contains(where: \.crossesPorts) else { return }
        let second = try await perform { try $0.openOtherPort() }
        webhooks?.avoid([second])
        forwarder?.avoid([second])
        otherPort.open(second, beside: ports.first)
    }
}
