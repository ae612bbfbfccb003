import Foundation
import MockServing

// What the article shows, line for line.

// sample
/// The environment for an app that trusts the CA of this server alone.
func environment(of sandbox: Sandbox, _ server: MockServer) -> [String: String] {
    [
        "STATION_SERVER": sandbox.secureURL?.absoluteString ?? "",
        "STATION_CA": server.certificateAuthority ?? "",
    ]
}
