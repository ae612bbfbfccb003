import HTTPTypes
import Matching
import Messages
package import Scenarios
import URITemplates

/// The static files of a WireMock folder, for requests that no interaction matches.
package struct StaticFiles {
    /// Opens a file of a folder; nil if it does not exist or is outside of the folder.
    package typealias Finder = @Sendable (_ folder: String, _ name: String) -> OpenFile?

    private static let welcome = ["index.json", "index.html", "index.xml", "index.txt"]

    let folder: String
    let find: Finder

    /// Returns the reply with the file that the path names, or with the index file of a folder.
    ///
    /// Neither the reply nor the journal contains the file's bytes: they are read in parts while they are sent.
    func reply(to request: Request, _ target: RequestTarget, pendingGroup: Int) -> MockReply? {
        let method = RequestMethod(request.head, request.method)
        guard method.code == RequestMethod.get.code || method.code == RequestMethod.head.code else { return nil }
        let path = String(decoding: target.bytes[target.path], as: UTF8.self)
        let name = PercentEncoding.decoded(path.drop { $0 == "/" })
        guard !name.split(separator: "/").contains(".."), !name.utf8.contains(0) else { return nil }
        let candidates = name.isEmpty || name.hasSuffix("/") ? Self.welcome.map { name + $0 } : [name]
        for candidate in candidates {
            guard let file = find(folder, candidate) else { continue }
            var definition = ResponseDefinition()
            let type = FileMediaType.essence(of: candidate) ?? "application/json"
            definition.fields = [HTTPField(name: .contentType, value: type)]
            definition.bodyFileName = candidate
            let pattern = RequestPattern(method: .oneOf([.get]), url: .urlPath(path))
            return MockReply(
                response: ResponseParts(definition, ResponseContext()).rendered(with: file),
                delayMilliseconds: 0,
                source: InteractionSource(
                    Interaction(request: pattern, responses: ResponseSequence([definition])),
                    isForOneRequest: true
                ),
                responseNumber: 0,
                pendingGroup: pendingGroup
            )
        }
        return nil
    }
}
