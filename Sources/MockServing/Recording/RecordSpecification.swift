import HAL
import Matching
import Mocking
import Recordings
import Scenarios

/// WireMock's record spec: what is recorded, and what becomes of it.
struct RecordSpecification: Sendable {
    private static let keys: Set = [
        "targetBaseUrl", "filters", "captureHeaders", "requestBodyPattern", "extractBodyCriteria", "outputFormat",
        "persist", "repeatsAsScenarios", "transformers", "transformerParameters",
    ]

    /// The server to which requests are forwarded.
    private(set) var target: String?
    /// The pattern of the requests that are recorded; nil: all.
    private(set) var filter: RequestPattern?
    /// The ids of the requests that are recorded; nil: all.
    private(set) var identifiers: Set<Int>?
    /// Whether requests that were not forwarded are recorded, too.
    private(set) var includesOthers = false
    /// Whether the answer contains the identifiers of the mappings only.
    private(set) var returnsIdentifiers = false
    /// Whether the mappings are saved in files.
    private(set) var isPersistent = true
    private(set) var mappings = MappingSpecification()
    /// The names of extensions, which the server does not have.
    private(set) var transformers: [String] = []

    /// The defaults.
    init() {}

    /// Reads the body of a call.
    init(_ call: AdminCall) throws(AdminError) {
        var object = try call.object(keys: Self.keys)
        object.members.removeAll { $0.value == .null }
        target = try object["targetBaseUrl"].map { value throws(AdminError) in try Self.text(value, "/targetBaseUrl") }
        if let filters = object["filters"] { try readFilters(filters, call) }
        if let captured = object["captureHeaders"] { mappings.capturedFields = try Self.fields(captured) }
        if let pattern = object["requestBodyPattern"] { try readBodyPattern(pattern) }
        if let criteria = object["extractBodyCriteria"] { try readCriteria(criteria) }
        if let format = object["outputFormat"] {
            let text = try Self.text(format, "/outputFormat").uppercased()
            guard ["FULL", "IDS"].contains(text) else { throw .wrongBody("expected FULL or IDS", at: "/outputFormat") }
            returnsIdentifiers = text == "IDS"
        }
        if let value = object["persist"] { isPersistent = try Self.flag(value, "/persist") }
        if let value = object["repeatsAsScenarios"] {
            mappings.repeatsAreScenarios = try Self.flag(value, "/repeatsAsScenarios")
        }
        if let value = object["transformers"] { transformers = try Self.texts(value, "/transformers") }
        if let value = object["transformerParameters"] { _ = try Self.object(value, "/transformerParameters") }
    }

    private mutating func readFilters(_ value: JSONValue, _ call: AdminCall) throws(AdminError) {
        var filters = try Self.object(value, "/filters")
        if let value = filters["allowNonProxied"] {
            includesOthers = try Self.flag(value, "/filters/allowNonProxied")
        }
        if let ids = filters["ids"] {
            identifiers = []
            for (index, id) in try Self.texts(ids, "/filters/ids").enumerated() {
                guard StableIdentifier.isUUID(id) else {
                    throw .wrongBody("expected a UUID", at: "/filters/ids/\(index)")
                }
                if let number = JournalID.number(of: id) { identifiers?.insert(number) }
            }
        }
        (filters["allowNonProxied"], filters["ids"]) = (nil, nil)
        guard !filters.isEmpty else { return }
        do throws(WireMockRefusal) {
            let reading = try call.services.reader.requestPattern(JSONValue.object(filters).serializedBytes())
            filter = reading.value
            call.notes.warnings += reading.warnings
        } catch {
            throw AdminError(error, below: "/filters")
        }
    }

    private static func fields(_ value: JSONValue) throws(AdminError) -> [MappingSpecification.CapturedField] {
        var fields: [MappingSpecification.CapturedField] = []
        for member in try object(value, "/captureHeaders").members {
            let pointer = "/captureHeaders/" + JSONPointer.escaped(member.name)
            let options = member.value == .null ? [:] : try object(member.value, pointer, keys: ["caseInsensitive"])
            let ignoresCase = try options["caseInsensitive"].map { value throws(AdminError) in
                try flag(value, pointer + "/caseInsensitive")
            }
            fields.append(MappingSpecification.CapturedField(member.name, ignoresCase: ignoresCase))
        }
        return fields
    }

    private mutating func readBodyPattern(_ value: JSONValue) throws(AdminError) {
        let pointer = "/requestBodyPattern"
        let keys = ["matcher", "ignoreArrayOrder", "ignoreExtraElements", "caseInsensitive"]
        var pattern = try Self.object(value, pointer, keys: keys)
        pattern.members.removeAll { $0.value == .null }
        if let value = pattern["matcher"] {
            let text = try Self.text(value, pointer + "/matcher")
            guard let matcher = MappingSpecification.BodyMatcher(rawValue: text) else {
                let known = MappingSpecification.BodyMatcher.allCases.map(\.rawValue).joined(separator: ", ")
                throw .wrongBody("expected one of \(known)", at: pointer + "/matcher")
            }
            mappings.matcher = matcher
        }
        if let value = pattern["ignoreArrayOrder"] {
            mappings.ignoresArrayOrder = try Self.flag(value, pointer + "/ignoreArrayOrder")
        }
        if let value = pattern["ignoreExtraElements"] {
            mappings.ignoresExtraElements = try Self.flag(value, pointer + "/ignoreExtraElements")
        }
        if let value = pattern["caseInsensitive"] {
            mappings.ignoresCase = try Self.flag(value, pointer + "/caseInsensitive")
        }
    }

    /// Without one of the thresholds, bodies of that kind stay in their mappings.
    private mutating func readCriteria(_ value: JSONValue) throws(AdminError) {
        let pointer = "/extractBodyCriteria"
        let criteria = try Self.object(value, pointer, keys: ["textSizeThreshold", "binarySizeThreshold"])
        mappings.longestText = try Self.size(criteria["textSizeThreshold"], pointer + "/textSizeThreshold")
        mappings.longestBytes = try Self.size(criteria["binarySizeThreshold"], pointer + "/binarySizeThreshold")
    }

    /// A number of bytes, or a text such as `2 kb`, `1.5MB`.
    private static func size(_ value: JSONValue?, _ pointer: String) throws(AdminError) -> Int? {
        guard let value, value != .null else { return nil }
        let text = (value.string ?? value.number?.literal ?? "").lowercased().filter { $0 != " " }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let units = ["": 1, "kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30]
        guard let unit = units[String(text.dropFirst(digits.count))], let number = Double(digits), number >= 0,
            number <= Double(Int32.max)
        else { throw .wrongBody("expected a size such as 2048 or \"2 kb\"", at: pointer) }
        return Int(number * Double(unit))
    }
}

/// Values of a document, each with its JSON pointer.
extension RecordSpecification {
    private static func object(
        _ value: JSONValue,
        _ pointer: String,
        keys: [String]? = nil
    ) throws(AdminError) -> JSONObject {
        guard case .object(let object) = value else {
            throw .wrongBody("expected an object, not \(value.kind)", at: pointer)
        }
        if let keys, let unknown = object.names.first(where: { !keys.contains($0) }) {
            let known = keys.joined(separator: ", ")
            throw .wrongBody("unknown key; supported: \(known)", at: "\(pointer)/\(JSONPointer.escaped(unknown))")
        }
        return object
    }

    private static func text(_ value: JSONValue, _ pointer: String) throws(AdminError) -> String {
        guard let text = value.string else { throw .wrongBody("expected a text, not \(value.kind)", at: pointer) }
        return text
    }

    private static func flag(_ value: JSONValue, _ pointer: String) throws(AdminError) -> Bool {
        guard case .bool(let flag) = value else {
            throw .wrongBody("expected true or false, not \(value.kind)", at: pointer)
        }
        return flag
    }

    private static func texts(_ value: JSONValue, _ pointer: String) throws(AdminError) -> [String] {
        guard let items = value.array else { throw .wrongBody("expected a list, not \(value.kind)", at: pointer) }
        var texts: [String] = []
        for (index, item) in items.enumerated() { texts.append(try text(item, "\(pointer)/\(index)")) }
        return texts
    }
}

extension RecordSpecification {
    /// The schema of the document.
    static var schema: JSONValue {
        let flag: JSONValue = ["type": ["boolean", "null"]]
        let size: JSONValue = ["anyOf": [["type": ["integer", "null"], "minimum": 0], ["type": "string"]]]
        let object: JSONValue = ["type": ["object", "null"]]
        return OpenAPISchemas.object([
            "targetBaseUrl": ["type": "string", "format": "uri"],
            "filters": object,
            "captureHeaders": [
                "type": ["object", "null"],
                "additionalProperties": OpenAPISchemas.object(["caseInsensitive": ["type": "boolean"]]),
            ],
            "requestBodyPattern": [
                "anyOf": [
                    ["type": "null"],
                    OpenAPISchemas.object([
                        "matcher": ["enum": ["auto", "equalTo", "equalToJson", "equalToXml"]],
                        "ignoreArrayOrder": flag, "ignoreExtraElements": flag, "caseInsensitive": flag,
                    ]),
                ]
            ],
            "extractBodyCriteria": [
                "anyOf": [
                    ["type": "null"],
                    OpenAPISchemas.object(["textSizeThreshold": size, "binarySizeThreshold": size]),
                ]
            ],
            "outputFormat": ["type": ["string", "null"]],
            "persist": flag,
            "repeatsAsScenarios": flag,
            "transformers": ["type": ["array", "null"], "items": ["type": "string"]],
            "transformerParameters": object,
        ])
    }
}
