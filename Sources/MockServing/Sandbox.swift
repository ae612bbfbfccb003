package import Documents
import Mocking

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A sandbox of a mock server: isolated state and its own journal, for one test.
///
/// It is created by its first request, and dropped when it has not been used for a while.
public struct Sandbox: Sendable {
    /// The base URL of the sandbox, without a trailing slash.
    public let baseURL: URL
    /// The base URL of the sandbox over HTTPS; nil: HTTPS is off.
    public let secureURL: URL?

    private let server: MockServer
    private let address: Address

    init(server: MockServer, address: Address) {
        self.server = server
        self.address = address
        // As text: appending a path would encode the colons of a variant.
        let faultURL = server.faultURL(for: address)
        let (plain, secure) = (faultURL ?? server.baseURL, faultURL ?? server.secureURL)
        baseURL = URL(string: plain.absoluteString + address.prefix) ?? plain
        secureURL = secure.flatMap { URL(string: $0.absoluteString + address.prefix) }
    }

    /// The requests that the sandbox has received, oldest first.
    ///
    /// - Throws: If the server was stopped, or does not serve such a scenario.
    public func requests() async throws -> [RecordedRequest] {
        try await server.requests(at: address)
    }

    /// Advances the clock of the sandbox, which dates, templates, outages, quotas and delays follow.
    ///
    /// Delays that are over by then elapse before this returns. Other addresses keep their time.
    ///
    /// - Throws: If the server was stopped, does not serve such a scenario, or the duration is negative or leads beyond
    ///   the year 9999.
    public func advanceClock(by duration: Duration) async throws {
        try await server.advanceClock(of: address, by: duration)
    }

    /// The number of responses of each interaction in the sandbox.
    ///
    /// - Throws: If the server was stopped, or does not serve such a scenario.
    package func usage() async throws -> [InteractionUse] {
        try await server.usage(at: address)
    }
}

/// An interaction, identified by its location, and the number of its responses.
package struct InteractionUse: Sendable, Hashable {
    package let location: SourceLocation
    package let served: Int
}
