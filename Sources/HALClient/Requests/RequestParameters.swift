import HAL
import HTTPTypes
import URITemplates

/// The parameters of a request, by rising precedence: its own, the language, those of all requests.
struct RequestParameters {
    /// All parameters; the one with the highest precedence of each name.
    let merged: JSONObject
    /// The names from the configuration, which replace items of a link's query.
    private let commonNames: Set<String>

    /// Merges the parameters; nil if there are none, as for most requests.
    init?(_ options: RequestOptions, _ configuration: HypermediaClient.Configuration, for address: URIReference) {
        let isCommon = configuration.hasCommonParameters && configuration.isOwn(address)
        guard isCommon || !options.parameters.isEmpty else { return nil }
        var merged = options.parameters
        var commonNames: Set<String> = []
        if isCommon {
            if let language = configuration.languageParameter { merged[language.name] = .string(language.tag) }
            for member in configuration.globalParameters.members { merged[member.name] = member.value }
            commonNames = Set(configuration.globalParameters.names)
            if let language = configuration.languageParameter { commonNames.insert(language.name) }
        }
        self.merged = merged
        self.commonNames = commonNames
    }

    /// Whether a request of that method has its parameters in the query.
    static func isInQuery(_ method: HTTPRequest.Method) -> Bool {
        [.get, .head, .delete, .options, .trace].contains(method)
    }

    /// The address with the parameters in its query.
    func added(to uri: URIReference) throws(InvalidRequest) -> URIReference {
        var uri = uri
        if let query = uri.query, !commonNames.isEmpty {
            let encoded = Set(commonNames.map { PercentEncoding.encode($0, keepingReserved: false) })
            let kept = query.split(separator: "&", omittingEmptySubsequences: false).filter { item in
                !encoded.contains(String(item.prefix { $0 != "=" }))
            }
            uri.query = kept.isEmpty ? nil : kept.joined(separator: "&")
        }
        return uri.appending(query: try FormItems(merged).text)
    }

    /// The parameters as a body.
    func content(_ encoding: BodyEncoding) throws(InvalidRequest) -> RequestContent {
        switch encoding {
        case .json: .json(.object(merged))
        case .form: RequestContent.form(try FormItems(merged).items)
        case .multipart: RequestContent.multipart(MultipartForm(try FormItems(merged)))
        }
    }
}

extension HypermediaClient.Configuration {
    fileprivate var hasCommonParameters: Bool {
        languageParameter != nil || !globalParameters.isEmpty
    }

    /// Whether an address belongs to the configured server; true without a configured server.
    fileprivate func isOwn(_ address: URIReference) -> Bool {
        baseURI == nil || Origin(address).map(isServer) == true
    }
}

/// The encoding of the parameters of a request as its body.
public enum BodyEncoding: String, Sendable, Hashable, CaseIterable {
    /// A JSON object.
    case json
    /// `application/x-www-form-urlencoded`.
    case form
    /// `multipart/form-data`, one part for each parameter.
    case multipart
}

/// Parameters flattened to names and values, for a query or a form.
///
/// An array repeats its name for each element, `tag[]=a&tag[]=b`; an object adds the names of its members,
/// `near[city]=Charlotte`; `null` is left out. Numbers keep their digits, booleans are `true` and `false`.
struct FormItems {
    private(set) var items: [(name: String, value: String)] = []

    private static let depthLimit = 32

    init(_ parameters: JSONObject) throws(InvalidRequest) {
        for member in parameters.members { try add(member.value, named: member.name, depth: 0) }
    }

    init(_ items: KeyValuePairs<String, String>) {
        self.items = items.map { (name: $0, value: $1) }
    }

    /// `name=value&…`, both percent-encoded.
    var text: String {
        items.map { [$0.name, $0.value].map(Self.encode).joined(separator: "=") }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String {
        PercentEncoding.encode(text, keepingReserved: false)
    }

    private mutating func add(_ value: JSONValue, named name: String, depth: Int) throws(InvalidRequest) {
        guard depth <= Self.depthLimit else { throw InvalidRequest(.content, "a parameter is nested too deeply") }
        switch value {
        case .null: break
        case .bool(let bool): items.append((name, bool ? "true" : "false"))
        case .number(let number): items.append((name, number.literal))
        case .string(let string): items.append((name, string))
        case .array(let elements):
            for element in elements { try add(element, named: name + "[]", depth: depth + 1) }
        case .object(let object):
            for member in object.members { try add(member.value, named: "\(name)[\(member.name)]", depth: depth + 1) }
        }
    }
}
