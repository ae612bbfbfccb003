import HALClient
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct FileTokenStoreTests {
    private static let tokens = StoredTokens(
        user: OAuthToken(
            accessToken: "user",
            refreshToken: "r",
            expiresAt: WallTime(sinceEpoch: .milliseconds(1_500)),
            scope: "a b"
        ),
        app: OAuthToken(accessToken: "app")
    )

    /// Gives the path of a file that is not there yet, in a folder of its own.
    private static func withPath(_ use: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try use(folder.appending(path: "tokens").path)
    }

    private static func write(_ bytes: some Sequence<UInt8>, to path: String, mode: Int = 0o600) throws {
        try? FileManager.default.removeItem(atPath: path)
        try Data(Array(bytes)).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private static func problem(_ work: () throws -> Void) -> TokenStoreError.Code? {
        do {
            try work()
            return nil
        } catch {
            return (error as? TokenStoreError)?.code
        }
    }

    @Test func keepsWhatItIsGivenForItsOwnerAlone() throws {
        try Self.withPath { path in
            let store = FileTokenStore(path: path)
            #expect(try store.tokens(for: "k") == nil)
            try store.keep(Self.tokens, for: "k")
            #expect(try FileTokenStore(path: path).tokens(for: "k") == Self.tokens)
            #expect(try Self.mode(of: path) == 0o600)
            try store.keep(StoredTokens(app: Self.tokens.app), for: "k")
            #expect(try store.tokens(for: "k")?.user == nil)
            try store.keep(StoredTokens(), for: "k")
            #expect(try store.tokens(for: "k") == nil)
            let folder = URL(filePath: path).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("refuses a file that others can read, until it has written it anew", arguments: [0o644, 0o640, 0o604, 0o620])
    func refusesAFileThatOthersCanRead(mode: Int) throws {
        try Self.withPath { path in
            let store = FileTokenStore(path: path)
            try store.keep(Self.tokens, for: "k")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            #expect(Self.problem { _ = try store.tokens(for: "k") } == .readableByOthers)
            try store.keep(Self.tokens, for: "k")
            #expect(try store.tokens(for: "k") == Self.tokens)
            #expect(try Self.mode(of: path) == 0o600)
        }
    }

    @Test func refusesAFileThatIsCutOffAnywhere() throws {
        try Self.withPath { path in
            let store = FileTokenStore(path: path)
            try store.keep(Self.tokens, for: "k")
            let whole = try Data(contentsOf: URL(filePath: path))
            for length in 0..<whole.count {
                try Self.write(whole.prefix(length), to: path)
                #expect(Self.problem { _ = try store.tokens(for: "k") } == .truncated, "\(length) bytes")
            }
            try Self.write(whole.prefix(whole.count / 2), to: path)
            try store.keep(Self.tokens, for: "k")
            #expect(try store.tokens(for: "k") == Self.tokens)
        }
    }

    @Test(
        "refuses what is damaged",
        arguments: ["x\n{}", "-1\n{}", "99999999999999999999\n{}", "2\n[]", "2\n{}x", "1\n{"]
    )
    func refusesWhatIsDamaged(rest: String) throws {
        try Self.withPath { path in
            try Self.write("hypermock tokens 1 \(rest)".utf8, to: path)
            #expect(Self.problem { _ = try FileTokenStore(path: path).tokens(for: "k") } == .malformed)
        }
    }

    @Test func neitherReadsNorReplacesWhatIsNotItsOwn() throws {
        try Self.withPath { path in
            let store = FileTokenStore(path: path)
            try Self.write("export PASSWORD=1\n".utf8, to: path)
            #expect(Self.problem { _ = try store.tokens(for: "k") } == .notOurs)
            #expect(Self.problem { try store.keep(Self.tokens, for: "k") } == .notOurs)
            #expect(Self.problem { try store.keep(StoredTokens(), for: "k") } == .notOurs)
            #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "export PASSWORD=1\n")
        }
    }

    @Test func neitherReadsNorReplacesTheTokensOfAnotherServer() throws {
        try Self.withPath { path in
            let store = FileTokenStore(path: path)
            try store.keep(Self.tokens, for: "k")
            #expect(Self.problem { _ = try store.tokens(for: "other") } == .notOurs)
            #expect(Self.problem { try store.keep(StoredTokens(), for: "other") } == .notOurs)
            #expect(try store.tokens(for: "k") == Self.tokens)
        }
    }

    @Test func followsNoSymbolicLinkAndReadsNoFolder() throws {
        try Self.withPath { path in
            try FileTokenStore(path: path).keep(Self.tokens, for: "k")
            let link = FileTokenStore(path: path + ".link")
            try FileManager.default.createSymbolicLink(atPath: path + ".link", withDestinationPath: path)
            #expect(Self.problem { _ = try link.tokens(for: "k") } == .notOurs)
            #expect(Self.problem { try link.keep(Self.tokens, for: "k") } == .notOurs)
            let folder = FileTokenStore(path: URL(filePath: path).deletingLastPathComponent().path)
            #expect(Self.problem { _ = try folder.tokens(for: "k") } == .notOurs)
            let missing = FileTokenStore(path: path + "/no/such")
            #expect(Self.problem { try missing.keep(Self.tokens, for: "k") } == .unavailable)
        }
    }

    @Test func isNotStoppedByWhatACrashHasLeft() throws {
        try Self.withPath { path in
            try Self.write("half a fi".utf8, to: path + ".new", mode: 0o644)
            let store = FileTokenStore(path: path)
            try store.keep(Self.tokens, for: "k")
            #expect(try store.tokens(for: "k") == Self.tokens)
            #expect(!FileManager.default.fileExists(atPath: path + ".new"))
        }
    }

    @Test func aHugeFileIsRefused() throws {
        try Self.withPath { path in
            try Self.write([UInt8](repeating: 0x20, count: (1 << 20) + 1), to: path)
            #expect(Self.problem { _ = try FileTokenStore(path: path).tokens(for: "k") } == .notOurs)
        }
    }
}
