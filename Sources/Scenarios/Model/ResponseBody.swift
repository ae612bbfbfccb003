import Documents
internal import HAL
internal import HTTPTypes

/// A body file: its name in the definition, and its content.
struct BodyFile: Sendable {
    let name: String
    let body: ResponseDefinition.Body
    /// Why the file cannot be read; WireMock finds that out when it serves the response.
    var failure: String?
}

extension Codec where Value == Int {
    /// A status code; WireMock also sends those that no class defines, and 200 for none.
    static let status = defined.inMappings { reader, node, name in
        guard let status = reader.integer(node, name, in: Int(Int32.min)...Int(Int32.max)) else { return nil }
        guard !(100...599).contains(status) else { return status }
        guard status <= 0 || (600...999).contains(status) else { return defined.read(reader, node, name) }
        reader.overlook("\(name) is \(status), which is not a status code", at: node)
        return status <= 0 ? 200 : status
    }
    private static let defined = integer(100...599)
}

extension Codec where Value == BodyFile {
    /// The name of a body file, which is read with it.
    static let bodyFile = Codec(shape: .text) { reader, node, name in
        guard let path = reader.text(node, name) else { return nil }
        reader.scenario.namesOtherFiles = true
        // Selected for each request.
        if reader.scenario.isInTemplate, Template.isIn(path) { return BodyFile(name: path, body: .none) }
        if let known = reader.scenario.bodies[path] { return BodyFile(name: path, body: .bytes(known)) }
        do throws(BodyFolder.Refusal) {
            // Only templates have to be compiled; WireMock reads any body when it is sent.
            if reader.dialect == .wireMock, !reader.scenario.isInTemplate {
                let body = try StoredBody(path, in: reader.scenario.folder)
                reader.scenario.storedBodies[path] = body
                return BodyFile(name: path, body: .file(body))
            }
            let bytes = try reader.scenario.folder.read(path)
            reader.scenario.bodies[path] = bytes
            return BodyFile(name: path, body: .bytes(bytes))
        } catch {
            let isOverlooked = reader.overlook(
                "\(name): \(error.reason)",
                at: node,
                suggestion: reader.dialect == .wireMock ? "until it exists, the response is 500" : nil
            )
            return isOverlooked ? BodyFile(name: path, body: .none, failure: error.reason) : nil
        }
    } write: {
        .string($0.name)
    }
}

extension Codec where Value == JSONValue {
    /// The JSON of a body; JSON inside a string gets a warning.
    static let jsonBody = Codec(shape: .anything) { reader, node, _ in
        reader.checkJSONInString(node)
        return reader.json(node)
    } write: {
        $0
    }
}

extension NodeReader {
    /// Warns of an object or a list that is served as a JSON string.
    fileprivate func checkJSONInString(_ node: Node) {
        guard let scalar = filled(node), case .string(let text) = scalar.resolved else { return }
        let start = text.first { !$0.isWhitespace }
        guard start == "{" || start == "[", (try? JSONComposer.compose(Array(text.utf8))) != nil else { return }
        log.warning(
            "'jsonBody' is a string that contains JSON, and is sent as a string",
            at: node,
            suggestion: "remove the quotes, or use 'body' with a 'Content-Type'"
        )
    }
}

extension Codec where Value == [HTTPField] {
    /// Header fields by name; a list has one value per line.
    static let fields = Codec(
        shape: .map(.either([.text, .list(.text)])),
        read: { $0.fields($1, $2) },
        write: { .object(json(of: $0)) }
    )

    /// Lines with one name as a list.
    private static func json(of fields: [HTTPField]) -> JSONObject {
        var names: [HTTPField.Name] = []
        for field in fields where !names.contains(field.name) { names.append(field.name) }
        let members = names.map { name in
            let values = fields.filter { $0.name == name }.map { JSONValue.string($0.value) }
            return JSONObject.Member(name.rawName, values.count == 1 ? values[0] : .array(values))
        }
        return JSONObject(members)
    }
}

extension Codec where Value == [String] {
    /// The transformers of a response; unknown ones are logged when the response is read.
    static let transformers = Codec(shape: .list(.choice([ResponseTemplate.transformer]))) { reader, node, name in
        reader.items(node, name)?.compactMap { reader.text($0, "a transformer") }
    } write: {
        .array($0.map { .string($0) })
    }
}

extension Codec where Value == ResponseDefinition.RetryAfter {
    /// A number of seconds, or an object with `date`.
    static let retryAfter = Codec(
        shape: .either([seconds.shape, .definition(date.table)])
    ) { reader, node, name in
        if case .mapping = node.content { return date.read(reader, node).map { .date(secondsAhead: $0) } }
        return seconds.read(reader, node, name).map { .seconds($0) }
    } write: {
        switch $0 {
        case .seconds(let seconds): .number(JSONNumber(seconds))
        case .date(let secondsAhead): date.write(secondsAhead)
        }
    }

    private static let seconds = Codec<Int>.integer(0...Codec<Int>.seconds.upperBound)

    private static let date = ObjectCodec(
        "retryAfter",
        "retryAfter",
        0,
        keys: [
            Key(
                "date",
                required: \.self,
                .integer(Codec<Int>.seconds),
                "Seconds from the time of the response; sent as an HTTP-date.",
                example: "date: 120"
            )
        ]
    )
}

/// The text of a `raw` response.
enum RawResponse {
    /// The text's bytes, where each line feed of a head, up to the empty line, is made CRLF; the head of an interim (1xx)
    /// response is followed by another head.
    static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var head = 0
        var isHead = true
        var lineIsEmpty = true
        for byte in text.utf8 {
            guard isHead, byte == UInt8(ascii: "\n") else {
                bytes.append(byte)
                if byte != UInt8(ascii: "\r") { lineIsEmpty = false }
                continue
            }
            if bytes.last != UInt8(ascii: "\r") { bytes.append(UInt8(ascii: "\r")) }
            bytes.append(byte)
            if lineIsEmpty {
                isHead = isInterim(bytes[head...])
                head = bytes.count
            }
            lineIsEmpty = true
        }
        return bytes
    }

    /// Whether a head has the status of an interim response (RFC 9112 §4).
    private static func isInterim(_ head: ArraySlice<UInt8>) -> Bool {
        guard let space = head.firstIndex(of: UInt8(ascii: " ")) else { return false }
        let status = head[(space + 1)...].prefix(3)
        return status.count == 3 && status.first == UInt8(ascii: "1") && status.allSatisfy { (48...57).contains($0) }
    }
}

extension ResponseDefinition {
    /// The media type of a JSON body without one; WireMock sends none.
    package var defaultType: String? {
        guard case .json(let value) = body, !isMapping else { return nil }
        let isHAL = value["_links"] != nil || value["_embedded"] != nil
        return (isHAL ? MediaType.hal : .json).essence
    }
}
