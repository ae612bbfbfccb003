import HAL
import Messages
import Mocking

/// `/__admin/health`, `version`, `reset`, `shutdown` and `docs`: the server as a whole, as far as an address sees it.
enum ServerAPI {
    static let routes = [
        AdminRoute("GET", "/health", "Whether the server is well; open to everybody.", result: .health) { call in
            health(call)
        },
        AdminRoute("GET", "/version", "The version, as JSON or as text/plain.", result: .version) { call in
            version(call)
        },
        AdminRoute("GET", "/docs/openapi.json", "This description.", result: .openapi) { _ in
            .json(OpenAPIDocument.json)
        },
        AdminRoute("POST", "/reset", "Mappings, states and journal as they were at the start.") { call in
            MappingsAPI.reset(call)
        },
        AdminRoute(
            "POST",
            "/shutdown",
            "Ends the server; in a sandbox: drops the sandbox.",
            answers: [200, 403]
        ) { call throws(AdminError) in try shutDown(call) },
    ]

    private static func health(_ call: AdminCall) -> AdminAnswer {
        .json([
            "status": "healthy",
            "message": "hypermock is up",
            "version": .string(Product.version),
            "uptimeInSeconds": .number(JSONNumber(max(0, call.request.receivedAt - call.services.startedAt) / 1000)),
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
            throw .notPermitted("a scenario's address does not end the server: POST /__admin/shutdown does")
        }
        return AdminAnswer(Response(json: [:]), .shutDown)
    }
}

/// What this is.
package enum Product {
    package static let version = "0.1.0"
}
