import Documents
import HAL
import Messages
import Mocking

/// `/__admin/files`: the files in `__files`, which all addresses share and only the root may change.
enum FilesAPI {
    static let routes = [
        AdminRoute("GET", "/files", "Lists the names of the files.", result: .fileNames) { call throws(AdminError) in
            let names = try call.services.folder?.fileNames() ?? []
            return .json(.array(names.map { .string($0) }))
        },
        AdminRoute("GET", "/files/{path...}", "Returns a file.", result: .file, statuses: [200, 400, 404]) {
            call throws(AdminError) in
            try read(call)
        },
        AdminRoute(
            "PUT",
            "/files/{path...}",
            "Writes a file.",
            body: .bytes,
            result: .base64,
            statuses: [200, 400, 403]
        ) {
            call throws(AdminError) in
            let folder = try writableFolder(call)
            try folder.write(call.request.body, to: call.parameter("path"))
            return .json(.string(Base64.encode(call.request.body)))
        },
        AdminRoute("DELETE", "/files/{path...}", "Removes a file.", statuses: [200, 400, 403, 404]) {
            call throws(AdminError) in
            try writableFolder(call).remove(call.parameter("path"))
            return .done
        },
    ]

    private static func read(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        guard let folder = call.services.folder else {
            throw .noSuchResource("the server was started without a folder for files (--root-dir)")
        }
        let bytes = try folder.read(call.parameter("path"))
        return AdminAnswer(Response(status: 200, contentType: "application/octet-stream", body: bytes))
    }

    private static func writableFolder(_ call: AdminCall) throws(AdminError) -> StubFolder {
        guard let folder = call.services.folder else {
            throw .notPermitted("the server was started without a folder for files (--root-dir)")
        }
        guard call.mount.address == .root else {
            throw .notPermitted("all addresses share the files: change them below /__admin/files")
        }
        return folder
    }
}
