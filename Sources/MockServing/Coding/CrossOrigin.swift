import Messages
import Mocking
import Scenarios

/// Lets pages of any origin read the answers, as WireMock's `--enable-stub-cors` does (the Fetch standard's CORS protocol).
///
/// The admin API is not opened: no page of another origin may use it or read from it.
struct CrossOrigin {
    private static let methods = ["OPTIONS", "GET", "POST", "PUT", "PATCH", "DELETE"]
    private static let maximumAge = 1800

    /// The answer to a preflight; nil for any other request.
    func preflight(_ request: Request) -> Response? {
        guard request.head[request.method].elementsEqual("OPTIONS".utf8), let origin = value("origin", of: request),
            let method = value("access-control-request-method", of: request), !isForAdministration(request)
        else { return nil }
        guard Self.methods.contains(method) else { return Response(status: 200) }
        let headers = value("access-control-request-headers", of: request)
        return Response(
            status: 200,
            fields: [
                ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"),
                ("Access-Control-Max-Age", "\(Self.maximumAge)"),
                ("Access-Control-Allow-Methods", Self.methods.joined(separator: ",")),
            ] + (headers.map { [("Access-Control-Allow-Headers", $0)] } ?? []) + [("Vary", "Origin")]
        )
    }

    /// The answer with what lets its origin read it; what the answer itself says of that stays.
    func opened(_ response: Response, to request: Request) -> Response {
        guard let origin = value("origin", of: request), !isForAdministration(request),
            response.rendered.values(of: "access-control-allow-origin").isEmpty
        else { return response }
        var opened = response
        opened.rendered = response.rendered.adding([
            ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"), ("Vary", "Origin"),
        ])
        return opened
    }

    private func isForAdministration(_ request: Request) -> Bool {
        AdministrationPath.contains(Array(request.head[request.target]))
    }

    private func value(_ name: String, of request: Request) -> String? {
        request.firstValue(of: name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
