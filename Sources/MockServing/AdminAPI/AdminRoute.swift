import Scenarios

/// One operation of the admin API: its path, purpose, parameters and responses.
///
/// Routing and the OpenAPI document use the same values.
struct AdminRoute: Sendable {
    typealias Operation = @Sendable (AdminCall) throws(AdminError) -> AdminAnswer

    /// A segment of a path.
    enum PathSegment: Hashable {
        case literal(String)
        /// `{name}`: any single segment.
        case name(String)
        /// `{name...}`: the rest of the path, at least one segment.
        case rest(String)
    }

    let method: String
    /// The path below `/__admin`, for example `/requests/{id}`.
    let path: String
    let summary: String
    let query: [AdminParameter]
    let body: AdminBody?
    /// The document that a successful call returns.
    let result: AdminResult
    /// The statuses besides those that every call may return.
    let ownStatuses: [Int]
    /// Its relation to a state that several servers share.
    let sharing: Sharing
    let segments: [PathSegment]
    let handler: Operation

    init(
        _ method: String,
        _ path: String,
        _ summary: String,
        query: [AdminParameter] = [],
        body: AdminBody? = nil,
        result: AdminResult = .done,
        statuses: [Int] = [200],
        sharing: Sharing? = nil,
        _ handler: @escaping Operation
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.query = query
        self.body = body
        self.result = result
        ownStatuses = statuses
        self.sharing = sharing ?? (method == "GET" ? .reads : .changes(.none))
        self.handler = handler
        segments = path.split(separator: "/").map { PathSegment($0) }
    }

    /// Returns the named parts of a path; nil if the path does not match.
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

extension AdminRoute.PathSegment {
    init(_ text: Substring) {
        guard text.hasPrefix("{"), text.hasSuffix("}") else {
            self = .literal(String(text))
            return
        }
        let name = text.dropFirst().dropLast()
        self = name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .name(String(name))
    }
}

/// A parameter of the query.
struct AdminParameter: Sendable, Hashable {
    enum Kind: Sendable, Hashable { case count, flag, dateTime, identifier, address, eventIdentifier, archiveFormat }

    let name: String
    let kind: Kind
    let summary: String

    init(_ name: String, _ kind: Kind, _ summary: String) {
        self.name = name
        self.kind = kind
        self.summary = summary
    }
}

/// The content of a response.
enum AdminResult: String, Sendable, CaseIterable {
    /// An empty object.
    case done
    case mapping, mappingList, serveEvent, serveEventList, removedEvents, requestList, count, nearMisses, scenarioList
    /// A certificate as PEM.
    case certificate
    /// The fault of the next TLS handshakes; an empty object: none.
    case tlsFaultNow
    case settingsNow, clockNow, health, readiness, version, fileNames, base64, openapi
    /// Prometheus' text formats.
    case metrics
    /// Server-sent events.
    case events
    /// An HTML document, or a list of mappings.
    case mappingListOrPage
    /// The requests of the journal, or a HAR file with them.
    case serveEventListOrArchive
    case recordedMappings, recordingStatus
    case explanation, sentResponse, addressList, usageList, scenarioFileList, lastRun
    case resourceList, resource, quotaList
    /// An HTML document.
    case page
    /// Bytes.
    case file
    case nothing
}

/// The content of a request.
enum AdminBody: String, Sendable, CaseIterable {
    case mapping, mappings, matcher, requestPattern, loggedRequest, settings, extendedSettings, state, tlsFault, bytes,
        items, pactState
    case recordSpec, recordSpecOrNothing
    /// A change of the clock.
    case clock
    /// One mapping, or a list.
    case mappingOrMappings

    /// Parses a body of this kind, for `AdminCall.body`; nil if the call parses it itself, or parsing is fast.
    var reading: (@Sendable (WireMockReader, [UInt8]) -> any Sendable)? {
        switch self {
        case .mapping: { reader, body in Result { () throws(WireMockRefusal) in try reader.mapping(body) } }
        case .matcher: { reader, body in Result { () throws(WireMockRefusal) in try reader.matcher(body) } }
        case .requestPattern:
            { reader, body in Result { () throws(WireMockRefusal) in try reader.requestPattern(body) } }
        case .mappings, .mappingOrMappings, .loggedRequest, .settings, .extendedSettings, .state, .tlsFault, .clock,
            .bytes, .items, .pactState, .recordSpec, .recordSpecOrNothing:
            nil
        }
    }
}
