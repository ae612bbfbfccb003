import ArgumentParser
import MockServing
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The values of `--admin`.
enum AdminMode: String, ExpressibleByArgument, CaseIterable {
    case open
    case token
    case off

    /// What the option means for that address: without it, open on loopback, and a token elsewhere.
    static func access(_ mode: AdminMode?, host: String) throws -> AdminAccess {
        switch mode ?? (isLoopback(host) ? .open : .token) {
        case .open: return .open
        case .off: return .off
        case .token: return .token(tokenOfEnvironment ?? UUID().uuidString.lowercased())
        }
    }

    /// The token that the environment gives; nil: one is made.
    static var tokenOfEnvironment: String? {
        let token = ProcessEnvironment.value(of: "HYPERMOCK_ADMIN_TOKEN")
        return token?.isEmpty == false ? token : nil
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
