import Contracts
public import HAL
import HALClient
public import HTTPTypes
import Scenarios

/// A client under test, behind one method.
///
/// ```swift
/// struct StationClient: ContractClient {
///     func perform(_ call: ContractCall, report: @escaping @Sendable (ContractOutcome) -> Void) async throws {
///         // Make the call with the client under test, and report its outcome.
///     }
/// }
/// ```
///
/// A contract makes all its calls with one client, one after the other.
public protocol ContractClient: Sendable {
    /// Makes a call and passes every outcome that the client under test reports to `report`, even a second or a late one:
    /// exactly one is expected.
    ///
    /// Returns when the client has finished the call; the contract waits until 5 s after the call's time limit.
    /// - Throws: An error when the call cannot be made; the step fails with the description of the error.
    func perform(
        _ call: ContractCall,
        report: @escaping @Sendable (ContractOutcome) -> Void
    ) async throws
}

/// A call that a client makes.
public struct ContractCall: Sendable {
    /// The resource that a call addresses.
    public enum Target: Sendable, Hashable {
        /// An absolute URI.
        case url(String)
        /// A link of the resource that an earlier call received; the client finds the link and expands its template.
        ///
        /// `name` selects one of several links of a relation.
        case link(relation: String, name: String?, variables: JSONObject, ofCall: Int)
        /// A HAL-FORMS template of the resource that an earlier call received; the client validates the values, and submits
        /// them with the method and the content type of the template.
        case form(template: String, values: JSONObject, ofCall: Int)
    }

    /// The pages of a series.
    public struct Pages: Sendable, Hashable {
        /// The relation of the link to the next page.
        public let relation: String
        /// The maximum number of pages; another one is a failure.
        public let limit: Int
    }

    /// The number of the call within its contract, from 1.
    public let id: Int
    /// The method of the request; GET for a form, whose template has the method.
    public let method: HTTPRequest.Method
    /// The resource that the call addresses.
    public let target: Target
    /// The header fields to send, including `Accept`, conditions and credentials.
    public let headerFields: HTTPFields
    /// The body, if any.
    public let body: [UInt8]?
    /// The time limit of the call.
    public let timeout: Duration
    /// The maximum time for the whole call, redirects included; nil: none.
    public let deadline: Duration?
    /// The pages to request from the target on; nil: only the target.
    ///
    /// The outcome is that of the last page, with the embedded resources of all; `undecodable` if the series does not end.
    public let pages: Pages?
    /// The certificate authority to trust, as PEM; nil if the mock server uses no TLS.
    public let certificateAuthority: String?
}

extension ContractCall {
    init(_ call: DriverCall, certificateAuthority: String?) {
        let request = call.request
        self.certificateAuthority = certificateAuthority
        id = call.id
        method = request.method
        timeout = .milliseconds(request.timeoutMilliseconds)
        deadline = request.deadlineMilliseconds.map { .milliseconds($0) }
        pages = request.pages.map { Pages(relation: $0.relation, limit: $0.limit) }
        switch call.target {
        case .url(let url): target = .url(url)
        case .follow(let link, let source):
            target = .link(relation: link.relation, name: link.linkName, variables: link.variables, ofCall: source)
        case .submit(let form, let source):
            target = .form(template: form.template, values: form.values, ofCall: source)
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
