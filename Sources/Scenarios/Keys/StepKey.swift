/// The keys of a contract step.
enum StepKey: String, KnownKey {
    case step, request, expect, after

    static let owner = "a step"
    static let definition = "step"
    static let required: [Self] = [.step, .request, .expect]
    static let table = makeTable()

    var shape: Shape {
        switch self {
        case .step: .text
        case .request: .definition(StepRequestKey.definition)
        case .expect: .definition(ExpectKey.definition)
        case .after: .integer(ResponseKey.milliseconds)
        }
    }

    var summary: String {
        switch self {
        case .step: "The name, unique in the file."
        case .request: "What the client is told to do."
        case .expect: "What it must make of the answer."
        case .after: "Milliseconds to wait before the step."
        }
    }
}

/// The keys of what a client is told to request.
enum StepRequestKey: String, KnownKey {
    case method, url, follow, target, accept, acceptLanguage, contentType, body, jsonBody, authorization
    case ifModifiedSince, ifUnmodifiedSince, ifMatch, ifNoneMatch, headers, timeoutMilliseconds

    static let owner = "a step's request"
    static let definition = "stepRequest"
    static let table = makeTable()
    static let addresses: [Self] = [.url, .follow, .target]

    var shape: Shape {
        switch self {
        case .method: .method
        case .url, .accept, .acceptLanguage, .contentType, .body: .text
        case .ifModifiedSince, .ifUnmodifiedSince, .ifMatch, .ifNoneMatch: .text
        case .follow: .either([.text, .definition(FollowKey.definition)])
        case .target: .choice(UnreachableTarget.allCases.map(\.rawValue))
        case .jsonBody: .anything
        case .authorization: .definition(AuthorizationKey.definition)
        case .headers: .map(.either([.text, .list(.text)]))
        case .timeoutMilliseconds: .integer(1...ResponseKey.milliseconds.upperBound)
        }
    }

    var summary: String {
        switch self {
        case .method: "The method; GET by default."
        case .url: "Resolved against the scenario's address; may be absolute."
        case .follow: "A relation of an earlier resource; the client finds and expands the link itself."
        case .target: "An address at which nobody answers."
        case .accept: "The media type that is asked for."
        case .acceptLanguage: "The language that is asked for."
        case .contentType: "The media type of the body."
        case .body: "The body as text."
        case .jsonBody: "The body as JSON."
        case .authorization: "The credentials that the client is given."
        case .ifModifiedSince: "An HTTP-date."
        case .ifUnmodifiedSince: "An HTTP-date."
        case .ifMatch: "Entity tags."
        case .ifNoneMatch: "Entity tags."
        case .headers: "More header fields."
        case .timeoutMilliseconds: "When the client is to give up; 5000 by default."
        }
    }
}

/// The keys of a link to follow.
enum FollowKey: String, KnownKey {
    case relation, from, name, variables

    static let owner = "follow"
    static let definition = "follow"
    static let required: [Self] = [.relation]
    static let table = makeTable()

    var shape: Shape {
        switch self {
        case .relation, .from, .name: .text
        case .variables: .object
        }
    }

    var summary: String {
        switch self {
        case .relation: "The link's relation."
        case .from: "The step whose resource has the link; the last successful one by default."
        case .name: "The link's name, where the relation has several."
        case .variables: "The values for a template."
        }
    }
}

/// The keys of credentials that a client is given.
enum AuthorizationKey: String, KnownKey {
    case scheme, parameters, basic, bearer, oauth

    static let owner = "authorization"
    static let definition = "authorization"
    static let table = makeTable()

    var shape: Shape {
        switch self {
        case .scheme, .bearer: .text
        case .parameters: .map(.text)
        case .basic: .definition(CredentialsKey.definition)
        case .oauth: .definition(OAuthKey.definition)
        }
    }

    var summary: String {
        switch self {
        case .scheme: "The name of the scheme."
        case .parameters: "The scheme's parameters."
        case .basic: "User name and password for Basic."
        case .bearer: "The token for Bearer."
        case .oauth: "The OAuth session that the call is made in; steps that say the same have the same."
        }
    }
}
