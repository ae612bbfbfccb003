import HAL
import HALClient

/// Does with files what a client does, in a program that links no more of Foundation than HALClient does.
///
/// A test bundle links all of Foundation, where the same calls may return other types. The arguments: where to send an
/// upload, the file to send, and a file of environments.
@main
struct WithoutFoundation {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else { return print("usage: WithoutFoundation URL FILE ENVIRONMENTS") }
        let environments = try ServerEnvironments(contentsOf: arguments[3])
        print("environments:", environments.all.count)
        let content = RequestContent.file(arguments[2], mediaType: nil)
        let outcome = await HypermediaClient().put(Target(arguments[1]), content, as: JSONObject.self)
        print("status:", outcome.response?.status ?? 0)
    }
}
