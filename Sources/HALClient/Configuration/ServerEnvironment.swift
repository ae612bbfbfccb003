public import HAL

/// One deployment of an API: production, staging, a developer's machine.
public struct ServerEnvironment: Sendable, Hashable {
    /// The name of an environment.
    public struct Name: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name in the file.
        public let rawValue: String

        /// Makes a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes a name.
        public init(stringLiteral name: String) { rawValue = name }

        /// `production`.
        public static let production: Name = "production"
        /// `staging`.
        public static let staging: Name = "staging"
        /// `development`.
        public static let development: Name = "development"

        /// The name itself.
        public var description: String { rawValue }
    }

    /// Its name.
    public let name: Name
    /// The address of its API.
    public let address: ServerAddress
    /// The other members of the environment, in order.
    public let info: JSONObject

    /// Reads `host` and the optional `scheme`, `port` and `path`; other members become `info`.
    init(_ name: Name, _ value: JSONValue) throws(InvalidEnvironments) {
        guard let object = value.object else {
            throw InvalidEnvironments(name, "expected an object, found \(value.kind)")
        }
        guard let host = try Self.text("host", of: object, name) else { throw InvalidEnvironments(name, "has no host") }
        var scheme = try Self.text("scheme", of: object, name) ?? "https"
        if scheme.hasSuffix("://") { scheme.removeLast(3) }
        let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let port = try Self.port(of: object, name).map { ":\($0)" } ?? ""
        let path = try Self.text("path", of: object, name) ?? ""
        // Otherwise a host of 'a/b' would be a host and a path.
        guard !host.utf8.contains(where: { "/?#@ ".utf8.contains($0) }) else {
            throw InvalidEnvironments(name, "the host is more than a host")
        }
        do {
            address = try ServerAddress("\(scheme)://\(bracketed)\(port)", apiPath: path)
        } catch {
            throw InvalidEnvironments(name, error.message)
        }
        self.name = name
        info = JSONObject(object.members.filter { !["host", "scheme", "port", "path"].contains($0.name) })
    }

    private static func text(
        _ key: String,
        of object: JSONObject,
        _ name: Name
    ) throws(InvalidEnvironments) -> String? {
        guard let value = object[key], !value.isNull else { return nil }
        guard let text = value.string, !text.isEmpty || key == "path" else {
            throw InvalidEnvironments(name, "\(key) is \(value.string == nil ? value.kind : "empty"), not a text")
        }
        return text
    }

    /// A number, or digits in a text.
    private static func port(of object: JSONObject, _ name: Name) throws(InvalidEnvironments) -> Int? {
        guard let value = object["port"], !value.isNull else { return nil }
        guard let port = value.number?.int ?? value.string.flatMap({ Int($0) }), (1...65_535).contains(port) else {
            throw InvalidEnvironments(name, "port is no number from 1 to 65535")
        }
        return port
    }
}
