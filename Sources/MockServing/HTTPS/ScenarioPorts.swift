import Messages
import Mocking
import Scenarios

/// The faults of scenarios with `tls`, each of which has a port.
struct ScenarioPorts: Sendable {
    /// The variants of each scenario with `tls`, by its slug.
    private var variants: [String: Variants]

    init(_ scenarios: [Scenario]) {
        let faulty = scenarios.filter { !$0.variants.withTLS.isEmpty }.map { ($0.slug, $0.variants) }
        variants = Dictionary(faulty) { first, _ in first }
    }

    /// The fault of a scenario's variant; nil: it has none, or does not exist.
    func fault(of slug: String?, _ values: [String]) -> HTTPSFault? {
        guard let variants = slug.flatMap({ variants[$0] }), let position = variants.position(of: values) else {
            return nil
        }
        return variants.tls(at: position).map { HTTPSFault($0) }
    }

    /// All faults, each with the addresses of its variants.
    var addresses: [HTTPSFault: [String]] {
        var addresses: [HTTPSFault: [String]] = [:]
        for (slug, variants) in variants.sorted(by: { $0.key < $1.key }) {
            for position in variants.withTLS {
                guard let fault = variants.tls(at: position).map({ HTTPSFault($0) }) else { continue }
                let address = Address(slug: slug, values: variants.values(at: position), token: nil)
                addresses[fault, default: []].append(address.prefix)
            }
        }
        return addresses
    }
}

extension MockServerConfiguration {
    /// The configuration with a port for each fault of scenarios, if HTTPS is on or ``impliesHTTPS``.
    func opening(_ ports: ScenarioPorts) -> MockServerConfiguration {
        let faults = ports.addresses.keys
        guard !faults.isEmpty, https != nil || impliesHTTPS else { return self }
        var copy = self
        var https = https ?? .scenariosOnly
        for fault in faults where https.faultPorts[fault] == nil { https.faultPorts[fault] = 0 }
        copy.https = https
        return copy
    }
}

extension HTTPSConfiguration {
    /// HTTPS with the ports of scenarios only.
    fileprivate static var scenariosOnly: HTTPSConfiguration {
        var configuration = HTTPSConfiguration()
        configuration.sharesPort = false
        return configuration
    }
}
