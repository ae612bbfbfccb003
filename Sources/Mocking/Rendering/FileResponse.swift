import Messages
import Scenarios

/// A response with a body file, which is read each time the response is rendered.
struct FileResponse {
    /// The largest file, in bytes, that is read on the loop.
    private static let largestOnLoop = 256 << 10

    private let definition: ResponseDefinition
    private let body: StoredBody
    private let context: ResponseContext

    init(_ definition: ResponseDefinition, _ body: StoredBody, _ context: ResponseContext) {
        self.definition = definition
        self.body = body
        self.context = context
    }

    /// Whether reading and rendering take too long for the loop, so that `work` has to.
    var isLarge: Bool { body.size > Self.largestOnLoop }

    /// Reads the file and renders the response with its links under a base; a file that cannot be read makes it a 500.
    func rendered(for base: LinkBase?) -> RenderedResponse {
        var whole = definition
        do throws(StoredBody.Failure) {
            whole.body = .bytes(try body.read())
        } catch {
            whole = definition.failed(error.reason)
        }
        return ResponseParts(whole, context).rendered(for: base, isReused: true)
    }

    /// The work that renders the response, however long that takes.
    func work(_ base: LinkBase?) -> RenderingWork {
        RenderingWork { [self] in rendered(for: base) }
    }
}
