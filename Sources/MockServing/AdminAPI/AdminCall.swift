import HAL
import Messages
import Mocking
import Scenarios
import URITemplates
import UV

/// A call of the admin API at one address.
struct AdminCall {
    let mount: Mount
    let engine: Engine
    let services: AdminServices
    let request: AdminRequest
    /// The parts of the path that the route has names for.
    let parameters: [String: String]
    let notes: AdminNotes
    /// Whether it may see everything; false only at the resources that need no token.
    var isAuthorized = true
    /// The parsed body, if it was parsed on another thread.
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

    /// The call with its parsed body.
    func having(_ reading: any Sendable) -> AdminCall {
        var call = self
        call.reading = reading
        return call
    }

    /// The call with another body.
    func having(body: [UInt8]) -> AdminCall {
        AdminCall(
            mount: mount,
            engine: engine,
            services: services,
            request: request.having(body),
            parameters: parameters
        )
    }

    /// The part of the path with that name; empty if the route does not have it.
    func parameter(_ name: String) -> String {
        parameters[name] ?? ""
    }

    /// The UUID in the path, in lower case.
    func identifier() throws(AdminError) -> String {
        let text = parameter("id")
        guard StableIdentifier.isUUID(text) else {
            let shown = String(text.prefix(80)).printable
            throw AdminError(400, code: AdminError.Code.malformed, "'\(shown)' is not a valid UUID", at: "/path/id")
        }
        return text.lowercased()
    }

    /// A non-negative number of the query; nil if it is missing.
    func count(_ name: String) throws(AdminError) -> Int? {
        guard let value = request.query[name] else { return nil }
        guard let number = Int(value), number >= 0 else {
            throw .wrongQuery(name, value, "a non-negative integer")
        }
        return number
    }

    /// A Boolean of the query; nil if it is missing.
    func flag(_ name: String) throws(AdminError) -> Bool? {
        guard let value = request.query[name] else { return nil }
        guard let flag = Bool(value) else { throw .wrongQuery(name, value, "true or false") }
        return flag
    }

    /// The body, parsed by `read`.
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

    /// The parsed value; its warnings are added to the notes.
    func value<Value>(of reading: Result<WireMockReader.Reading<Value>, WireMockRefusal>) throws(AdminError) -> Value {
        switch reading {
        case .success(let reading):
            notes.warnings += reading.warnings
            return reading.value
        case .failure(let refusal): throw AdminError(refusal)
        }
    }

    /// Runs work on another thread, and continues with the same call on the loop.
    func after<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value,
        then goOn: @escaping @Sendable (AdminCall, Value) throws(AdminError) -> AdminAnswer
    ) -> AdminAnswer {
        let (address, services, request, parameters) = (mount.address, services, request, parameters)
        return AdminAnswer {
            let value = work()
            return AdminCompletion { engine in
                guard let mount = try? engine.mount(at: address) else {
                    return AdminAnswer(AdminError.noSuchResource("the address \(address) was removed").response)
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

    /// The body as an object without other keys than these.
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
            throw .wrongBody("unknown key; supported: \(known)", at: "/" + JSONPointer.escaped(unknown))
        }
        return object
    }
}

/// The warnings about a call, for header fields of the response.
final class AdminNotes {
    /// The maximum number of warnings, because clients limit the size of a head.
    private static let most = 10

    /// Suspicious parts of an accepted document.
    var warnings: [WireMockProblem] = []

    /// One field for each warning.
    var fields: [(name: String, value: String)] {
        Self.fields(
            warnings.map { warning in
                let message = [warning.pointer, warning.message].compactMap(\.self).joined(separator: " ")
                return [message, warning.suggestion].compactMap(\.self).joined(separator: "; ")
            }
        )
    }

    /// One field for each of the first texts.
    static func fields(_ texts: [String]) -> [(name: String, value: String)] {
        texts.prefix(most).map { text in
            let visible = text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" }
            return ("Hypermock-Warning", String(visible.prefix(300)))
        }
    }
}

/// A parsed request to the admin API.
struct AdminRequest: Sendable {
    /// The names of the fields that the API reads.
    private static let names = [
        "authorization", "accept", "content-encoding", "host", "origin", "sec-fetch-site", "sec-fetch-mode",
        "sec-fetch-dest", "last-event-id",
    ]

    /// The largest document, in bytes, that is parsed and compiled on the loop.
    private static let largestOnLoop = 32 << 10

    let method: String
    /// The path below `/__admin` and the query, as they were sent.
    let target: String
    /// The path below `/__admin`, as it was sent.
    let path: String
    /// The segments of the path, decoded.
    let segments: [String]
    let query: [String: String]
    let fields: [String: String]
    private(set) var body: [UInt8]
    /// In milliseconds since 1970.
    let receivedAt: Int64
    let scheme: Request.Scheme
    /// A text that all servers that repeat the request have in common; nil if the state is not shared.
    let identity: String?
    /// The client's address as text; empty if it is unknown.
    let peer: String
    /// Whether it arrived at a port that has the admin API alone.
    let isAtAdminPort: Bool

    /// Parses `path`, the part of the target after `/__admin`, with the query.
    init(_ request: Request, path: String) {
        method = request.methodText == "HEAD" ? "GET" : request.methodText
        target = path
        (self.path, segments, query) = Self.parts(of: path)
        body = request.body
        receivedAt = request.receivedAt
        scheme = request.scheme
        identity = nil
        peer = request.peer
        isAtAdminPort = request.isAtAdminPort
        // Several lines of one field are a list (RFC 9110 §5.3), which none of these fields allows.
        fields = Dictionary(
            Self.names.compactMap { name in
                let values = request.values(of: name)
                return values.isEmpty ? nil : (name, values.joined(separator: ", "))
            }
        ) { $1 }
    }

    /// Creates the request of a change that all servers of a shared state repeat.
    init(_ change: SharedChange, epoch: String) {
        method = change.method
        target = change.path
        (path, segments, query) = Self.parts(of: change.path)
        body = change.body
        // The same on all servers, whatever their clocks.
        receivedAt = Int64(change.time)
        fields = [:]
        scheme = .http
        identity = "\(epoch) \(change.number)"
        peer = ""
        isAtAdminPort = false
    }

    /// The request with another body.
    func having(_ body: [UInt8]) -> AdminRequest {
        var request = self
        request.body = body
        return request
    }

    /// Whether parsing the document on the loop would take too long.
    var isLarge: Bool { body.count > Self.largestOnLoop }

    /// Splits a target into its path, the path's segments and the query, the latter two decoded.
    private static func parts(of target: String) -> (path: String, segments: [String], query: [String: String]) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return (
            String(parts[0]), parts[0].split(separator: "/").map { PercentEncoding.decoded($0) },
            parts.count > 1 ? pairs(of: parts[1]) : [:]
        )
    }

    private static func pairs(of query: Substring) -> [String: String] {
        let pairs = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (PercentEncoding.decoded(parts[0]), parts.count > 1 ? PercentEncoding.decoded(parts[1]) : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

/// The services of the admin API besides the engine, the same for all addresses.
struct AdminServices: Sendable {
    let reader: WireMockReader
    /// The folder of mappings and files; nil: the server was started without one.
    let folder: StubFolder?
    /// The options for reading WireMock folders; `paths` is empty.
    let sources: ScenarioSources
    /// Whether requests are always shown with their credentials.
    let showsCredentials: Bool
    /// The certificates of the server; nil: HTTPS is off.
    let https: HTTPSService?
    /// The start of the server, in milliseconds since 1970.
    let startedAt: Int64
    let readiness: Readiness
    /// The current counts of the loops.
    let gauges: LoopGauges
    /// The numbers of exported spans; nil: no collector gets them.
    let spanCounts: Guarded<SpanCounts>?
    /// The file with the result of the last `hypermock verify`; nil: it is not shown.
    let lastRunFile: String?
    /// The parts that recordings need; nil: requests are not forwarded.
    let recording: RecordingService?

    init(
        folder: StubFolder? = nil,
        templatesAll: Bool = false,
        sendsWebhooks: Bool = false,
        isStrict: Bool = false,
        showsCredentials: Bool = false,
        https: HTTPSService? = nil,
        startedAt: Int64 = 0,
        readiness: Readiness = Readiness(),
        gauges: LoopGauges = LoopGauges(),
        spanCounts: Guarded<SpanCounts>? = nil,
        lastRunFile: String? = nil,
        recording: RecordingService? = nil
    ) {
        self.folder = folder
        var sources = ScenarioSources(paths: [], isStrict: isStrict, scope: .firstVariant)
        sources.templatesAll = templatesAll
        sources.sendsWebhooks = sendsWebhooks
        self.sources = sources
        self.showsCredentials = showsCredentials
        self.https = https
        self.startedAt = startedAt
        self.readiness = readiness
        self.gauges = gauges
        self.spanCounts = spanCounts
        self.lastRunFile = lastRunFile
        self.recording = recording
        reader = WireMockReader(
            filesPath: folder?.filesPath,
            templatesAll: templatesAll,
            sendsWebhooks: sendsWebhooks
        )
    }
}
