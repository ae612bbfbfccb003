import HAL
import Mocking
import Scenarios

/// `/__admin/last-run`: what `hypermock verify` has found last in the working directory of the server.
enum LastRunAPI {
    /// The largest file that is read, in bytes.
    private static let largestFile = 16 << 20

    static let routes = [
        AdminRoute(
            "GET",
            "/last-run",
            "Returns the result of the last `hypermock verify` in the server's working directory; null without one.",
            result: .lastRun,
            sharing: .local
        ) { call in
            let file = call.services.lastRunFile
            return .document { writer in
                writer.member("lastRun", value: file.flatMap(read) ?? .null)
            }
        }
    ]

    /// The digest of the last run in a file; nil if there is none.
    private static func read(_ file: String) -> JSONValue? {
        guard let bytes = try? DiskFile.contents(of: file, limit: largestFile),
            let document = try? JSONValue(parsing: bytes), case .object(let digest)? = document["last"]
        else { return nil }
        return .object(digest)
    }
}
