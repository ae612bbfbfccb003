import HAL
import Messages
import Mocking
import TLS
import UV

/// `/__admin/certs` and `/__admin/https`: the certificate that clients trust, and the faults of the next handshakes.
enum HTTPSAPI {
    /// The paths of the certificate, ours and WireMock's.
    static let certificatePaths = [["certs", "ca.pem"], ["certs", "wiremock-ca.crt"]]

    static let routes =
        certificatePaths.map { path in
            AdminRoute(
                "GET",
                "/" + path.joined(separator: "/"),
                "Returns the certificate authority of HTTPS as PEM; needs no token.",
                result: .certificate,
                statuses: [200, 404],
                sharing: .local
            ) { call throws(AdminError) in try certificate(call) }
        } + [
            AdminRoute(
                "GET",
                "/https",
                "Returns the ports of TLS faults, and the fault of the next TLS handshakes.",
                result: .tlsFaultNow,
                statuses: [200, 404],
                sharing: .local
            ) { call throws(AdminError) in try current(call) },
            AdminRoute(
                "PUT",
                "/https",
                "Gives the next TLS handshakes of the server a fault.",
                body: .tlsFault,
                statuses: [200, 404, 422],
                sharing: .local
            ) { call throws(AdminError) in try replace(call) },
            AdminRoute(
                "DELETE",
                "/https",
                "Removes the fault of the next TLS handshakes.",
                statuses: [200, 404, 422],
                sharing: .local
            ) {
                call throws(AdminError) in
                try upcomingFaults(call).set(.close, count: 0)
                return .done
            },
        ]

    private static func service(_ call: AdminCall) throws(AdminError) -> HTTPSService {
        guard let https = call.services.https else {
            throw .noSuchResource("HTTPS is off; turn it on with --https or --https-port")
        }
        return https
    }

    private static func certificate(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let certificates = try service(call).certificates
        if case .issuer(let issuer) = certificates.trusted {
            throw .noSuchResource(
                "the server's certificate was issued by '\(issuer)', whose certificate its file does not contain"
            )
        }
        guard let text = certificates.trustedPEM else { throw .noSuchResource("OpenSSL cannot make a certificate") }
        return AdminAnswer(Response(status: 200, contentType: "application/x-pem-file", body: Array(text.utf8)))
    }

    /// Handshakes precede paths, so that a fault would disturb the clients of all addresses.
    private static func upcomingFaults(_ call: AdminCall) throws(AdminError) -> UpcomingTLSFaults {
        let faults = try service(call).tls.upcomingFaults
        guard call.mount.address == .root else {
            throw AdminError(
                422,
                code: AdminError.Code.malformed,
                "A TLS handshake has no path: this fault is possible at /__admin/https only, for all clients",
                detail: "for one client, use a server name such as expired.localhost, or a port with a fault"
            )
        }
        return faults
    }

    private static func current(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let service = try service(call)
        let ports = service.faultPorts.withLock { $0 }.map { ($0.key.description, $0.value) }.sorted { $0 < $1 }
        let numbers = ports.map { JSONObject.Member($0, .number(JSONNumber($1))) }
        var answer: JSONObject = [:]
        if let next = service.tls.upcomingFaults.next {
            answer["fault"] = .string(next.fault.rawValue)
            answer["times"] = .number(JSONNumber(next.count))
        }
        answer["ports"] = .object(JSONObject(numbers))
        return .json(.object(answer))
    }

    private static func replace(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let upcoming = try upcomingFaults(call)
        let body = try call.object(keys: ["fault", "times"])
        let names = TLSFault.allCases.map(\.rawValue)
        guard case .string(let name) = body["fault"], let fault = TLSFault(rawValue: name) else {
            throw .wrongBody("expected one of " + names.joined(separator: ", "), at: "/fault")
        }
        var count = 1
        if let times = body["times"] {
            guard let number = times.number?.int, (1...Self.most).contains(number) else {
                throw .wrongBody("expected an integer between 1 and \(most)", at: "/times")
            }
            count = number
        }
        upcoming.set(fault, count: count)
        return .done
    }

    private static let most = 1_000_000

    /// The members of a fault, for the OpenAPI document.
    static let members: JSONObject = [
        "fault": ["type": "string", "enum": .array(TLSFault.allCases.map { .string($0.rawValue) })],
        "times": ["type": "integer", "minimum": 1, "maximum": .number(JSONNumber(most))],
    ]

    /// The members of the ports and the fault that `GET` returns.
    static let resultMembers = {
        var members = Self.members
        members["ports"] = ["type": "object", "additionalProperties": ["type": "integer"]]
        return members
    }()
}
