import Messages
import Mocking

/// Allows cross-origin requests from pages of any origin, like WireMock's `--enable-stub-cors` (Fetch standard, CORS).
///
/// The admin API is excluded.
struct CrossOrigin {
    private static let methods = ["OPTIONS", "GET", "POST", "PUT", "PATCH", "DELETE"]
    private static let maximumAge = 1800

    /// Returns the response to a preflight request; nil for other requests.
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

    /// Adds the fields that allow the request's origin to read the response, unless the response has them.
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
