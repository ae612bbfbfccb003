import Contracts
public import HAL
import HALClient
public import HTTPTypes
import Scenarios

/// A client that a contract judges: yours, behind one method.
///
/// ```swift
/// struct StationClient: ContractClient {
///     func perform(_ call: ContractCall, report: @escaping @Sendable (ContractOutcome) -> Void) async throws {
///         // Send what the call says with the client under test, and report how it ended.
///     }
/// }
/// ```
///
/// A contract makes all its calls on one client, one after the other.
public protocol ContractClient: Sendable {
    /// Makes a call and hands every outcome that the client under test reports to `report`, even a second or a late one:
    /// exactly one is right.
    ///
    /// Returns when the client is done with the call; after the call's time-out and 5 s nobody waits any more.
    /// - Throws: When the call could not be made at all; the step fails with that error's text.
    func perform(
        _ call: ContractCall,
        report: @escaping @Sendable (ContractOutcome) -> Void
    ) async throws
}

/// One call that a client is told to make.
public struct ContractCall: Sendable {
    /// Where a call goes.
    public enum Target: Sendable, Hashable {
        /// An absolute URI.
        case url(String)
        /// A link of the resource that an earlier call has got: the client finds it, and expands its template, itself.
        ///
        /// `name` is the link's own, where a relation has several links.
        case link(relation: String, name: String?, variables: JSONObject, ofCall: Int)
    }

    /// Counts from 1 within a contract.
    public let id: Int
    /// The method.
    public let method: HTTPRequest.Method
    /// Where the call goes.
    public let target: Target
    /// What is to be sent: `Accept`, conditions and credentials among it.
    public let headerFields: HTTPFields
    /// The body; nil: none.
    public let body: [UInt8]?
    /// When the client is to give up.
    public let timeout: Duration
}

extension ContractCall {
    init(_ call: DriverCall) {
        let request = call.request
        id = call.id
        method = request.method
        timeout = .milliseconds(request.timeoutMilliseconds)
        switch call.target {
        case .url(let url): target = .url(url)
        case .follow(let link, let source):
            target = .link(relation: link.relation, name: link.linkName, variables: link.variables, ofCall: source)
        }
        switch request.body {
        case nil: body = nil
        case .text(let text): body = Array(text.utf8)
        case .json(let value): body = value.serializedBytes()
        }
        headerFields = HTTPFields(request)
    }
}

extension HTTPFields {
    fileprivate init(_ request: StepRequest) {
        self.init(request.fields)
        let jsonType = if case .json = request.body { "application/json" } else { nil as String? }
        let values: [(HTTPField.Name, String?)] = [
            (.accept, request.accept), (.acceptLanguage, request.acceptLanguage),
            (.contentType, request.contentType ?? jsonType),
            (.authorization, request.authorization.flatMap { Authorization($0)?.fieldValue }),
            (.ifModifiedSince, request.ifModifiedSince), (.ifUnmodifiedSince, request.ifUnmodifiedSince),
            (.ifMatch, request.ifMatch), (.ifNoneMatch, request.ifNoneMatch),
        ]
        for case (let name, let value?) in values { self[name] = value }
    }
}
