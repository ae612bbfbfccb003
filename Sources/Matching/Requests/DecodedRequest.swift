package import HAL
package import Messages

/// A received request, parsed as far as patterns need; evaluates each condition of a pattern.
///
/// Each part is parsed once, at its first use.
package final class DecodedRequest {
    /// One field of a query, a form or a cookie header, decoded.
    package typealias Pair = (name: String, value: String)

    /// Compared for one step.
    private static let pairsPerStep = 4
    /// A form with more fields matches no form pattern.
    package static let maximumFormFields = 10_000

    package let request: Request
    package let target: RequestTarget
    /// Shared by all conditions; once it is used up, the request matches nothing.
    package private(set) var budget: EvaluationBudget

    package init(_ request: Request, _ target: RequestTarget, budget: EvaluationBudget? = nil) {
        self.request = request
        self.target = target
        self.budget = budget ?? EvaluationBudget(bodyLength: request.body.count)
    }

    /// Makes a request whose target is matched whole, without scheme and authority.
    package convenience init(_ request: Request) {
        self.init(request, RequestTarget(request.head, OriginForm.range(of: request.target, in: request.head)))
    }

    /// The path in normal form and, if it differs, as received.
    package private(set) lazy var paths: [String] = targets.map { String(URLPattern.path(of: $0)) }
    /// Path and query in normal form and, if they differ, as received.
    package private(set) lazy var targets: [String] = {
        let normal = String(decoding: target.bytes[target.whole], as: UTF8.self)
        guard target.isCopy, !target.sent.isEmpty else { return [normal] }
        return [normal, String(decoding: request.head[target.sent], as: UTF8.self)]
    }()
    package private(set) lazy var query: [Pair] = FormText.pairs(target.bytes[target.query])
    /// Nil if the body is a form with more than `maximumFormFields`.
    package private(set) lazy var form: [Pair]? = {
        guard isForm else { return [] }
        guard FormText.count(request.body[...]) <= Self.maximumFormFields else { return nil }
        return FormText.pairs(request.body[...])
    }()
    package private(set) lazy var cookies: [Pair] = CookieText.pairs(headerValues("cookie"))
    /// Nil if it is empty: WireMock presents an empty body as absent.
    package private(set) lazy var body: String? =
        request.body.isEmpty ? nil : String(repairing: request.body)
    /// Nil if the body is not JSON, or too large to examine.
    package private(set) lazy var json: JSONValue? = {
        guard !request.body.isEmpty, budget.spend(parsing: request.body.count) else { return nil }
        let limits = JSONLimits(depth: 256, values: EvaluationBudget.maximumValues)
        return try? JSONValue(parsing: request.body, limits: limits)
    }()
    /// Nil if the body is empty.
    private(set) lazy var xml: XMLForms? = body.map(XMLForms.init)
    /// Nil if the body is not a multipart form.
    package private(set) lazy var parts: [BodyPart]? = headerValues("content-type").first.flatMap {
        MultipartBody.parts(of: request.body, contentType: $0)
    }
    package private(set) lazy var authority = Authority(request)

    var method: String { String(decoding: request.head[request.method], as: UTF8.self) }

    /// Spends the steps for scanning that many bytes; false if fewer are left.
    package func spend(bytes: Int) -> Bool {
        budget.spend(bytes: bytes)
    }

    /// Whether the body is a URL-encoded form, by its media type.
    package var isForm: Bool {
        guard let type = headerValues("content-type").first else { return false }
        let end = type.firstIndex(of: ";") ?? type.endIndex
        return type[..<end].trimmingSpaces.lowercased() == "application/x-www-form-urlencoded"
    }

    /// The values of all lines with that name; `name` is in lower case.
    package func headerValues(_ name: String) -> [String] {
        let name = Array(name.utf8)
        return request.fields.filter { request.head.isName(name, at: $0.name) }
            .map { String(decoding: request.head[$0.value], as: UTF8.self) }
    }

    package func queryValues(_ name: String) -> [String] { values(of: name, in: query) }

    /// Nil if the form has too many fields.
    package func formValues(_ name: String) -> [String]? { form.map { values(of: name, in: $0) } }

    package func cookieValues(_ name: String) -> [String] { values(of: name, in: cookies) }

    /// The value, percent-decoded; nil if the path does not match the template.
    package func pathParameter(_ name: String, of template: PathTemplate) -> String? {
        template.match(target: paths[0])?.first { $0.name == name }?.value
    }

    /// The values of a name, compared byte by byte: texts in Swift equal their canonical equivalents.
    private func values(of name: String, in pairs: [Pair]) -> [String] {
        guard budget.spend(pairs.count / Self.pairsPerStep) else { return [] }
        return pairs.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }
}

extension DecodedRequest {
    /// Runs `question` with a full budget, whatever other conditions have spent.
    func afresh<Result>(_ question: (DecodedRequest) -> Result) -> Result {
        let shared = budget
        defer { budget = shared }
        budget = EvaluationBudget()
        return question(self)
    }

    /// Whether the URL matches.
    ///
    /// Path and query are compared in normal form (RFC 3986 §6.2.2); an expression may match them as received instead.
    package func matches(_ pattern: URLPattern) -> Bool {
        switch pattern {
        case .any: true
        case .url(let text): PercentCoding.isNormalForm(target.bytes[target.whole], of: text)
        case .urlPath(let text): PercentCoding.isNormalForm(target.bytes[target.path], of: text)
        case .urlPattern(let expression): targets.contains(where: expression.matches)
        case .urlPathPattern(let expression): paths.contains(where: expression.matches)
        case .urlPathTemplate(let template): matches(template)
        }
    }

    package func matches(_ template: PathTemplate) -> Bool { template.match(target: paths[0]) != nil }

    /// Whether one of some texts matches, within the budget of the request.
    package func matches(_ expression: RegularExpression, _ texts: (DecodedRequest) -> [String]) -> Bool {
        texts(self).contains { expression.isMatch($0, budget: &budget) == true }
    }

    /// Whether a value matches, within the budget of the request.
    func matches(_ matcher: Matcher, _ value: String) -> Bool {
        matcher.matches(value, now: request.receivedAt, budget: &budget)
    }

    /// Whether a body matches, within the budget of the request; `json` is nil if the body is not JSON.
    func matches(_ matcher: Matcher, _ body: String?, json: JSONValue?, bytes: [UInt8]?) -> Bool {
        let xml = matcher.readsXML ? xml : nil
        return matcher.matches(body, json: json, xml: xml, bytes: bytes, now: request.receivedAt, budget: &budget)
    }

    func matches(_ matcher: MultiValueMatcher, _ values: [String]) -> Bool {
        matcher.matches(values, now: request.receivedAt, budget: &budget)
    }

    func matches(_ part: PartPattern) -> Bool {
        part.matches(parts, now: request.receivedAt, budget: &budget)
    }
}

extension URLPattern {
    /// Whether the URL of a request with that target, path and perhaps query, matches.
    package func matches(target: String) -> Bool {
        // Lint compares very many: where a target is in normal form there is nothing to parse.
        guard target.hasPrefix("/"), target.utf8.areAll(\.isPlainInTarget) else { return matches(parsing: target) }
        return switch self {
        case .any: true
        case .url(let text): PercentCoding.isNormalForm(target.utf8, of: text)
        case .urlPath(let text): PercentCoding.isNormalForm(Self.path(of: target).utf8, of: text)
        case .urlPattern, .urlPathPattern, .urlPathTemplate: matches(parsing: target)
        }
    }

    private func matches(parsing target: String) -> Bool {
        DecodedRequest(Request(method: "GET", target: target)).matches(self)
    }

    /// The path of a target.
    package static func path(of target: String) -> Substring {
        target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
    }
}
