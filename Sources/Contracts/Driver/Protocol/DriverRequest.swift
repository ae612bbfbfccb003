import HAL
import HTTPTypes
import Matching
import Scenarios

/// A call as a line for a driver: the keys of `request` in a scenario file, with absolute URIs.
///
/// ```json
/// {"id": 8, "method": "GET", "follow": {"relation": "next", "fromCall": 7}, "timeoutMilliseconds": 5000}
/// ```
struct DriverRequest {
    private let id: Int
    private let call: DriverCall
    /// The id of the call whose resource is used.
    private let source: Int?

    init(id: Int, _ call: DriverCall, source: Int? = nil) {
        self.id = id
        self.call = call
        self.source = source
    }

    /// The line without its line feed.
    var line: String {
        let request = call.request
        var object: JSONObject = ["id": .number(JSONNumber(id))]
        switch call.target {
        case .url(let url):
            object["method"] = .string(request.method.rawValue)
            object["url"] = .string(url)
        case .follow(let link, _):
            object["method"] = .string(request.method.rawValue)
            object["follow"] = .object(follow(link))
        case .submit(let form, _): object["submit"] = .object(submit(form))
        }
        object["pages"] = request.pages.map { walk in
            ["relation": .string(walk.relation), "limit": .number(JSONNumber(walk.limit))]
        }
        object["accept"] = request.accept.map { .string($0) }
        object["acceptLanguage"] = request.acceptLanguage.map { .string($0) }
        object["contentType"] = request.contentType.map { .string($0) }
        switch request.body {
        case .text(let text): object["body"] = .string(text)
        case .json(let value): object["jsonBody"] = value
        case nil: break
        }
        object["authorization"] = request.authorization.map(Self.json)
        object["ifModifiedSince"] = request.ifModifiedSince.map { .string($0) }
        object["ifUnmodifiedSince"] = request.ifUnmodifiedSince.map { .string($0) }
        object["ifMatch"] = request.ifMatch.map { .string($0) }
        object["ifNoneMatch"] = request.ifNoneMatch.map { .string($0) }
        if !request.fields.isEmpty { object["headers"] = .object(headers) }
        object["timeoutMilliseconds"] = .number(JSONNumber(request.timeoutMilliseconds))
        object["deadlineMilliseconds"] = request.deadlineMilliseconds.map { .number(JSONNumber($0)) }
        return JSONValue.object(object).serialized()
    }

    private func follow(_ link: FollowedLink) -> JSONObject {
        var follow: JSONObject = ["relation": .string(link.relation)]
        follow["fromCall"] = source.map { .number(JSONNumber($0)) }
        follow["name"] = link.linkName.map { .string($0) }
        if !link.variables.isEmpty { follow["variables"] = .object(link.variables) }
        return follow
    }

    private func submit(_ form: SubmittedForm) -> JSONObject {
        var submit: JSONObject = ["template": .string(form.template)]
        submit["fromCall"] = source.map { .number(JSONNumber($0)) }
        submit["values"] = .object(form.values)
        return submit
    }

    /// The header fields by name; several lines of one name become an array.
    private var headers: JSONObject {
        var object = JSONObject()
        for field in call.request.fields {
            let value = JSONValue.string(field.value)
            let name = field.name.rawName
            switch object[name] {
            case nil: object[name] = value
            case .array(let values): object[name] = .array(values + [value])
            case let earlier?: object[name] = .array([earlier, value])
            }
        }
        return object
    }

    private static func json(_ authorization: StepAuthorization) -> JSONValue {
        switch authorization {
        case .scheme(let scheme, let parameters):
            var values = JSONObject()
            for parameter in parameters { values[parameter.name] = .string(parameter.value) }
            return ["scheme": .string(scheme), "parameters": .object(values)]
        case .basic(let credentials):
            return ["basic": ["username": .string(credentials.username), "password": .string(credentials.password)]]
        case .bearer(let token):
            return ["bearer": .string(token)]
        case .oauth(let session):
            return ["oauth": json(session)]
        }
    }

    /// The keys of a scenario file, with an absolute URI.
    private static func json(_ session: StepSession) -> JSONValue {
        var object: JSONObject = [
            "tokenUrl": .string(session.tokenURL), "clientId": .string(session.clientID),
            "clientAuthentication": .string(session.clientAuthentication.rawValue),
            "encoding": .string(session.encoding.rawValue), "appToken": .bool(session.usesAppToken),
        ]
        object["clientSecret"] = session.clientSecret.map { .string($0) }
        object["scope"] = session.scope.map { .string($0) }
        object["user"] = session.user.map { ["username": .string($0.username), "password": .string($0.password)] }
        object["userToken"] = session.userToken.map { .object(json($0)) }
        return .object(object)
    }

    private static func json(_ token: StepSession.Token) -> JSONObject {
        var object: JSONObject = ["accessToken": .string(token.accessToken)]
        object["refreshToken"] = token.refreshToken.map { .string($0) }
        object["expiresIn"] = token.expiresIn.map { .number(JSONNumber($0)) }
        return object
    }
}
