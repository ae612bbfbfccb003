import UV

/// The address of a store, as a URL: `valkey://[user[:password]@]host[:port][/database]`.
///
/// The schemes are `valkey` and `redis`, and over TLS `valkeys` and `rediss`.
package struct StoreAddress: Sendable, Hashable {
    private static let schemes = ["valkey": false, "redis": false, "valkeys": true, "rediss": true]

    package let host: String
    package let port: Int
    package let isSecure: Bool
    package let user: String?
    package var password: String?
    package let database: Int
    private let scheme: String

    /// Parses a URL; its password is not part of an error.
    ///
    /// - Throws: A ``StoreError`` that says which part is invalid.
    package init(_ url: String) throws(StoreError) {
        let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let isSecure = Self.schemes[parts[0].lowercased()] else {
            throw .invalid("it must begin with valkey://, redis://, valkeys:// or rediss://")
        }
        scheme = parts[0].lowercased()
        self.isSecure = isSecure
        let rest = parts[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        database = try Self.number(rest.count > 1 ? rest[1] : "", 0...Int(UInt16.max), ifEmpty: 0, "database")
        var authority = rest[0]
        var login: [Substring] = []
        if let at = authority.lastIndex(of: "@") {
            login = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            authority = authority[authority.index(after: at)...]
        }
        user = try login.first.flatMap { name throws(StoreError) in try name.isEmpty ? nil : Self.decoded(name) }
        password = try login.count > 1 ? Self.decoded(login[1]) : nil
        let isBracketed = authority.hasPrefix("[")
        let end = isBracketed ? authority.firstIndex(of: "]") : authority.lastIndex(of: ":")
        guard let end else {
            guard !isBracketed else { throw .invalid("the host has no closing ]") }
            (host, port) = (try Self.checked(authority), 6379)
            return
        }
        host = try Self.checked(isBracketed ? authority[..<end].dropFirst() : authority[..<end])
        let after = isBracketed ? authority[authority.index(after: end)...] : authority[end...]
        guard after.isEmpty || after.hasPrefix(":") else { throw .invalid("':' and a port must follow the host") }
        port = try Self.number(after.dropFirst(), 1...65535, ifEmpty: 6379, "port")
    }

    private static func checked(_ host: Substring) throws(StoreError) -> String {
        let isValid = host.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"/?#@[]\\".utf8.contains($0) }
        guard !host.isEmpty, host.utf8.count <= 253, isValid else { throw .invalid("the host is not valid") }
        return String(host)
    }

    private static func number(
        _ text: Substring,
        _ range: ClosedRange<Int>,
        ifEmpty: Int,
        _ name: String
    ) throws(StoreError) -> Int {
        if text.isEmpty { return ifEmpty }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
        else {
            throw .invalid("the \(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Decodes percent-encoded bytes (RFC 3986 §2.1).
    private static func decoded(_ text: Substring) throws(StoreError) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: Array(rest.prefix(2)), as: UTF8.self), radix: 16), rest.count > 1
            else { throw .invalid("'%' must be followed by two hexadecimal digits in user and password") }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension StoreAddress: CustomStringConvertible {
    /// The URL without user and password.
    package var description: String {
        "\(scheme)://\(SocketAddress.authority(host, port))" + (database == 0 ? "" : "/\(database)")
    }
}

extension StoreError {
    fileprivate static func invalid(_ detail: String) -> StoreError {
        StoreError(.rejected, "not a valid URL of a store: \(detail), for example valkey://localhost:6379")
    }
}
