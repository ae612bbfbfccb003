import HTTPTypes
import Scenarios

/// The files of a WireMock folder that are served where no interaction answers.
struct StaticFiles {
    /// Gives the bytes of a file in a folder; nil when there is none of that name, or when it lies outside.
    typealias Reader = @Sendable (_ folder: String, _ name: String) -> [UInt8]?

    private static let welcome = ["index.json", "index.html", "index.xml", "index.txt"]
    private static let types = [
        "html": "text/html", "htm": "text/html", "txt": "text/plain", "css": "text/css", "js": "text/javascript",
        "xml": "application/xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "svg": "image/svg+xml", "pdf": "application/pdf", "yaml": "application/yaml", "yml": "application/yaml",
        "csv": "text/csv", "zip": "application/zip", "gz": "application/gzip", "woff2": "font/woff2",
        "ico": "image/x-icon",
    ]

    let folder: String
    let read: Reader

    /// An interaction with the file that the path names, or with the welcome file of a folder.
    func interaction(for request: IncomingRequest, _ target: RequestTarget) -> CompiledInteraction? {
        let method = RequestMethod(request.head, request.method)
        guard method.code == RequestMethod.get.code || method.code == RequestMethod.head.code else { return nil }
        let path = String(decoding: target.bytes[target.path], as: UTF8.self)
        let name = PercentEncoding.decoded(path.drop { $0 == "/" })
        guard !name.split(separator: "/").contains(".."), !name.utf8.contains(0) else { return nil }
        let candidates = name.isEmpty || name.hasSuffix("/") ? Self.welcome.map { name + $0 } : [name]
        for candidate in candidates {
            guard let bytes = read(folder, candidate) else { continue }
            var response = ResponseDefinition(body: .bytes(bytes))
            response.fields = [HTTPField(name: .contentType, value: Self.type(of: candidate))]
            response.bodyFileName = candidate
            let pattern = RequestPattern(method: .oneOf([.get]), url: .urlPath(path))
            return CompiledInteraction(Interaction(request: pattern, responses: ResponseSequence([response])))
        }
        return nil
    }

    private static func type(of name: String) -> String {
        name.split(separator: ".").last.flatMap { types[$0.lowercased()] } ?? "application/json"
    }
}
