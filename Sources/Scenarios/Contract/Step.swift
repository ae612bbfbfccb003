package import HAL
package import HTTPTypes

/// One step of a contract: what the client is told to do, and what it must make of the answer.
package struct Step: Sendable {
    /// Unique in the file.
    package var name: String
    package var request: StepRequest
    package var expectation: Expectation
    /// How long to wait before the step, in the runner's clock.
    package var delayMilliseconds: Int
    package var location: SourceLocation

    package init(
        name: String,
        request: StepRequest,
        expectation: Expectation,
        delayMilliseconds: Int = 0,
        location: SourceLocation = SourceLocation()
    ) {
        self.name = name
        self.request = request
        self.expectation = expectation
        self.delayMilliseconds = delayMilliseconds
        self.location = location
    }
}

/// What the client is told to request.
package struct StepRequest: Sendable {
    /// Where the request goes.
    package enum Address: Sendable, Hashable {
        /// Resolved against the scenario's address; may be absolute.
        case url(String)
        case follow(FollowedLink)
        case target(UnreachableTarget)
    }

    /// What the request carries.
    package enum Body: Sendable, Hashable {
        case text(String)
        case json(JSONValue)
    }

    package static let defaultTimeoutMilliseconds = 5000

    package var method: HTTPRequest.Method = .get
    package var address: Address
    package var accept: String?
    package var acceptLanguage: String?
    package var contentType: String?
    package var body: Body?
    package var authorization: StepAuthorization?
    package var ifModifiedSince: String?
    package var ifUnmodifiedSince: String?
    package var ifMatch: String?
    package var ifNoneMatch: String?
    /// One line each, in the order of the file.
    package var fields: [HTTPField] = []
    package var timeoutMilliseconds = StepRequest.defaultTimeoutMilliseconds

    package init(to address: Address) {
        self.address = address
    }
}

/// A link that the client must find, and expand, itself.
package struct FollowedLink: Sendable, Hashable {
    package var relation: String
    /// The step whose resource has the link; nil: the last successful one.
    package var step: String?
    /// The link's `name`, where a relation has several.
    package var linkName: String?
    /// The variables of a template, in the order of the file.
    package var variables: JSONObject

    package init(relation: String, step: String? = nil, linkName: String? = nil, variables: JSONObject = JSONObject()) {
        self.relation = relation
        self.step = step
        self.linkName = linkName
        self.variables = variables
    }
}

/// An address at which nobody answers.
package enum UnreachableTarget: String, Sendable, CaseIterable {
    /// Nothing listens there.
    case closedPort
    case unresolvableHost
}

/// The credentials that the client is given.
package enum StepAuthorization: Sendable, Hashable {
    /// A name and value of an authentication parameter.
    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    case scheme(String, parameters: [Parameter])
    case basic(BasicCredentials)
    case bearer(String)
    case oauth(StepSession)
}
