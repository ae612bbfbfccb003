import HAL
import Messages
import Mocking

/// `/__admin/health`, `ready`, `version`, `reset` and `shutdown`.
enum ServerAPI {
    static let routes = [
        AdminRoute(
            "GET",
            "/health",
            "Reports whether the server is healthy; needs no token.",
            result: .health,
            sharing: .local
        ) {
            call in
            health(call)
        },
        AdminRoute(
            "GET",
            "/ready",
            "Reports whether the server wants requests; needs no token, but shows more with it.",
            result: .readiness,
            statuses: [200, 503],
            sharing: .local
        ) { call in
            let report = call.services.readiness.report(isComplete: call.isAuthorized)
            return .json(report.json, status: report.isReady ? 200 : 503)
        },
        AdminRoute(
            "GET",
            "/version",
            "Returns the version, as JSON or text/plain.",
            result: .version,
            sharing: .local
        ) { call in
            version(call)
        },
        AdminRoute("POST", "/reset", "Resets mappings, states and journal.", sharing: .changes(.resets)) { call in
            MappingsAPI.reset(call)
        },
        AdminRoute(
            "POST",
            "/shutdown",
            "Shuts the server down; in a sandbox, removes the sandbox.",
            statuses: [200, 403],
            sharing: .changes(.removes)
        ) { call throws(AdminError) in try shutDown(call) },
    ]

    private static func health(_ call: AdminCall) -> AdminAnswer {
        .json([
            "status": "healthy",
            "message": "hypermock is up",
            "version": .string(Product.version),
            "uptimeInSeconds": .number(JSONNumber(max(0, call.request.receivedAt - call.services.startedAt) / 1000)),
            "timestamp": .string(Timestamp(epochMilliseconds: call.request.receivedAt).iso8601),
        ])
    }

    private static func version(_ call: AdminCall) -> AdminAnswer {
        let accept = call.request.fields["accept"]?.lowercased() ?? ""
        guard accept.contains("text/plain"), !accept.contains("json") else {
            return .json(["version": .string(Product.version)])
        }
        return AdminAnswer(
            Response(status: 200, contentType: "text/plain; charset=utf-8", body: Array(Product.version.utf8))
        )
    }

    private static func shutDown(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let mount = call.mount
        if mount.address.token != nil {
            call.engine.remove(mount)
            return AdminAnswer(Response(json: [:]), .cancelPending(group: mount.pendingGroup))
        }
        guard mount.address == .root else {
            throw .notPermitted("only the root's POST /__admin/shutdown shuts the server down")
        }
        return AdminAnswer(Response(json: [:]), .shutDown)
    }
}

/// The product.
package enum Product {
    package static let version = "0.1.0"
}
