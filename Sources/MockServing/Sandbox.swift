import Mocking
package import Scenarios

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A place of its own at a mock server: fresh state and an own journal, for one test.
///
/// It exists from its first request on, and is dropped when it has not been used for a while.
public struct Sandbox: Sendable {
    /// Where the sandbox is served, without a slash at its end.
    public let baseURL: URL

    private let server: MockServer
    private let address: Address

    init(server: MockServer, address: Address) {
        self.server = server
        self.address = address
        // As text: appending a path would encode the colons of a variant.
        baseURL = URL(string: server.baseURL.absoluteString + address.prefix) ?? server.baseURL
    }

    /// The requests that the sandbox has received, the oldest first.
    ///
    /// - Throws: When the server was stopped, or serves no such scenario.
    public func requests() async throws -> [RecordedRequest] {
        try await server.requests(at: address)
    }

    /// How often each interaction has answered here.
    ///
    /// - Throws: When the server was stopped, or serves no such scenario.
    package func usage() async throws -> [InteractionUse] {
        try await server.usage(at: address)
    }
}

/// An interaction, told by its place in a file, and how often it has answered.
package struct InteractionUse: Sendable, Hashable {
    package let location: SourceLocation
    package let served: Int
}
