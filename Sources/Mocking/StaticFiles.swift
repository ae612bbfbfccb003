import HTTPTypes
import Messages
package import Scenarios
import URITemplates

/// The files of a WireMock folder that are served where no interaction answers.
package struct StaticFiles {
    /// Opens a file in a folder; nil when there is none of that name, or when it lies outside.
    package typealias Finder = @Sendable (_ folder: String, _ name: String) -> OpenFile?

    private static let welcome = ["index.json", "index.html", "index.xml", "index.txt"]

    let folder: String
    let find: Finder

    /// The reply with the file that the path names, or with the welcome file of a folder.
    ///
    /// Neither the reply nor the journal has the file's bytes: they are read piece by piece on their way to the client.
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
