import Scenarios

/// One thing that the admin API does: where, what for, and what it may answer.
///
/// Routing and the description that the server gives of itself are made of the same values.
struct AdminRoute: Sendable {
    typealias Handler = @Sendable (AdminCall) throws(AdminError) -> AdminAnswer

    /// A piece of a path.
    enum Segment: Hashable {
        case literal(String)
        /// `{name}`: any one segment.
        case name(String)
        /// `{name...}`: all that follows, at least one segment.
        case rest(String)
    }

    let method: String
    /// Below `/__admin`, for example `/requests/{id}`.
    let path: String
    let summary: String
    let query: [AdminParameter]
    let body: AdminBody?
    /// What a call that succeeds answers.
    let result: AdminResult
    /// The statuses besides those that every call may have.
    let answers: [Int]
    let segments: [Segment]
    let handler: Handler

    init(
        _ method: String,
        _ path: String,
        _ summary: String,
        query: [AdminParameter] = [],
        body: AdminBody? = nil,
        result: AdminResult = .done,
        answers: [Int] = [200],
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.query = query
        self.body = body
        self.result = result
        self.answers = answers
        self.handler = handler
        segments = path.split(separator: "/").map { Segment($0) }
    }

    /// The named parts of a path that is this route's; else nil.
    func match(_ path: [String]) -> [String: String]? {
        var parameters: [String: String] = [:]
        var rest = path[...]
        for segment in segments {
            guard let first = rest.popFirst() else { return nil }
            switch segment {
            case .literal(let text): guard text == first else { return nil }
            case .name(let name): parameters[name] = first
            case .rest(let name):
                parameters[name] = ([first] + rest).joined(separator: "/")
                return parameters
            }
        }
        return rest.isEmpty ? parameters : nil
    }
}

extension AdminRoute.Segment {
    init(_ text: Substring) {
        guard text.hasPrefix("{"), text.hasSuffix("}") else {
            self = .literal(String(text))
            return
        }
        let name = text.dropFirst().dropLast()
        self = name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .name(String(name))
    }
}

/// One parameter of a query.
struct AdminParameter: Sendable, Hashable {
    enum Kind: Sendable, Hashable { case count, flag, dateTime, identifier, address }

    let name: String
    let kind: Kind
    let summary: String

    init(_ name: String, _ kind: Kind, _ summary: String) {
        self.name = name
        self.kind = kind
        self.summary = summary
    }
}

/// What stands in the body of an answer.
enum AdminResult: String, Sendable, CaseIterable {
    /// An empty object.
    case done
    case mapping, mappingList, serveEvent, serveEventList, removedEvents, requestList, count, nearMisses, scenarioList
    case settingsNow, health, version, fileNames, base64, openapi
    /// Any bytes.
    case file
    case nothing
}

/// What stands in a body.
enum AdminBody: String, Sendable, CaseIterable {
    case mapping, mappings, matcher, requestPattern, loggedRequest, settings, extendedSettings, state, bytes
    /// A mapping or several.
    case mappingOrMappings

    /// Reads a body of this kind, for `AdminCall.body` to find; nil where the call itself does, or nothing takes long.
    var reading: (@Sendable (WireMockReader, [UInt8]) -> any Sendable)? {
        switch self {
        case .mapping: { reader, body in Result { () throws(WireMockRefusal) in try reader.mapping(body) } }
        case .matcher: { reader, body in Result { () throws(WireMockRefusal) in try reader.matcher(body) } }
        case .requestPattern:
            { reader, body in Result { () throws(WireMockRefusal) in try reader.requestPattern(body) } }
        case .mappings, .mappingOrMappings, .loggedRequest, .settings, .extendedSettings, .state, .bytes: nil
        }
    }
}
