import HAL
import Messages
import Mocking
import Scenarios
import URITemplates

/// One call of the admin API: what was asked for, and at which address.
struct AdminCall {
    let mount: Mount
    let engine: Engine
    let services: AdminServices
    let request: AdminRequest
    /// What stands in the path where the route has a name.
    let parameters: [String: String]
    let notes: AdminNotes
    /// The result of reading the body, where that was done beside the loop.
    private var reading: (any Sendable)?

    init(
        mount: Mount,
        engine: Engine,
        services: AdminServices,
        request: AdminRequest,
        parameters: [String: String]
    ) {
        self.mount = mount
        self.engine = engine
        self.services = services
        self.request = request
        self.parameters = parameters
        notes = AdminNotes()
    }

    /// The same call with its body read.
    func having(_ reading: any Sendable) -> AdminCall {
        var call = self
        call.reading = reading
        return call
    }

    /// The part of the path with that name.
    func parameter(_ name: String) -> String {
        parameters[name] ?? ""
    }

    /// The UUID in the path, in lower case.
    func identifier() throws(AdminError) -> String {
        let text = parameter("id")
        guard StableIdentifier.isUUID(text) else {
            let shown = String(text.prefix(80)).printable
            throw AdminError(400, code: AdminError.Code.malformed, "'\(shown)' is no UUID", at: "/path/id")
        }
        return text.lowercased()
    }

    /// A number of the query that is not negative; nil when it is not there.
    func count(_ name: String) throws(AdminError) -> Int? {
        guard let value = request.query[name] else { return nil }
        guard let number = Int(value), number >= 0 else {
            throw .wrongQuery(name, value, "a whole number that is not negative")
        }
        return number
    }

    /// `true` or `false` of the query; nil when it is not there.
    func flag(_ name: String) throws(AdminError) -> Bool? {
        guard let value = request.query[name] else { return nil }
        guard let flag = Bool(value) else { throw .wrongQuery(name, value, "true or false") }
        return flag
    }

    /// What `read` makes of the body.
    func body<Value>(
        _ read: (WireMockReader) -> ([UInt8]) throws(WireMockRefusal) -> WireMockReader.Reading<Value>
    ) throws(AdminError) -> Value {
        if let reading = reading as? Result<WireMockReader.Reading<Value>, WireMockRefusal> {
            return try value(of: reading)
        }
        let body = request.body
        let reader = services.reader
        return try value(of: Result { () throws(WireMockRefusal) in try read(reader)(body) })
    }

    /// What was read, with its warnings noted.
    func value<Value>(of reading: Result<WireMockReader.Reading<Value>, WireMockRefusal>) throws(AdminError) -> Value {
        switch reading {
        case .success(let reading):
            notes.warnings += reading.warnings
            return reading.value
        case .failure(let refusal): throw AdminError(refusal)
        }
    }

    /// Does some work beside the loop, and then goes on with the same call where it was made.
    func after<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value,
        then goOn: @escaping @Sendable (AdminCall, Value) throws(AdminError) -> AdminAnswer
    ) -> AdminAnswer {
        let (address, services, request, parameters) = (mount.address, services, request, parameters)
        return AdminAnswer {
            let value = work()
            return AdminCompletion { engine in
                guard let mount = try? engine.mount(at: address) else {
                    return AdminAnswer(AdminError.noSuchResource("the address \(address) is gone").response)
                }
                let call = AdminCall(
                    mount: mount,
                    engine: engine,
                    services: services,
                    request: request,
                    parameters: parameters
                )
                do throws(AdminError) {
                    var answer = try goOn(call, value)
                    answer.add(call.notes.fields)
                    return answer
                } catch {
                    return AdminAnswer(error.response)
                }
            }
        }
    }

    /// The body as an object with no other keys than these.
    func object(keys: Set<String>) throws(AdminError) -> JSONObject {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: request.body, limits: JSONLimits(depth: 200, duplicateKeys: .refuse))
        } catch {
            throw AdminError(
                422,
                code: AdminError.Code.malformed,
                "Error parsing JSON",
                at: "",
                detail: "line \(error.line), column \(error.column): \(error.message)"
            )
        }
        guard case .object(let object) = value else { throw .wrongBody("expected an object, not \(value.kind)") }
        if let unknown = object.names.first(where: { !keys.contains($0) }) {
            let known = keys.sorted().joined(separator: ", ")
            throw .wrongBody("unknown key; known are \(known)", at: "/" + JSONPointer.escaped(unknown))
        }
        return object
    }
}

/// What is to be said about a call besides its answer.
final class AdminNotes {
    /// More would make a head that clients do not take.
    private static let most = 10

    /// What looks wrong in the document although it was taken.
    var warnings: [WireMockProblem] = []

    /// A line for each warning.
    var fields: [(name: String, value: String)] {
        Self.fields(
            warnings.map { warning in
                [warning.pointer, warning.message, warning.suggestion].compactMap(\.self).joined(separator: " ")
            }
        )
    }

    /// A line for each of the first texts.
    static func fields(_ texts: [String]) -> [(name: String, value: String)] {
        texts.prefix(most).map { text in
            let visible = text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" }
            return ("Hypermock-Warning", String(visible.prefix(300)))
        }
    }
}

/// A request for the admin API, taken apart.
struct AdminRequest: Sendable {
    /// The fields that the API reads.
    private static let names = [
        "authorization", "accept", "content-encoding", "host", "origin", "sec-fetch-site", "sec-fetch-mode",
        "sec-fetch-dest",
    ]

    /// In bytes; a larger document is read and compiled beside the loop.
    private static let largestOnLoop = 32 << 10

    let method: String
    /// The path below `/__admin`, as it was sent.
    let path: String
    /// Its segments, decoded.
    let segments: [String]
    let query: [String: String]
    let fields: [String: String]
    let body: [UInt8]
    /// In milliseconds since 1970.
    let receivedAt: Int64

    /// Takes `path`, what follows `/__admin`, apart; it has the query.
    init(_ request: Request, path: String) {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        method = request.methodText == "HEAD" ? "GET" : request.methodText
        self.path = String(parts[0])
        segments = parts[0].split(separator: "/").map { PercentEncoding.decoded($0) }
        query = parts.count > 1 ? Self.pairs(of: parts[1]) : [:]
        body = request.body
        receivedAt = request.receivedAt
        // Several lines of one field are one list (RFC 9110 §5.3), which none of these fields has.
        fields = Dictionary(
            Self.names.compactMap { name in
                let values = request.values(of: name)
                return values.isEmpty ? nil : (name, values.joined(separator: ", "))
            }
        ) { $1 }
    }

    /// Whether to read its document takes too long for the loop.
    var isLarge: Bool { body.count > Self.largestOnLoop }

    private static func pairs(of query: Substring) -> [String: String] {
        let pairs = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (PercentEncoding.decoded(parts[0]), parts.count > 1 ? PercentEncoding.decoded(parts[1]) : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

/// What the admin API has besides the engine; the same for every address.
struct AdminServices: Sendable {
    let reader: WireMockReader
    /// Where mappings and files are kept; nil: the server was started without such a folder.
    let folder: StubFolder?
    /// How WireMock folders are read; `paths` is empty.
    let sources: ScenarioSources
    /// Whether credentials of requests are shown to everybody who may use the admin API.
    let showsCredentials: Bool
    /// In milliseconds since 1970.
    let startedAt: Int64

    init(
        folder: StubFolder? = nil,
        templatesAll: Bool = false,
        isStrict: Bool = false,
        showsCredentials: Bool = false,
        startedAt: Int64 = 0
    ) {
        self.folder = folder
        var sources = ScenarioSources(paths: [], isStrict: isStrict, scope: .firstVariant)
        sources.templatesAll = templatesAll
        self.sources = sources
        self.showsCredentials = showsCredentials
        self.startedAt = startedAt
        reader = WireMockReader(filesPath: folder?.filesPath, templatesAll: templatesAll)
    }
}
