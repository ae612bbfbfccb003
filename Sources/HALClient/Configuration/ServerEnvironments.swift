public import HAL

/// The named environments of a file.
///
/// ```json
/// {
///   "production": { "host": "fp.example.com", "path": "v2" },
///   "development": { "scheme": "http", "host": "127.0.0.1", "port": 8080, "path": "v2", "note": "for tests" }
/// }
/// ```
///
/// Only `host` is required; the default scheme is `https`. Other members become ``ServerEnvironment/info``. JSON is
/// supported; for YAML, pass a reader: this library does not link a YAML parser.
///
/// ```swift
/// let environments = try ServerEnvironments(contentsOf: path) { try myYAMLReader($0) }
/// ```
public struct ServerEnvironments: Sendable, Hashable {
    /// The maximum size of a file in bytes.
    static let sizeLimit = 1 << 20

    /// All environments in the order of the file.
    public let all: [ServerEnvironment]

    /// Makes environments of the content of a file.
    public init(_ value: JSONValue) throws(InvalidEnvironments) {
        guard let object = value.object else {
            throw InvalidEnvironments(nil, "expected an object of environments, found \(value.kind)")
        }
        var all: [ServerEnvironment] = []
        for member in object.members {
            let name = ServerEnvironment.Name(rawValue: member.name)
            guard !all.contains(where: { $0.name == name }) else { throw InvalidEnvironments(name, "is defined twice") }
            all.append(try ServerEnvironment(name, member.value))
        }
        self.all = all
    }

    /// Reads JSON.
    public init(json bytes: [UInt8]) throws(InvalidEnvironments) {
        try self.init(reading: bytes) { try JSONValue(parsing: $0, limits: JSONLimits(bytes: Self.sizeLimit)) }
    }

    /// Reads a file of at most 1 MiB: JSON, or another format with a reader for it.
    public init(
        contentsOf path: String,
        reading read: (([UInt8]) throws -> JSONValue)? = nil
    ) throws(InvalidEnvironments) {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, limit: Self.sizeLimit)
        } catch {
            throw InvalidEnvironments(nil, "cannot read '\(path)': \(error)")
        }
        guard let read else {
            self = try Self(json: bytes)
            return
        }
        try self.init(reading: bytes, read)
    }

    private init(reading bytes: [UInt8], _ read: ([UInt8]) throws -> JSONValue) throws(InvalidEnvironments) {
        let value: JSONValue
        do {
            value = try read(bytes)
        } catch {
            throw InvalidEnvironments(nil, "\(error)")
        }
        try self.init(value)
    }

    /// The environment of that name, or nil.
    public subscript(name: ServerEnvironment.Name) -> ServerEnvironment? {
        all.first { $0.name == name }
    }
}

/// A problem with a file of environments.
public struct InvalidEnvironments: Error, Sendable, Hashable, CustomStringConvertible {
    /// The invalid environment, or nil if the whole file is invalid.
    public let environment: ServerEnvironment.Name?
    /// A description of the problem.
    public let message: String

    init(_ environment: ServerEnvironment.Name?, _ message: String) {
        self.environment = environment
        self.message = message
    }

    /// `environment staging: has no host`.
    public var description: String {
        environment.map { "environment \($0): \(message)" } ?? message
    }
}

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
            throw InvalidEnvironments(name, "the host must be a host name or an IP address only")
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
            throw InvalidEnvironments(name, "\(key) is \(value.string == nil ? value.kind : "empty"), not a string")
        }
        return text
    }

    /// A number, or digits in a text.
    private static func port(of object: JSONObject, _ name: Name) throws(InvalidEnvironments) -> Int? {
        guard let value = object["port"], !value.isNull else { return nil }
        guard let port = value.number?.int ?? value.string.flatMap({ Int($0) }), (1...65_535).contains(port) else {
            throw InvalidEnvironments(name, "port is not a number from 1 to 65535")
        }
        return port
    }
}
