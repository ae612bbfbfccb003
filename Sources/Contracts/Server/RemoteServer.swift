import Documents
import HAL
import HALClient
import HTTPTypes
import Messages
package import Scenarios
import URITemplates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A mock server in another process, used through its admin API.
package struct RemoteServer: ContractServer {
    package let wire: WireProtocol?
    package var acceptsOthers: Bool { true }
    package var running: RunningServer? { RunningServer(url: url, authorityFile: authorityFile) }

    /// The URL of the server, without a final slash.
    private let url: String
    private let authorityFile: String?
    private let admin: RemoteAdmin
    /// The places of the interactions in the local files, by slug.
    private let interactions: [String: Set<SourceLocation>]
    /// The variants in the local files, by slug.
    private let variants: [String: Variants]
    /// The slugs of the scenarios with an origin on another port.
    private let crossingPorts: Set<String>

    /// Creates the server without a request to it.
    ///
    /// - Parameters:
    ///   - url: The URL of the server.
    ///   - adminToken: The token of a server that runs with `--admin token`.
    ///   - scenarios: The scenarios of the local files.
    ///   - wire: The protocol that clients must use; nil: they and the server negotiate one.
    ///   - connections: The connections to its admin API.
    ///   - authorityFile: The file with the certificate authorities that `connections` trust, for commands.
    package init(
        url: String,
        adminToken: String?,
        scenarios: [Scenario],
        over wire: WireProtocol? = nil,
        connections: ClientConnections = .standard,
        authorityFile: String? = nil
    ) {
        self.authorityFile = authorityFile
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.wire = wire
        admin = RemoteAdmin(token: adminToken, transport: connections.transport())
        interactions = Dictionary(
            scenarios.map { ($0.slug, Set($0.variants.all.flatMap(\.interactions).map(\.location))) }
        ) { first, _ in first }
        variants = Dictionary(scenarios.map { ($0.slug, $0.variants) }) { first, _ in first }
        crossingPorts = Set(scenarios.filter(\.crossesPorts).map(\.slug))
    }

    /// Checks that the server is a Hypermock server and serves the scenarios of `items`.
    ///
    /// - Throws: ``RemoteServerError`` when it cannot be reached, is not a Hypermock server, or lacks a scenario.
    package func check(_ items: [Selection.Item]) async throws(RemoteServerError) {
        let health = try await admin.get("\(url)/__admin/health")
        guard health?["message"]?.string?.lowercased().contains("hypermock") == true else {
            throw RemoteServerError(description: "\(url) is not a Hypermock server, or its admin API is off")
        }
        var missing: [String] = []
        var checked: Set<String> = []
        for item in items where checked.insert(item.scenario.slug).inserted {
            let address = try address(of: item.scenario.slug, item.variant.values, token: nil)
            guard let journal = try await admin.get("\(address)/__admin/requests?limit=0") else {
                missing.append(item.scenario.slug)
                continue
            }
            guard journal["requestJournalDisabled"]?.bool != true else {
                throw RemoteServerError(
                    description: "\(url) has no request journal: start it with --journal-entries"
                )
            }
        }
        guard missing.isEmpty else {
            throw RemoteServerError(
                description: "\(url) does not serve \(missing.listed); it must serve the same scenario files"
            )
        }
    }

    /// Returns the certificate of its authority as PEM; nil without HTTPS, or if no file of the server contains it.
    ///
    /// - Throws: ``RemoteServerError`` when the server cannot be reached.
    package func certificateAuthority() async throws(RemoteServerError) -> String? {
        try await admin.text("\(url)/__admin/certs/ca.pem")
    }

    package func openSandbox(slug: String, values: [String]) async throws -> any ContractSandbox {
        let token = UUID().uuidString.lowercased()
        let administeredURL = try address(of: slug, values, token: token)
        return RemoteSandbox(
            baseURL: try await origin(of: slug, values) + administeredURL.dropFirst(url.count),
            hasOtherPort: crossingPorts.contains(slug) ? try await reachesOtherPort(administeredURL) : false,
            administeredURL: administeredURL,
            admin: admin,
            interactions: interactions[slug] ?? []
        )
    }

    /// Whether the server has a second port that can be reached: a container may publish only the first one.
    private func reachesOtherPort(_ administeredURL: String) async throws(RemoteServerError) -> Bool {
        let reference = URIReference(url)
        guard let port = try await admin.get("\(administeredURL)/__admin/addresses")?["otherPort"]?.number?.int,
            let scheme = reference.scheme, let host = reference.host
        else { return false }
        return (try? await admin.get("\(scheme)://\(host):\(port)/__admin/health")) != nil
    }

    /// Returns the URL of the server, or for a scenario with `tls`, of its port with the fault.
    private func origin(of slug: String, _ values: [String]) async throws(RemoteServerError) -> String {
        guard let variants = variants[slug], let position = variants.position(of: values),
            let fault = variants.tls(at: position)
        else { return url }
        let https = try await admin.get("\(url)/__admin/https")
        guard let port = https?["ports"]?[fault.rawValue]?.number?.int, let host = URIReference(url).host else {
            let reason = "has no port with the TLS fault '\(fault.rawValue)' of \(slug): start it with --https"
            throw RemoteServerError(description: "\(url) \(reason)")
        }
        return "https://\(host):\(port)"
    }

    private func address(of slug: String, _ values: [String], token: String?) throws(RemoteServerError) -> String {
        do {
            let name = try ([slug] + values).map { try URITemplate("{part}").expand(["part": $0]) }
            return "\(url)/~\(name.joined(separator: ":"))\(token.map { "@\($0)" } ?? "")"
        } catch {
            throw RemoteServerError(description: "\(slug) is not valid in a URL: \(error)")
        }
    }
}

/// A sandbox of a remote server; the first request to it creates it.
struct RemoteSandbox: ContractSandbox {
    let baseURL: String
    let hasOtherPort: Bool
    /// The address of the sandbox on the port of the admin API.
    let administeredURL: String
    let admin: RemoteAdmin
    /// The places of the scenario's interactions in the local file.
    let interactions: Set<SourceLocation>

    func requests() async throws -> [ReceivedRequest] {
        try await entries().map { try received($0) }
    }

    func usage() async throws -> [InteractionUsage] {
        var served: [SourceLocation: Int] = [:]
        for entry in try await entries() {
            guard let text = entry["location"]?.string, let location = local(text) else { continue }
            served[location, default: 0] += 1
        }
        return served.map { InteractionUsage(location: $0.key, served: $0.value) }
    }

    func advanceClock(milliseconds: Int) async throws -> Bool {
        guard let seconds = JSONNumber(Double(milliseconds) / 1000) else { return false }
        return await admin.post("\(administeredURL)/__admin/clock", ["advance": .number(seconds)])
    }

    /// Returns the entries of the journal, the oldest first.
    private func entries() async throws -> [JSONValue] {
        let url = "\(administeredURL)/__admin/requests?credentials=true&hypermock=true"
        guard let list = try await admin.get(url)?["requests"]?.array else {
            throw RemoteServerError(description: "\(administeredURL) no longer has a request journal")
        }
        return list.reversed()
    }

    /// Finds the local place of an interaction; the server may know the file under another path.
    private func local(_ location: String) -> SourceLocation? {
        let place = location.split(separator: "/").last.map(String.init)
        return interactions.first { $0.description.split(separator: "/").last.map(String.init) == place }
    }

    private func received(_ entry: JSONValue) throws -> ReceivedRequest {
        guard let request = entry["request"], let url = request["url"]?.string,
            let method = request["method"]?.string.flatMap({ HTTPRequest.Method($0) })
        else {
            throw RemoteServerError(description: "\(baseURL) has a journal entry without a method or URL")
        }
        let body = request["bodyAsBase64"]?.string.flatMap { Data(base64Encoded: $0) }
        var received = ReceivedRequest(
            method: method,
            target: target(of: url),
            fields: fields(request["headers"]),
            body: body.map { [UInt8]($0) } ?? [],
            wasMatched: entry["wasMatched"]?.bool ?? true,
            status: entry["response"]?["status"]?.number?.int ?? 0,
            receivedAt: request["loggedDate"]?.number?.int.map { Int64($0) } ?? 0,
            version: request["protocol"]?.string.flatMap { Request.Version(rawValue: $0) } ?? .http11,
            scheme: request["scheme"]?.string.flatMap { Request.Scheme(rawValue: $0) } ?? .http,
            security: request["tls"].flatMap { ConnectionSecurity($0) }
        )
        received.retry = entry["retry"].flatMap { ReceivedRetry($0) }
        return received
    }

    /// Returns the part after the token of the sandbox; a reverse proxy may have changed the part before.
    private func target(of url: String) -> String {
        guard let token = baseURL.split(separator: "@").last, let range = url.firstRange(of: "@\(token)") else {
            return url
        }
        return String(url[range.upperBound...])
    }

    private func fields(_ headers: JSONValue?) -> [HTTPField] {
        (headers?.object?.members ?? []).flatMap { member -> [HTTPField] in
            guard let name = HTTPField.Name(member.name) else { return [] }
            let values = member.value.string.map { [$0] } ?? member.value.array?.compactMap(\.string) ?? []
            return values.map { HTTPField(name: name, value: $0) }
        }
    }
}

extension ReceivedRetry {
    /// Reads the wait as the journal shows it.
    fileprivate init?(_ json: JSONValue) {
        guard let advised = json["advised"]?.number?.double, let waited = json["waited"]?.number?.double,
            let advised = Int(exactly: (advised * 1000).rounded()), let waited = Int(exactly: (waited * 1000).rounded())
        else { return nil }
        self.init(advisedMilliseconds: advised, waitedMilliseconds: waited)
    }
}

extension ConnectionSecurity {
    /// Reads the parameters as the journal shows them.
    fileprivate convenience init?(_ json: JSONValue) {
        guard let version = json["version"]?.string, let cipher = json["cipher"]?.string else { return nil }
        self.init(
            version: version,
            cipher: cipher,
            serverName: json["sni"]?.string,
            clientSubject: json["clientCertificate"]?["subject"]?.string
        )
    }
}

/// The admin API of a remote server.
struct RemoteAdmin: Sendable {
    private static let limit = Duration.seconds(30)

    private let client: HypermediaClient
    private let options: RequestOptions

    /// - Parameters:
    ///   - token: The admin token; nil if the server requires none.
    ///   - transport: The transport; nil: the platform's.
    init(token: String?, transport: (any Transport)?) {
        client = HypermediaClient(transport: transport)
        options = RequestOptions(
            authorization: token.map { .bearer($0) },
            timeouts: Timeouts(firstByte: nil, idle: nil, total: Self.limit)
        )
    }

    /// Returns the text at an address; nil for 404.
    ///
    /// - Throws: `RemoteServerError` for any other outcome.
    func text(_ url: String) async throws(RemoteServerError) -> String? {
        let outcome: Outcome<JSONObject> = await client.get(Target(url), options: options)
        guard case .undecodable(let text) = outcome else {
            _ = try await get(url)
            return nil
        }
        return String(decoding: text.response.body, as: UTF8.self)
    }

    /// Sends a document.
    ///
    /// - Returns: Whether the server has accepted it.
    func post(_ url: String, _ document: JSONValue) async -> Bool {
        let outcome: Outcome<JSONObject> = await client.post(Target(url), .json(document), options: options)
        if case .success = outcome { return true }
        return false
    }

    /// Returns the document at an address; nil for 404.
    ///
    /// - Throws: `RemoteServerError` for any other outcome.
    func get(_ url: String) async throws(RemoteServerError) -> JSONObject? {
        let problem: String
        switch await client.get(Target(url), options: options) {
        case .success(let document): return document.model ?? JSONObject()
        case .clientError(let error) where error.kind == .notFound: return nil
        case .authenticationRequired:
            problem = "requires a token: set HYPERMOCK_ADMIN_TOKEN to the server's token"
        case .connectionFailure(let failure):
            let advice = "; to trust its CA: --ca-file, or the variable HYPERMOCK_CA_FILE"
            let isUntrusted = failure.tlsReason == .untrusted || failure.tlsReason == .selfSigned
            problem = "cannot be reached: \(failure)\(isUntrusted ? advice : "")"
        case .undecodable, .redirection: problem = "does not return JSON: is this a Hypermock server?"
        case .conflict, .clientError, .serverUnavailable, .serverError:
            problem = "does not respond like a Hypermock server"
        }
        throw RemoteServerError(description: "\(url) \(problem)")
    }
}

/// The reason why a remote server cannot be used, and what to do about it.
package struct RemoteServerError: Error, Hashable, CustomStringConvertible {
    package let description: String
}
