import HAL
import Scenarios

/// What conditions may ask about a request beyond its bytes.
///
/// Everything is worked out at the first question, and once.
final class RequestFacts {
    /// One field of a query, a form or a cookie header, decoded.
    typealias Pair = (name: String, value: String)

    let request: IncomingRequest
    let target: RequestTarget

    init(_ request: IncomingRequest, _ target: RequestTarget) {
        self.request = request
        self.target = target
    }

    /// The path in normal form and, where it differs, as it was sent.
    private(set) lazy var paths: [String] = targets.map { String(URLPattern.path(of: $0)) }
    /// Path and query in normal form and, where they differ, as they were sent.
    private(set) lazy var targets: [String] = {
        let normal = String(decoding: target.bytes[target.whole], as: UTF8.self)
        guard target.isCopy, !target.sent.isEmpty else { return [normal] }
        return [normal, String(decoding: request.head[target.sent], as: UTF8.self)]
    }()
    private(set) lazy var query: [Pair] = FormText.pairs(target.bytes[target.query])
    private(set) lazy var form: [Pair] = isForm ? FormText.pairs(request.body[...]) : []
    private(set) lazy var cookies: [Pair] = CookieText.pairs(headerValues("cookie"))
    /// Nil when it is empty: WireMock presents an empty body as absent.
    private(set) lazy var body: String? = request.body.isEmpty ? nil : String(decoding: request.body, as: UTF8.self)
    /// Nil when the body is no JSON.
    private(set) lazy var json: JSONValue? =
        request.body.isEmpty ? nil : try? JSONValue(parsing: request.body, limits: JSONLimits(depth: 256))
    /// Nil when the body is no multipart form.
    private(set) lazy var parts: [BodyPart]? = headerValues("content-type").first.flatMap {
        MultipartBody.parts(of: request.body, contentType: $0)
    }
    private(set) lazy var authority = Authority(request)

    /// The values of all lines with that name, which is given in lower case.
    func headerValues(_ name: String) -> [String] {
        let name = Array(name.utf8)
        return request.fields.filter { request.head.isName(name, at: $0.name) }
            .map { String(decoding: request.head[$0.value], as: UTF8.self) }
    }

    func queryValues(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

    func formValues(_ name: String) -> [String] { form.filter { $0.name == name }.map(\.value) }

    func cookieValues(_ name: String) -> [String] { cookies.filter { $0.name == name }.map(\.value) }

    /// Whether one of the cookies of that name is as described, or none is wanted.
    func cookieMatches(_ cookie: Named<Matcher>) -> Bool {
        let values = cookieValues(cookie.name)
        guard !values.isEmpty else { return cookie.pattern.asksForMissing }
        return values.contains { cookie.pattern.matches($0, now: request.receivedAt) }
    }

    /// Percent-decoded; nil when the path does not fit the template.
    func pathParameter(_ name: String, of template: PathTemplate) -> String? {
        paths.lazy.compactMap { template.match($0) }.first?.first { $0.name == name }?.value
    }

    func bodyMatches(_ matcher: Matcher) -> Bool {
        let bytes = request.body.isEmpty ? nil : request.body
        return matcher.matches(body, json: matcher.readsJSON ? json : nil, bytes: bytes, now: request.receivedAt)
    }

    private var isForm: Bool {
        guard let type = headerValues("content-type").first else { return false }
        let end = type.firstIndex(of: ";") ?? type.endIndex
        return type[..<end].trimmingSpaces().lowercased() == "application/x-www-form-urlencoded"
    }
}
