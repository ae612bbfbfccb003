import HAL
import HTTP1Server
import Mocking

/// The admin API of one address, `/__admin/…`: what WireMock's clients expect, as far as it goes.
struct AdminAPI {
    let access: AdminAccess

    func respond(to request: AdminRequest, space: Space) -> Response {
        if access != .off, request.method == "GET", request.segments == ["health"] { return .health }
        guard access != .off else { return .noSuchAdminResource }
        guard access.permits(authorization: request.authorization) else { return .unauthorized }
        switch request.segments.first {
        case "requests": return RequestsAPI(space: space).respond(to: request)
        case "scenarios": return ScenariosAPI(space: space).respond(to: request)
        default: return .noSuchAdminResource
        }
    }
}

extension Response {
    static let health = Response(json: ["status": "healthy", "message": "hypermock is up"])

    static let unauthorized = Response(
        status: 401,
        fields: [("WWW-Authenticate", #"Bearer realm="hypermock admin""#)]
    )

    static let noSuchAdminResource = Response(adminError: 404, title: "No such resource of the admin API")

    /// A JSON document, laid out for people.
    init(status: Int = 200, json: JSONValue) {
        self.init(status: status, contentType: "application/json", body: Array(json.serialized(pretty: true).utf8))
    }

    /// WireMock's form of an error.
    init(adminError status: Int, code: Int? = nil, title: String, detail: String? = nil) {
        var error: JSONObject = ["code": .number(JSONNumber(code ?? status)), "title": .string(title)]
        if let detail { error.members.append(.init("detail", .string(detail))) }
        self.init(status: status, json: ["errors": [.object(error)]])
    }
}
