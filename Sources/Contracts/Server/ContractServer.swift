package import HTTPTypes
import Messages
package import Scenarios

/// The mock server as the runner sees it, in this process or elsewhere.
package protocol ContractServer: Sendable {
    /// A sandbox of a variant with fresh state, shared with nobody.
    ///
    /// - Throws: When the server cannot be reached or does not serve the variant.
    func openSandbox(slug: String, values: [String]) async throws -> any ContractSandbox
}

/// One variant at a server, for one case.
package protocol ContractSandbox: Sendable {
    /// The absolute URI that stands for `/`, without a slash at its end.
    var baseURL: String { get }

    /// What was received, the oldest first, what nothing answered included.
    func requests() async throws -> [ReceivedRequest]

    /// How often each interaction has answered.
    func usage() async throws -> [InteractionUsage]
}

/// A request that the server has received.
package struct ReceivedRequest: Sendable, Hashable {
    package var method: HTTPRequest.Method
    /// Path and query below the sandbox' address.
    package var target: String
    package var fields: [HTTPField]
    package var body: [UInt8]
    /// Whether an interaction has answered.
    package var wasMatched: Bool
    /// The status of the answer; 0 for the exact bytes of a raw one.
    package var status: Int
    /// In milliseconds since 1970.
    package var receivedAt: Int64

    package init(
        method: HTTPRequest.Method,
        target: String,
        fields: [HTTPField] = [],
        body: [UInt8] = [],
        wasMatched: Bool = true,
        status: Int = 200,
        receivedAt: Int64 = 0
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.wasMatched = wasMatched
        self.status = status
        self.receivedAt = receivedAt
    }
}

extension DecodedRequest {
    /// The request as patterns see it.
    convenience init(_ received: ReceivedRequest) {
        self.init(
            Request(
                method: received.method.rawValue,
                target: received.target,
                fields: received.fields.map { ($0.name.rawName, $0.value) },
                body: received.body,
                receivedAt: received.receivedAt
            )
        )
    }
}

/// An interaction and how often it has answered.
package struct InteractionUsage: Sendable, Hashable {
    /// Where the interaction stands, which is what tells interactions apart.
    package var location: SourceLocation
    package var served: Int

    package init(location: SourceLocation, served: Int) {
        self.location = location
        self.served = served
    }
}
