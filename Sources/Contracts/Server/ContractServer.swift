import HAL
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

/// Where a case's scenario is served: what addresses in its contract are relative to.
package struct ScenarioAddress: Sendable, Hashable {
    /// Without a slash at its end.
    package let baseURL: String

    package init(_ baseURL: String) {
        self.baseURL = baseURL
    }

    /// Whether the same server is found at another origin too: the loopback interface has two names.
    package var hasOtherOrigin: Bool {
        URIReference(baseURL).authority?.split(separator: ":").first == "127.0.0.1"
    }

    /// The absolute form of an address: path-absolute means below the scenario's address, and so does a relative one.
    package func absolute(_ address: String) -> String {
        let text = address.hasPrefix("/") && !address.hasPrefix("//") ? baseURL + address : address
        return URIReference(text).resolved(against: URIReference(baseURL + "/")).description
    }

    /// Like `absolute(_:)`, for a text that may be a template, which stays as it is written.
    package func shown(_ address: String) -> String {
        guard address.contains("{") else { return absolute(address) }
        return address.hasPrefix("/") ? baseURL + address : address
    }

    /// Whether both are the same URI once the expected one is absolute; a template is compared as it is written.
    package func isSame(_ expected: String, as actual: String) -> Bool {
        if expected.contains("{") || actual.contains("{") {
            return expected == actual || (expected.hasPrefix("/") && baseURL + expected == actual)
        }
        return absolute(expected) == URIReference(actual).description
    }
}
