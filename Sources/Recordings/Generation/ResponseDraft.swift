internal import Documents
internal import HAL

/// The form of a response in a scenario file.
struct ResponseDraft {
    /// Longer bodies are in a file of their own.
    private static let longestInline = 64 << 10
    /// Longer keys need another form of YAML.
    private static let longestKey = 500
    /// Shorter receptions are the network's.
    private static let shortestDribble = 50
    private static let mostMilliseconds = 86_400_000

    let exchange: Exchange
    /// Whether the time that the server took is kept.
    let keepsDelay: Bool

    private var response: Exchange.Response { exchange.response }

    /// The keys of the response definition; a body that does not fit in it is added to the files.
    func object(_ files: inout BodyFiles) -> JSONObject {
        var object: JSONObject = ["status": .number(JSONNumber(response.status))]
        if !response.fields.isEmpty { object["headers"] = headers }
        if let seconds = response.secondsToRetry { object["retryAfter"] = ["date": .number(JSONNumber(seconds))] }
        if hasBody { addBody(to: &object, &files) }
        if let failure = response.failure { object["fault"] = Self.fault(failure, response.body.count) }
        if keepsDelay { addDelay(to: &object) }
        return object
    }

    private var headers: JSONValue { Self.headers(response.fields) }

    /// The fields by name; the values of one that occurs several times are a list.
    static func headers(_ fields: [FieldLine]) -> JSONValue {
        var values: [(name: String, lines: [JSONValue])] = []
        for field in fields {
            if let index = values.firstIndex(where: { $0.name.lowercased() == field.name.lowercased() }) {
                values[index].lines.append(.string(field.value))
            } else {
                values.append((field.name, [.string(field.value)]))
            }
        }
        return .object(JSONObject(values.map { .init($0.name, $0.lines.count == 1 ? $0.lines[0] : .array($0.lines)) }))
    }

    /// Whether the response may have a body (RFC 9110 §6.4.1), and has one.
    private var hasBody: Bool {
        let isBodiless = response.status < 200 || response.status == 204 || response.status == 304
        return !isBodiless && exchange.request.method != "HEAD" && !response.body.isEmpty
    }

    private func addBody(to object: inout JSONObject, _ files: inout BodyFiles) {
        let type = response.fields.mediaType
        guard response.body.count <= Self.longestInline, let text = String(validating: response.body, as: UTF8.self),
            !response.body.contains(0)
        else {
            object["bodyFileName"] = .string(
                files.name(of: response.body, extension: type.map(Self.fileExtension) ?? "bin")
            )
            return
        }
        if type?.isJSON == true, let value = try? JSONValue(parsing: response.body), Self.isWritable(value),
            value.serializedBytes() == response.body
        {
            object["jsonBody"] = value
        } else {
            object["body"] = .string(text)
        }
    }

    /// Whether the value is an object or a list whose keys fit on a line.
    private static func isWritable(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .number, .string: false
        case .array(let items): items.allSatisfy(hasShortKeys)
        case .object: hasShortKeys(value)
        }
    }

    private static func hasShortKeys(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .number, .string: return true
        case .array(let items): return items.allSatisfy(hasShortKeys)
        case .object(let object):
            // YAML has no key twice.
            guard Set(object.names).count == object.names.count else { return false }
            return object.members.allSatisfy { $0.name.utf8.count <= longestKey && hasShortKeys($0.value) }
        }
    }

    /// The extension of a file with content of a media type.
    static func fileExtension(of type: MediaType) -> String {
        if type.isJSON { return "json" }
        switch type.essence {
        case "text/plain": return "txt"
        case "text/javascript", "application/javascript", "application/x-javascript": return "js"
        case "image/jpeg": return "jpg"
        case "image/svg+xml": return "svg"
        case "image/x-icon", "image/vnd.microsoft.icon": return "ico"
        case "application/gzip", "application/x-gzip": return "gz"
        default: break
        }
        let known = ["html", "css", "csv", "xml", "png", "gif", "webp", "pdf", "zip", "yaml", "woff2", "mp4"]
        return known.contains(type.subtype) ? type.subtype : type.type == "text" ? "txt" : "bin"
    }

    private static func fault(_ failure: Exchange.Failure, _ received: Int) -> JSONValue {
        switch failure {
        case .reset: "reset"
        case .closed: "close"
        case .stalled: "stall"
        case .cut: ["effect": "close", "after": ["bodyBytes": .number(JSONNumber(received))]]
        }
    }

    private func addDelay(to object: inout JSONObject) {
        guard let timing = exchange.timing else { return }
        let wait = min(timing.wait, Self.mostMilliseconds)
        if wait > 0 { object["fixedDelayMilliseconds"] = .number(JSONNumber(wait)) }
        guard timing.receive > Self.shortestDribble, hasBody else { return }
        object["chunkedDribbleDelay"] = [
            "numberOfChunks": 5, "totalDuration": .number(JSONNumber(min(timing.receive, Self.mostMilliseconds))),
        ]
    }
}
