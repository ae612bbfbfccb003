import HAL
import Messages
import Scenarios

/// An error of the admin API, in WireMock's form.
struct AdminError: Error {
    /// One problem of a call.
    struct Problem {
        var code: Int
        var title: String
        /// A JSON pointer into the body, or into `/query` or `/path`.
        var pointer: String?
        var detail: String?
    }

    /// WireMock's codes for kinds of problems.
    enum Code {
        static let malformed = 10
        static let unknownState = 11
        static let notPermitted = 50
        static let duplicate = 109
    }

    let status: Int
    let problems: [Problem]
    /// The methods that the path accepts, for status 405 (RFC 9110 §15.5.6).
    var allowed: [String] = []

    init(_ status: Int, code: Int, _ title: String, at pointer: String? = nil, detail: String? = nil) {
        self.status = status
        problems = [Problem(code: code, title: title, pointer: pointer, detail: detail)]
    }

    /// Creates an error from the problems of a document, whose place in the body is `prefix`.
    init(_ refusal: WireMockRefusal, below prefix: String = "") {
        status = 422
        problems = refusal.problems.map { problem in
            let help = problem.suggestion.map { "; \($0)" } ?? ""
            return Problem(
                code: Code.malformed,
                title: problem.pointer == nil ? "Error parsing JSON" : "Error reading the document",
                pointer: prefix + (problem.pointer ?? ""),
                detail: problem.message + help
            )
        }
    }

    static func noSuchResource(_ detail: String? = nil) -> AdminError {
        AdminError(404, code: 404, "No such resource of the admin API", detail: detail)
    }

    static func wrongMethod(_ allowed: [String]) -> AdminError {
        let methods = allowed.contains("GET") ? allowed + ["HEAD"] : allowed
        let list = methods.joined(separator: ", ")
        var error = AdminError(405, code: 405, "Method not allowed", detail: "allowed: \(list)")
        error.allowed = methods
        return error
    }

    static func wrongQuery(_ name: String, _ value: String, _ expected: String) -> AdminError {
        let shown = String(value.prefix(80)).printable
        return AdminError(
            400,
            code: Code.malformed,
            "\(name)=\(shown) is not valid",
            at: "/query/\(name)",
            detail: "expected \(expected)"
        )
    }

    static func wrongBody(_ detail: String, at pointer: String = "") -> AdminError {
        AdminError(422, code: Code.malformed, "Error reading the document", at: pointer, detail: detail)
    }

    static func notPermitted(_ detail: String) -> AdminError {
        AdminError(403, code: Code.notPermitted, "Not permitted", detail: detail)
    }

    var response: Response {
        let errors = problems.map { problem -> JSONValue in
            var error: JSONObject = ["code": .number(JSONNumber(problem.code))]
            if let pointer = problem.pointer { error["source"] = ["pointer": .string(pointer)] }
            error["title"] = .string(problem.title)
            if let detail = problem.detail { error["detail"] = .string(detail) }
            return .object(error)
        }
        let body = JSONValue.object(["errors": .array(errors)]).serializedBytes(pretty: true) + [UInt8(ascii: "\n")]
        let challenge = status == 401 ? [("WWW-Authenticate", #"Bearer realm="hypermock admin""#)] : []
        let allow = allowed.isEmpty ? [] : [("Allow", allowed.joined(separator: ", "))]
        return Response(status: status, fields: challenge + allow + [("Content-Type", "application/json")], body: body)
    }
}
