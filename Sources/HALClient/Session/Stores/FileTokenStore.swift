import HAL

/// Stores the tokens of one session in a file that only its owner can read.
///
/// The file is replaced atomically, so that a crash leaves the old tokens or the new ones. A file that others can read,
/// that is truncated, or that is not a token file of this user and session is refused; a foreign file is never
/// replaced.
public struct FileTokenStore: TokenStore {
    private struct Entry: Codable {
        var key: String
        var tokens: StoredTokens
    }

    private let file: PrivateFile

    /// Makes a store; the folder of `path` must exist, the file need not.
    public init(path: String) {
        file = PrivateFile(path: path)
    }

    /// Reads the file.
    public func tokens(for key: String) throws(TokenStoreError) -> StoredTokens? {
        guard let bytes = try file.read() else { return nil }
        let entry = try entry(bytes)
        guard entry.key == key else { throw problem(.notOurs, "belongs to another server or client") }
        return entry.tokens
    }

    /// Writes the file, or removes it if there are no tokens.
    public func keep(_ tokens: StoredTokens, for key: String) throws(TokenStoreError) {
        let old = try file.read(evenIfOthersCan: true) ?? []
        if !old.isEmpty {
            guard old.starts(with: Self.magic) else { throw problem(.notOurs, "is not a token file") }
            // A damaged file may be replaced; an intact one of another session stays.
            if let entry = try? entry(old), entry.key != key {
                throw problem(.notOurs, "belongs to another server or client")
            }
        }
        guard !tokens.isEmpty else { return try file.remove() }
        try file.replace(with: text(Entry(key: key, tokens: tokens)))
    }

    /// The beginning of each file, before the length of the rest and a line feed.
    private static let magic = Array("hypermock tokens 1 ".utf8)

    private func text(_ entry: Entry) throws(TokenStoreError) -> [UInt8] {
        guard let value = try? JSONValueEncoder().encode(entry) else {
            throw problem(.malformed, "cannot store these tokens")
        }
        let json = value.serializedBytes()
        return Self.magic + Array("\(json.count)\n".utf8) + json
    }

    private func entry(_ bytes: [UInt8]) throws(TokenStoreError) -> Entry {
        guard !bytes.isEmpty else { throw problem(.truncated, "is empty") }
        guard bytes.starts(with: Self.magic) else {
            let isCutOff = Self.magic.starts(with: bytes)
            throw isCutOff ? problem(.truncated, "is truncated") : problem(.notOurs, "is not a token file")
        }
        let rest = bytes.dropFirst(Self.magic.count)
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw problem(.truncated, "is truncated") }
        guard let count = Int(String(decoding: rest[..<end], as: UTF8.self)) else {
            throw problem(.malformed, "has no length")
        }
        let json = Array(rest[(end + 1)...])
        guard json.count >= count else { throw problem(.truncated, "is truncated") }
        guard json.count == count, let value = try? JSONValue(parsing: json, limits: JSONLimits(depth: 8)),
            let entry = try? JSONValueDecoder().decode(Entry.self, from: value)
        else { throw problem(.malformed, "is damaged") }
        return entry
    }

    private func problem(_ code: TokenStoreError.Code, _ message: String) -> TokenStoreError {
        TokenStoreError(code, "'\(file.path)' \(message)")
    }
}
