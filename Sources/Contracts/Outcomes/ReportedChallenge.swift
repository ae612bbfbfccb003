import HAL
import HALClient
package import Scenarios

/// A challenge of `WWW-Authenticate` (RFC 9110 §11.6.1).
package struct ReportedChallenge: Sendable, Hashable {
    package var scheme: String
    /// The parameters, the realm included.
    package var parameters: [StepAuthorization.Parameter]
    package var token68: String?

    package init(scheme: String, parameters: [StepAuthorization.Parameter] = [], token68: String? = nil) {
        self.scheme = scheme
        self.parameters = parameters
        self.token68 = token68
    }
}

extension ReportedChallenge {
    /// Reads an outcome of this package's client.
    static func all(_ outcome: Outcome<JSONObject>) -> [ReportedChallenge] {
        guard case .authenticationRequired(let required) = outcome else { return [] }
        return required.challenges.map { challenge in
            let parameters = challenge.parameters.map { StepAuthorization.Parameter(name: $0.name, value: $0.value) }
            return ReportedChallenge(scheme: challenge.scheme, parameters: parameters, token68: challenge.token68)
        }
    }

    /// Reads the member `key` of an outcome that a driver wrote.
    static func all(_ fields: inout DriverFields, _ key: String) throws(ProtocolViolation) -> [ReportedChallenge] {
        var challenges: [ReportedChallenge] = []
        for (index, value) in (try fields.array(key) ?? []).enumerated() {
            let place = fields.place("\(key)[\(index)]")
            var fields = try DriverFields(value, at: place)
            guard let scheme = try fields.string("scheme") else {
                throw ProtocolViolation(#"lacks "scheme" in \#(place)"#)
            }
            var parameters: [StepAuthorization.Parameter] = []
            for member in try fields.object("parameters")?.members ?? [] {
                for text in try fields.strings(member, in: "parameters") {
                    parameters.append(StepAuthorization.Parameter(name: member.name, value: text))
                }
            }
            let token68 = try fields.string("token68")
            challenges.append(ReportedChallenge(scheme: scheme, parameters: parameters, token68: token68))
            try fields.refuseOthers()
        }
        return challenges
    }
}
