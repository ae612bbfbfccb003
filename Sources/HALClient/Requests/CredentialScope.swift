import HAL
import HTTPTypes

/// The origins that credentials may be sent to.
///
/// Applies to the headers and the authorization of a call, to the default headers, and to redirects.
struct CredentialScope: Sendable {
    /// The origin for which the credentials were given; nil if it is unknown, and then they are not sent.
    let home: Origin?
    /// Other origins that the caller names.
    var others: Set<Origin> = []

    /// Whether credentials may be sent to `origin`.
    func includes(_ origin: Origin?) -> Bool {
        guard let origin else { return false }
        return origin == home || others.contains(origin)
    }

    /// The fields that may be sent to `origin`: all of them, or those without credentials.
    func fields(_ fields: HTTPFields, for origin: Origin?) -> HTTPFields {
        includes(origin) ? fields : HTTPFields(fields.filter { !Redaction.hides($0.name) })
    }
}

extension RequestHeaders {
    /// The headers that may be sent to an address; `scope` is evaluated only if they contain credentials.
    func sendable(to address: HTTPAddress, in scope: @autoclosure () -> CredentialScope) -> RequestHeaders {
        guard fields.contains(where: { Redaction.hides($0.name) }) else { return self }
        return replacing(scope().fields(fields, for: address.origin))
    }
}

extension Redaction {
    /// Whether the values of a field are secret.
    static func hides(_ name: HTTPField.Name) -> Bool {
        hides(name.canonicalName)
    }

    /// The redacted fields in one line: `[Accept: application/hal+json, Authorization: <redacted>]`.
    static func text(of fields: HTTPFields) -> String {
        "[" + fields.map { "\($0.name.rawName): \(hides($0.name) ? mark : $0.value)" }.joined(separator: ", ") + "]"
    }
}
