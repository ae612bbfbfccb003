import HAL
import Messages
import Mocking

/// The admin API, which each address has below `/__admin`: WireMock's, and answers where WireMock has none.
struct AdminAPI {
    /// Bodies of files aside, no document is larger.
    private static let largestDocument = 16 << 20

    /// Those with fixed paths before those with names in them.
    static let routes =
        ServerAPI.routes + MappingsAPI.routes + RequestsAPI.routes + NearMissesAPI.routes + ScenariosAPI.routes
        + SettingsAPI.routes + FilesAPI.routes

    let access: AdminAccess
    let hosts: HostCheck
    let services: AdminServices

    func respond(to request: AdminRequest, mount: Mount, engine: Engine) -> AdminAnswer {
        do throws(AdminError) {
            try admit(request)
            return try answer(request, mount, engine)
        } catch {
            return AdminAnswer(error.response)
        }
    }

    /// `/__admin/health` answers everybody, unless the API is off: it tells nothing but that the server is there.
    private func admit(_ request: AdminRequest) throws(AdminError) {
        guard access != .off else { throw .noSuchResource() }
        guard request.method != "GET" || request.segments != ["health"] else { return }
        guard access == .open else {
            guard access.permits(authorization: request.fields["authorization"]) else {
                throw AdminError(401, code: 401, "The admin API wants its token", detail: "Authorization: Bearer …")
            }
            return
        }
        try hosts.check(request)
    }

    private func answer(_ request: AdminRequest, _ mount: Mount, _ engine: Engine) throws(AdminError) -> AdminAnswer {
        if request.path.isEmpty, request.method == "GET" {
            let location = mount.address.prefix + "/__admin/"
            return AdminAnswer(Response(status: 302, fields: [("Location", location)]))
        }
        var methods: [String] = []
        var path: String?
        for route in Self.routes {
            // A path that is fixed is not also one with a name in it.
            guard path == nil || path == route.path, let parameters = route.match(request.segments) else { continue }
            path = route.path
            guard route.method == request.method else {
                methods.append(route.method)
                continue
            }
            try Self.check(request, route)
            let call = AdminCall(
                mount: mount,
                engine: engine,
                services: services,
                request: request,
                parameters: parameters
            )
            if request.isLarge, let read = route.body?.reading {
                let (reader, body) = (services.reader, request.body)
                return call.after {
                    read(reader, body)
                } then: { call, reading throws(AdminError) in
                    try route.handler(call.having(reading))
                }
            }
            var answer = try route.handler(call)
            answer.add(call.notes.fields)
            return answer
        }
        guard !methods.isEmpty else { throw .noSuchResource("GET /__admin/docs/openapi.json lists what there is") }
        throw .wrongMethod(methods)
    }

    private static func check(_ request: AdminRequest, _ route: AdminRoute) throws(AdminError) {
        guard let body = route.body else { return }
        // What came in gzip is expanded already.
        if let coding = request.fields["content-encoding"]?.lowercased(), !["identity", "gzip"].contains(coding) {
            throw AdminError(
                415,
                code: AdminError.Code.malformed,
                "The body must not be encoded",
                detail: "Content-Encoding: \(String(coding.prefix(40)).printable)"
            )
        }
        guard body == .bytes || request.body.count <= largestDocument else {
            throw AdminError(
                413,
                code: AdminError.Code.malformed,
                "The document is too large",
                at: "",
                detail: "\(largestDocument >> 20) MiB are the most"
            )
        }
    }
}
