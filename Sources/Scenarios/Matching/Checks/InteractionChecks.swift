internal import HAL
import HTTPTypes
import Messages

/// Every condition of a request pattern, with the value of the request.
package struct InteractionChecks {
    /// The purpose of the checks.
    package struct Purpose: Sendable {
        /// In bytes; conditions on larger bodies are not examined.
        let largestBody: Int
        /// Whether a pattern for GET matches HEAD, as in a server.
        let answersHead: Bool
        /// Whether a field is equivalent in one line and in several (RFC 9110 §5.3); a server compares line by line.
        let joinsLines: Bool
        /// Whether all conditions share one budget, as in a server.
        let sharesBudget: Bool
        let showsCredentials: Bool
        /// Whether to hide the values of a header field of that name.
        func hides(_ header: String) -> Bool {
            !showsCredentials && Redaction.hides(header)
        }

        /// Explains why an interaction did not match.
        package static func explanation(showsCredentials: Bool = false) -> Purpose {
            Purpose(
                largestBody: InteractionChecks.largestBody,
                answersHead: true,
                joinsLines: false,
                sharesBudget: false,
                showsCredentials: showsCredentials
            )
        }

        /// Judges the request of a client, at any cost.
        package static let verdict = Purpose(
            largestBody: .max,
            answersHead: false,
            joinsLines: true,
            sharesBudget: true,
            showsCredentials: false
        )
    }

    /// In bytes; an explanation does not examine conditions on larger bodies.
    package static let largestBody = 256 << 10
    private static let tooLong =
        "comparing takes more than \(EvaluationBudget.usualSteps) steps, which counts as a mismatch"

    /// In the order of a request: method, URL, parameters, header, body.
    package private(set) var all: [FieldCheck] = []
    private let facts: DecodedRequest
    private let budget: ExplanationBudget
    private let purpose: Purpose

    package init(_ pattern: RequestPattern, _ facts: DecodedRequest, _ budget: ExplanationBudget, _ purpose: Purpose) {
        let request = facts.request
        self.facts = facts
        self.budget = budget
        self.purpose = purpose
        all.reserveCapacity(8)
        addMethod(pattern.method, String(decoding: request.head[request.method], as: UTF8.self))
        if let check = URLCheck.make(pattern.url, facts, budget) { all.append(check) }
        addAuthority(of: pattern)
        addParameters(of: pattern)
        addHeaders(of: pattern)
        if let credentials = pattern.basicAuth { addCredentials(credentials) }
        for matcher in pattern.bodyPatterns { addBody(matcher, length: request.body.count) }
        for part in pattern.multipartPatterns { addPart(part, length: request.body.count) }
    }

    private mutating func addMethod(_ condition: MethodPattern, _ actual: String) {
        let (operation, methods, isExcluded): (String, [HTTPRequest.Method], Bool)
        switch condition {
        case .any: return
        case .oneOf(let names): (operation, methods, isExcluded) = (names.count == 1 ? "is" : "oneOf", names, false)
        case .noneOf(let names): (operation, methods, isExcluded) = ("noneOf", names, true)
        }
        let names = methods.map(\.rawValue)
        let answersHead = !isExcluded && purpose.answersHead && actual == "HEAD" && names.contains("GET")
        all.append(
            FieldCheck(
                "method",
                operation,
                expected: Excerpt.of(names.joined(separator: ", ")),
                actual: Excerpt.of(actual),
                names.contains(actual) != isExcluded || answersHead,
                hint: names.contains(actual.uppercased()) ? "methods are case-sensitive" : nil
            )
        )
    }

    private mutating func addAuthority(of pattern: RequestPattern) {
        guard pattern.scheme != nil || pattern.host != nil || pattern.port != nil else { return }
        let authority = facts.authority
        if let scheme = pattern.scheme {
            let holds = facts.schemeMatches(scheme.lowercased())
            all.append(FieldCheck("scheme", "is", expected: scheme, actual: authority.scheme, holds))
        }
        if let host = pattern.host {
            add("host", .any(host), authority.host.map { [$0] } ?? []) { $0.hostMatches(host) }
        }
        if let port = pattern.port {
            let actual = authority.port.map(String.init)
            all.append(FieldCheck("port", "is", expected: "\(port)", actual: actual, facts.portMatches(port)))
        }
    }

    private mutating func addParameters(of pattern: RequestPattern) {
        if case .urlPathTemplate(let template) = pattern.url {
            for parameter in pattern.pathParameters {
                let value = facts.pathParameter(parameter.name, of: template)
                add("path parameter \(parameter.name)", .any(parameter.pattern), value.map { [$0] } ?? []) {
                    $0.pathParameterMatches(parameter, of: template)
                }
            }
        }
        for parameter in pattern.queryParameters {
            add("query \(parameter.name)", parameter.pattern, facts.queryValues(parameter.name)) {
                $0.queryMatches(parameter)
            }
        }
        for field in pattern.formParameters where facts.request.body.count <= purpose.largestBody {
            let values = facts.formValues(field.name)
            let hint = values == nil ? "the form has more than \(DecodedRequest.maximumFormFields) fields" : nil
            add("form \(field.name)", field.pattern, values ?? [], hint: hint) { $0.formMatches(field) }
        }
    }

    private mutating func addHeaders(of pattern: RequestPattern) {
        for header in pattern.headers {
            let values = facts.headerValues(header.name.lowercased())
            let isSecret = purpose.hides(header.name)
            let shown = isSecret ? values.map { Redaction.hidden(header.name, $0) } : nil
            add("header \(header.name)", header.pattern, values, shown: shown) { [purpose] facts in
                facts.headerMatches(Named(header.name.lowercased(), header.pattern))
                    || purpose.joinsLines && !facts.budget.isExhausted
                        && FieldLines(header.name, values).match(header.pattern, now: facts.request.receivedAt)
            }
        }
        for cookie in pattern.cookies {
            let values = facts.cookieValues(cookie.name)
            add(
                "cookie \(cookie.name)",
                .any(cookie.pattern),
                values,
                shown: purpose.showsCredentials ? nil : values.map { _ in Redaction.mark }
            ) { $0.cookieMatches(cookie) }
        }
    }

    private mutating func addCredentials(_ credentials: BasicCredentials) {
        let text = "\(credentials.username):\(credentials.password)"
        let hidden = "\(Excerpt.of(credentials.username)):\(Redaction.mark)"
        let actual = facts.headerValues("authorization").first
        let holds = BasicAuthorization.holds(BasicAuthorization.encoded(credentials), for: facts.request)
        all.append(
            FieldCheck(
                "basicAuth",
                "is",
                expected: purpose.showsCredentials ? Excerpt.of(text) : hidden,
                actual: actual.map { [purpose] value in
                    purpose.showsCredentials
                        ? Excerpt.of(value) : Redaction.hidden("authorization", value)
                },
                holds,
                hint: actual.flatMap { SecretHint.of(credentials, $0) }
            )
        )
    }

    private mutating func addBody(_ matcher: Matcher, length: Int) {
        let text = MatcherText(matcher)
        guard length <= purpose.largestBody else {
            return all.append(.notExamined("body", text.operation, expected: text.expected, actual: "\(length) bytes"))
        }
        let body = facts.body
        let actual = body.map { Excerpt.of($0) }
        guard budget.takes(body.map(matcher.cost) ?? 1) else {
            return all.append(.notExamined("body", text.operation, expected: text.expected, actual: actual))
        }
        let holds = facts.bodyMatches(matcher)
        let isTooLong = facts.budget.isExhausted
        all.append(
            FieldCheck(
                "body",
                text.operation,
                expected: text.expected,
                actual: actual,
                holds,
                hint: isTooLong ? Self.tooLong : ValueHint(budget, json: { [facts] in facts.json }).of(matcher, body)
            )
        )
    }

    private mutating func addPart(_ part: PartPattern, length: Int) {
        let text = PartText(part)
        var check = FieldCheck(text.field, text.operation, expected: text.expected, actual: nil, true)
        guard length <= purpose.largestBody, budget.takes(part.cost(on: facts)) else {
            check.actual = "\(length) bytes"
            check.verdict = .notExamined
            return all.append(check)
        }
        check.actual = facts.parts.map(PartText.names)
        if !isMet({ $0.partMatches(part) }) { check.verdict = .fails }
        if facts.parts == nil { check.hint = "the request's body is not a multipart form" }
        all.append(check)
    }

    private func isMet(_ condition: (DecodedRequest) -> Bool) -> Bool {
        purpose.sharesBudget ? condition(facts) : facts.afresh(condition)
    }

    /// Adds a check; `shown` replaces secret values, and then hides the expected value, too.
    private mutating func add(
        _ field: String,
        _ matcher: MultiValueMatcher,
        _ values: [String],
        shown: [String]? = nil,
        hint: String? = nil,
        holds: (DecodedRequest) -> Bool
    ) {
        let text = MatcherText(matcher)
        let isSecret = shown != nil
        let expected = isSecret && !text.expected.isEmpty ? Redaction.mark : text.expected
        let actual = values.isEmpty ? nil : Excerpt.of((shown ?? values).prefix(20).joined(separator: ", "))
        guard budget.takes(matcher.cost(on: values)) else {
            return all.append(.notExamined(Excerpt.of(field), text.operation, expected: expected, actual: actual))
        }
        all.append(
            FieldCheck(
                Excerpt.of(field),
                text.operation,
                expected: expected,
                actual: actual,
                isMet(holds),
                hint: hint ?? (isSecret ? SecretHint.of(matcher, values) : ValueHint(budget).of(matcher, values))
            )
        )
    }
}

/// One condition of an interaction, with the value of the request.
package struct FieldCheck: Sendable, Hashable {
    package enum Verdict: String, Sendable {
        case holds
        case fails
        /// Too expensive for an explanation.
        case notExamined
    }

    /// The part of the request, such as `header Accept`; `state` is not part of it.
    package var field: String
    package var operation: String
    package var expected: String
    /// Nil: the request has no value.
    package var actual: String?
    package var verdict: Verdict
    package var hint: String?
    /// The journal number of the request that made the current state, if known.
    package var lastAdvancedBy: Int?

    package init(
        _ field: String,
        _ operation: String,
        expected: String,
        actual: String?,
        _ holds: Bool,
        hint: @autoclosure () -> String? = nil
    ) {
        self.field = field
        self.operation = operation
        self.expected = expected
        self.actual = actual
        verdict = holds ? .holds : .fails
        self.hint = holds ? nil : hint()
    }

    /// A condition that is too expensive to examine.
    package static func notExamined(
        _ field: String,
        _ operation: String,
        expected: String,
        actual: String?
    ) -> FieldCheck {
        var check = FieldCheck(field, operation, expected: expected, actual: actual, true)
        check.verdict = .notExamined
        return check
    }
}
