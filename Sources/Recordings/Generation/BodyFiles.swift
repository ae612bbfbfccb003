internal import Documents
internal import HAL

/// The body files of a scenario, each content once; names depend on the content, so that more can be added later.
struct BodyFiles {
    private static let digits = 12

    private let prefix: String
    private(set) var all: [GeneratedScenario.BodyFile] = []
    private var names: Set<String> = []

    init(prefix: String) {
        self.prefix = prefix
    }

    mutating func name(of bytes: [UInt8], extension ending: String) -> String {
        let name = "\(prefix)-\(SHA256.hex(of: Base64.encode(bytes)).prefix(Self.digits)).\(ending)"
        if names.insert(name).inserted { all.append(GeneratedScenario.BodyFile(name: name, bytes: bytes)) }
        return name
    }
}
