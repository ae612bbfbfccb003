import HTTPTypes

/// Keeps secrets out of everything that people read.
package enum Redaction {
    /// What stands where a secret was.
    package static let mark = "<redacted>"

    private static let secretNames: Set<HTTPField.Name> = Set(
        [.authorization, .proxyAuthorization, .cookie, .setCookie]
            + ["Authentication-Info", "Cookie2", "X-Api-Key", "X-Auth-Token"].compactMap { HTTPField.Name($0) }
    )

    /// Whether the values of that field are secrets.
    static func hides(_ name: HTTPField.Name) -> Bool {
        secretNames.contains(name)
    }

    /// Whether the values of a field of that name are secrets.
    package static func hides(_ name: String) -> Bool {
        HTTPField.Name(name).map(hides) ?? false
    }

    /// The fields in one line: `[Accept: application/hal+json, Authorization: <redacted>]`.
    static func text(of fields: HTTPFields) -> String {
        "[" + fields.map { "\($0.name.rawName): \(hides($0.name) ? mark : $0.value)" }.joined(separator: ", ") + "]"
    }
}
