import HAL
import Messages
import Mocking

/// The live resources of an address at `/__admin/resources`.
enum ResourcesAPI {
    static let routes = [
        AdminRoute("GET", "/resources", "Lists the live resources.", result: .resourceList) { call in list(call.mount)
        },
        AdminRoute(
            "GET",
            "/resources/{name}",
            "Returns a live resource with its items.",
            result: .resource,
            statuses: [200, 404]
        ) { call throws(AdminError) in try show(call) },
        AdminRoute(
            "PUT",
            "/resources/{name}",
            "Replaces the items of a live resource.",
            body: .items,
            statuses: [200, 404, 409, 422, 507]
        ) { call throws(AdminError) in try replace(call) },
    ]

    private static func list(_ mount: Mount) -> AdminAnswer {
        let resources = mount.resources
        return .document { writer in
            writer.beginMember("resources")
            writer.array { writer in
                for resource in resources {
                    writer.beginElement()
                    writer.object { write(resource, to: &$0) }
                }
            }
        }
    }

    private static func write(_ resource: Mount.Resource, to writer: inout JSONWriter) {
        writer.member("name", resource.name)
        writer.member("path", resource.path)
        writer.member("count", value: .number(JSONNumber(resource.count)))
        writer.member("revision", value: .number(JSONNumber(resource.revision)))
        writer.member("bytes", value: .number(JSONNumber(resource.bytes)))
    }

    private static func show(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let name = call.parameter("name")
        guard let resource = call.mount.resources.first(where: { $0.name == name }),
            let items = call.mount.resourceItems(name)
        else { throw noResource(name) }
        return .document { writer in
            write(resource, to: &writer)
            writer.beginMember("items")
            writer.write(items) { (try? JSONValue(parsing: $0)) ?? .null }
        }
    }

    private static func replace(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let name = call.parameter("name")
        guard case .array(let values)? = try call.object(keys: ["items"])["items"] else {
            throw .wrongBody(#"expected {"items": [ … ]}"#)
        }
        if let place = values.firstIndex(where: { $0.object == nil }) {
            throw .wrongBody("an item is an object", at: "/items/\(place)")
        }
        let items = values.compactMap(\.object)
        let isKnown: Bool
        do throws(Mount.ResourceRefusal) {
            isKnown = try call.mount.setResource(name, to: items, at: call.request.receivedAt)
        } catch {
            throw AdminError(
                error.status,
                code: AdminError.Code.malformed,
                "The items are not valid",
                at: "/items" + error.pointer,
                detail: error.reason
            )
        }
        guard isKnown else { throw noResource(name) }
        return .done
    }

    private static func noResource(_ name: String) -> AdminError {
        let shown = String(name.prefix(120)).printable
        return AdminError(404, code: 404, "There is no resource '\(shown)'", at: "/path/name")
    }
}
