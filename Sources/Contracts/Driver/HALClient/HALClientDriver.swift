import Dispatch
import HAL
package import HALClient
import HTTPTypes
import Scenarios
import URITemplates

/// Drives the client of this package in one of its two API styles.
package final class HALClientDriver: Driver {
    private let style: APIStyle
    private let executor: HypermediaClient
    private let queue = DispatchQueue(label: "hypermock.driver")
    private let representations = Representations()
    private let sessions: SessionPool
    private let validation: FormTemplate.Validation

    /// Creates a driver; the default transport is that of the platform.
    package init(
        _ style: APIStyle,
        redirectPolicy: RedirectPolicy = .standard,
        middlewares: [any TransportMiddleware] = [],
        validation: FormTemplate.Validation = .complete,
        transport: (any Transport)? = nil
    ) {
        self.style = style
        self.validation = validation
        let configuration = HypermediaClient.Configuration(redirectPolicy: redirectPolicy, middlewares: middlewares)
        executor = HypermediaClient(configuration: configuration, transport: transport)
        sessions = SessionPool(executor)
    }

    /// Returns a kind of driver that is named after the style.
    package static func kind(_ style: APIStyle) -> DriverKind {
        kind(style, with: nil, .standard)
    }

    /// Returns a kind of driver that is named after the style and, unless it is the platform's, the transport.
    package static func kind(
        _ style: APIStyle,
        with transport: ClientTransport?,
        _ connections: ClientConnections
    ) -> DriverKind {
        let name = [style.rawValue, transport?.rawValue].compactMap(\.self).joined(separator: "/")
        let option = transport.map { " --transport \($0.rawValue)" } ?? ""
        let capabilities = (transport ?? .ofPlatform).capabilities
        return DriverKind(name, capabilities: capabilities, arguments: "--style \(style.rawValue)\(option)") { needs in
            HALClientDriver(style, transport: connections.transport(transport, for: needs))
        }
    }

    package func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        let notices = NoticeList()
        let end: @Sendable (Outcome<JSONObject>) -> Void = { [representations] outcome in
            representations.keep(outcome.success, of: call.id)
            report(ReportedOutcome(outcome, notices: notices.all))
        }
        let client: any CallPerforming
        switch await self.client(for: call) {
        case .failure(let failed): return end(failed.outcome)
        case .success(let found): client = found
        }
        if let walk = call.request.pages {
            let series = PageSeries(walk, from: try target(of: call), options(of: call, notices.add))
            let outcome = await series.outcome(with: client, notices) { [representations] page in
                representations.keep(page, of: call.id)
            }
            return report(outcome)
        }
        if case .submit(let form, let source) = call.target {
            let page = try page(source)
            // Only the async API requests options.
            if style == .async || page.linksToOptions(form) {
                return end(await submit(form, of: page, with: client, options(of: call, notices.add)))
            }
        }
        switch style {
        case .async: end(await client.perform(try makeCall(call, notices.add)))
        case .callbacks: await perform(try makeCall(call, nil), with: client, notices, end)
        }
    }

    private func client(for call: DriverCall) async -> Result<any CallPerforming, FailedLogin> {
        guard case .oauth(let session)? = call.request.authorization else { return .success(executor) }
        return await sessions.session(session).map { $0 as any CallPerforming }
    }

    private func makeCall(
        _ call: DriverCall,
        _ onNotice: (@Sendable (CallNotice) -> Void)?
    ) throws(DriverFailure) -> Call<JSONObject> {
        let options = options(of: call, onNotice)
        if case .submit(let form, let source) = call.target {
            let validation = validation == .none ? validation : .local
            return .submit(form.template, of: try page(source), form.values, validation: validation, options: options)
        }
        let content = RequestContent(call.request)
        return Call(call.request.method, try target(of: call), content: content, options: options)
    }

    private func target(of call: DriverCall) throws(DriverFailure) -> Target {
        switch call.target {
        case .url(let url): return Target(url)
        case .follow(let link, let source):
            let selector = LinkSelector(LinkRelation(link.relation), name: link.linkName)
            return .link(selector, of: try page(source), variables: URITemplate.Variables(link.variables))
        case .submit(let form, _): throw DriverFailure("the template '\(form.template)' has no pages")
        }
    }

    private func options(
        of call: DriverCall,
        _ onNotice: (@Sendable (CallNotice) -> Void)?
    ) -> RequestOptions {
        var options = RequestOptions(call.request)
        options.onNotice = onNotice
        return options
    }

    /// Returns the resource that an earlier call received.
    private func page(_ call: Int) throws(DriverFailure) -> Representation<JSONObject> {
        guard let representation = representations[call] else {
            throw DriverFailure("call \(call) received no resource")
        }
        return representation
    }

    private func submit(
        _ form: SubmittedForm,
        of page: Representation<JSONObject>,
        with client: any CallPerforming,
        _ options: RequestOptions
    ) async -> Outcome<JSONObject> {
        await client.submit(form.template, of: page, form.values, validation: validation, options: options)
    }

    private func perform(
        _ call: Call<JSONObject>,
        with client: any CallPerforming,
        _ notices: NoticeList,
        _ end: @escaping @Sendable (Outcome<JSONObject>) -> Void
    ) async {
        let (firsts, first) = AsyncStream.makeStream(of: Void.self)
        let report: @Sendable (Outcome<JSONObject>) -> Void = { outcome in
            end(outcome)
            first.finish()
        }
        client.perform(call, on: queue, Callbacks(reporting: report, notice: notices.add))
        for await _ in firsts {}
        // A second callback may be queued behind the first one, and must be reported.
        await withCheckedContinuation { drained in
            queue.async { drained.resume() }
        }
    }
}

extension Callbacks {
    /// Reports the outcome of the class whose closure is called.
    fileprivate init(
        reporting report: @escaping @Sendable (Outcome<Model>) -> Void,
        notice: @escaping @Sendable (CallNotice) -> Void
    ) {
        self.init(
            success: { report(.success($0)) },
            redirection: { report(.redirection($0)) },
            authenticationRequired: { report(.authenticationRequired($0)) },
            conflict: { report(.conflict($0)) },
            clientError: { report(.clientError($0)) },
            serverUnavailable: { report(.serverUnavailable($0)) },
            serverError: { report(.serverError($0)) },
            connectionFailure: { report(.connectionFailure($0)) },
            undecodable: { report(.undecodable($0)) },
            notice: notice
        )
    }
}

extension Representation {
    /// Whether a property of the template links to its options.
    fileprivate func linksToOptions(_ form: SubmittedForm) -> Bool {
        template(form.template)?.properties.contains { $0.options?.link != nil } ?? false
    }
}

/// The representation that each call received, for its links.
private final class Representations: Sendable {
    private let byCall = Locked<[Int: Representation<JSONObject>]>([:])

    subscript(call: Int) -> Representation<JSONObject>? { byCall.withLock { $0[call] } }

    func keep(_ representation: Representation<JSONObject>?, of call: Int) {
        byCall.withLock { $0[call] = representation }
    }
}

/// The notices of one call.
final class NoticeList: Sendable {
    private let notices = Locked<[CallNotice]>([])

    var all: [CallNotice] { notices.withLock { $0 } }

    func add(_ notice: CallNotice) {
        notices.withLock { $0.append(notice) }
    }
}

/// The transport of this package's client.
package enum ClientTransport: String, Sendable, CaseIterable {
    case asyncHTTPClient = "async-http-client"
    case urlSession = "url-session"

    /// The transports that were compiled in, that of the platform first.
    package static var available: [ClientTransport] { allCases.filter { $0.shared != nil } }

    /// The default transport of executors.
    package static let ofPlatform = available[0]

    /// The capabilities of this package's client with the transport.
    package var capabilities: Capabilities {
        let all = Capabilities.all.subtracting([.h2c])
        return trustsOwnAuthorities ? all : all.subtracting([.https, .h2])
    }

    /// Whether the transport can trust certificate authorities that the system does not know.
    var trustsOwnAuthorities: Bool {
        #if os(Linux)
            return self == .asyncHTTPClient
        #else
            return true
        #endif
    }

    /// Returns a transport with its own connections; the transport must have been compiled in.
    func make(_ configuration: TransportConfiguration) -> any Transport {
        switch self {
        case .asyncHTTPClient:
            #if os(Linux)
                return AsyncHTTPClientTransport(configuration: configuration)
            #else
                return URLSessionTransport(configuration: configuration)
            #endif
        case .urlSession:
            #if !os(Linux) || URLSessionOnLinux
                return URLSessionTransport(configuration: configuration)
            #else
                return AsyncHTTPClientTransport(configuration: configuration)
            #endif
        }
    }

    /// The shared instance; nil if the transport was not compiled in.
    package var shared: (any Transport)? {
        switch self {
        case .asyncHTTPClient:
            #if os(Linux)
                return AsyncHTTPClientTransport.shared
            #else
                return nil
            #endif
        case .urlSession:
            #if !os(Linux) || URLSessionOnLinux
                return URLSessionTransport.shared
            #else
                return nil
            #endif
        }
    }

    /// The advice for a platform or build without the transport.
    package var remedy: String {
        switch self {
        case .asyncHTTPClient: "it is available on Linux only"
        case .urlSession: "build with the package trait URLSessionOnLinux: swift build --traits URLSessionOnLinux"
        }
    }
}

/// The two ways in which the client offers a call; both must report the same outcomes.
package enum APIStyle: String, Sendable, CaseIterable {
    case async
    case callbacks
}
