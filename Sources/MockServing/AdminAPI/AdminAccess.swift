/// Who may use the admin API.
///
/// `/__admin/health` answers everybody, unless the API is off: it tells nothing but that the server is there.
package enum AdminAccess: Sendable, Hashable {
    case open
    /// Whoever sends `Authorization: Bearer` with that token.
    case token(String)
    case off

    /// Whether a request with that `Authorization` may go on.
    func permits(authorization: String?) -> Bool {
        switch self {
        case .open: return true
        case .off: return false
        case .token(let token):
            guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
            return Self.isEqual(Array(authorization.utf8.dropFirst("bearer ".utf8.count)), Array(token.utf8))
        }
    }

    /// Takes the same time wherever the difference is, so that the token cannot be guessed byte by byte.
    private static func isEqual(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
        guard lhs.count == rhs.count else { return false }
        return zip(lhs, rhs).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension AdminAccess: CustomStringConvertible {
    package var description: String {
        switch self {
        case .open: return "open"
        case .token: return "token"
        case .off: return "off"
        }
    }
}
