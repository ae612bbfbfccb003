import HAL
import HTTPTypes

/// The origins that credentials may be sent to.
///
/// Everything that puts credentials into a request, or keeps them in it, asks here: the headers and the authorization of
/// a call, the default headers, and redirects.
struct CredentialScope: Sendable {
    /// The origin that the credentials were given for; nil if it cannot be told, and then they go nowhere.
    let home: Origin?
    /// Other origins that the caller has named.
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
    /// The headers that may be sent to an address; most have no credentials, and then `scope` is not asked for.
    func sendable(to address: Address, in scope: @autoclosure () -> CredentialScope) -> RequestHeaders {
        guard fields.contains(where: { Redaction.hides($0.name) }) else { return self }
        return replacing(scope().fields(fields, for: address.origin))
    }
}
