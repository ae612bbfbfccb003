/// One way to authenticate that a server offers, RFC 9110 §11.3.
public struct Challenge: Sendable, Hashable {
    /// A parameter: `realm="all"`.
    public struct Parameter: Sendable, Hashable {
        /// The name in lower case.
        public let name: String
        /// The value without quotes and escapes.
        public let value: String
    }

    /// The scheme as written, `Basic`; compare it without regard to case.
    ///
    /// It is empty if the text began with a parameter.
    public internal(set) var scheme: String
    /// The single value that stands in place of parameters, or nil.
    public internal(set) var token68: String?
    /// The parameters in their order.
    public internal(set) var parameters: [Parameter] = []
    /// Whether the text breaks the grammar; the rest of it was taken as well as could be.
    public internal(set) var isMalformed = false

    /// The value of the first parameter of that name, in any case, or nil.
    public func parameter(_ name: String) -> String? {
        let name = name.lowercased()
        return parameters.first { $0.name == name }?.value
    }

    /// The realm, or nil; single quotes belong to it.
    public var realm: String? {
        parameter("realm")
    }

    /// The realm without the single quotes around it that some servers send.
    public var realmUnquoted: String? {
        guard let realm, realm.count >= 2, realm.hasPrefix("'"), realm.hasSuffix("'") else { return realm }
        return String(realm.dropFirst().dropLast())
    }
}
