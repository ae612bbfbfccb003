import HAL
import Messages
import Mocking

/// The admin API of each address, below `/__admin`: WireMock's, with additions.
struct AdminAPI {
    /// The largest document, in bytes; bodies of files are not limited by it.
    private static let largestDocument = 16 << 20

    /// The routes, those with fixed paths before those with parameters.
    static let routes =
        ServerAPI.routes + DocumentationAPI.routes + HTTPSAPI.routes + MappingsAPI.routes + LiveRequestsAPI.routes
        + RequestsAPI.routes + NearMissesAPI.routes + OverviewAPI.routes + LastRunAPI.routes + SendAPI.routes
        + MetricsAPI.routes + StateMachinesAPI.routes + ResourcesAPI.routes + ClockAPI.routes + QuotasAPI.routes
        + SettingsAPI.routes + FilesAPI.routes + PactStateAPI.routes + RecordingsAPI.routes

    /// The paths of resources that are public: they reveal that the server runs, and its certificate.
    private static let openResources = [["health"], ["ready"]] + HTTPSAPI.certificatePaths

    let access: AdminAccess
    /// Whether only the requests at a port of its own are permitted.
    var hasOwnPort = false
    /// Whether the metrics need no token.
    var hasOpenMetrics = false
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

    /// Checks the access; health, readiness and the certificate of the authority are open, on all ports, unless
    /// the API is off.
    func admit(_ request: AdminRequest) throws(AdminError) {
        guard access != .off else { throw .noSuchResource() }
        if !Self.isOpen(request) { try authorize(request) }
    }

    private static func isOpen(_ request: AdminRequest) -> Bool {
        request.method == "GET" && openResources.contains(request.segments)
    }

    private func authorize(_ request: AdminRequest) throws(AdminError) {
        guard !hasOwnPort || request.isAtAdminPort else {
            throw .noSuchResource("the admin API has a port of its own, see --admin-port")
        }
        // The page has no content of the server; it asks for the token.
        guard request.method != "GET" || !request.segments.isEmpty || !PageDocument.isPreferred(by: request) else {
            return
        }
        guard !hasOpenMetrics || request.method != "GET" || request.segments != ["metrics"] else { return }
        guard request.scheme == .https || services.https?.configuration.isRequiredForAdministration != true else {
            throw .notPermitted("HTTPS is required for accessing the admin API")
        }
        guard access == .open else {
            guard access.permits(authorization: request.fields["authorization"]) else {
                throw AdminError(401, code: 401, "The admin API requires its token", detail: "Authorization: Bearer …")
            }
            return
        }
        try hosts.check(request)
    }

    func answer(_ request: AdminRequest, _ mount: Mount, _ engine: Engine) throws(AdminError) -> AdminAnswer {
        if request.path.isEmpty, request.method == "GET" {
            let location = mount.address.prefix + "/__admin/"
            return AdminAnswer(Response(status: 302, fields: [("Location", location)]))
        }
        var methods: [String] = []
        var path: String?
        for route in Self.routes {
            // A fixed path does not also match a route with a parameter.
            guard path == nil || path == route.path, let parameters = route.match(request.segments) else { continue }
            path = route.path
            guard route.method == request.method else {
                methods.append(route.method)
                continue
            }
            try Self.check(request, route)
            var call = AdminCall(
                mount: mount,
                engine: engine,
                services: services,
                request: request,
                parameters: parameters
            )
            if Self.isOpen(request) { call.isAuthorized = (try? authorize(request)) != nil }
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
        guard !methods.isEmpty else { throw .noSuchResource("GET /__admin/docs/openapi.json lists the resources") }
        throw .wrongMethod(methods)
    }

    static func check(_ request: AdminRequest, _ route: AdminRoute) throws(AdminError) {
        guard let body = route.body else { return }
        // The server has decompressed gzip already.
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
                detail: "the limit is \(largestDocument >> 20) MiB"
            )
        }
    }
}
