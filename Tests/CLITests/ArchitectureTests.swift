import Foundation
import Testing

/// The walls between the modules, which the compiler alone does not hold.
struct ArchitectureTests {
    private static let sources = Tool.packageFolder.appending(path: "Sources")

    @Test(arguments: [
        (#"import CUV\b"#, ["UV/"]),
        (#"import CBuiltinScenarios\b"#, ["CLI/BuiltinScenarios.swift"]),
        (#"import CLLHTTP\b"#, ["HTTP1Server/RequestParser.swift"]),
        (#"import CYAML\b"#, ["Documents/YAML/YAMLComposer.swift"]),
        (#"import CZLIB\b"#, ["HTTPServing/Gzip.swift"]),
        (#"import CPCRE2\b"#, ["Matching/RegularExpressions/PCRE2/"]),
        (#"import CTLS\b"#, ["TLS/"]),
        (#"import CXML2\b"#, ["Matching/XML/LibXML2/"]),
        (#"import CNGHTTP2\b"#, ["HTTP2/"]),
        (#"import CHiredis\b"#, ["Valkey/RESPReader.swift"]),
        (#"import Valkey\b"#, ["MockServing/", "CLI/Serve/SharedStateOptions.swift"]),
        (#"\bRegex[<(]|import RegexBuilder\b"#, []),
        (#"import UV\b"#, ["HTTPServing/", "HTTP1Server/", "HTTP2Server/", "MockServing/", "CLI/", "Valkey/"]),
        (#"import TLS\b"#, ["HTTPServing/", "MockServing/", "Valkey/"]),
        (#"import HTTPServing\b"#, ["HTTP1Server/", "HTTP2Server/", "MockServing/"]),
        (#"import (HTTP1Server|HTTP2Server)\b"#, ["MockServing/"]),
        (#"import HTTP2\b"#, ["HTTP2Server/", "MockServing/MockLoop.swift"]),
        (
            #"import Messages\b"#,
            [
                "HTTPServing/", "HTTP1Server/", "HTTP2/", "HTTP2Server/", "Matching/", "Mocking/", "MockServing/",
                "Scenarios/", "TLS/",
                "Contracts/Server/", "Contracts/Runner/WireProtocol.swift",
                "ContractTesting/LocalContractServer.swift", "CLI/Serve/HTTPUpstream.swift",
                "CLI/Record/Recorder.swift", "CLI/Export/PactVariant.swift", "Recordings/Pact/PactScenario.swift",
                "Recordings/OpenAPI/DescribedContract.swift",
            ]
        ),
        (
            #"import (Glibc|Musl|Darwin)\b"#,
            [
                "Scenarios/Files/DiskFile", "Mocking/Rendering/DelayPlan.swift",
                "HALClient/Support/PrivateFile.swift",
            ]
        ),
        (
            #"\bunsafe "#,
            [
                "UV/", "TLS/", "HTTP2/", "HTTP1Server/RequestParser.swift", "HTTPServing/Gzip.swift",
                "Valkey/RESPReader.swift",
                "Documents/YAML/YAMLComposer.swift", "Matching/RegularExpressions/PCRE2/", "Matching/XML/LibXML2/",
                "Scenarios/Files/DiskFile", "CLI/BuiltinScenarios.swift",
                "HALClient/Session/Stores/KeychainTokenStore.swift", "HALClient/URLSessionTransport/ServerTrust.swift",
                "HALClient/Support/PrivateFile.swift", "HAL/JSON/TextBytes.swift",
            ]
        ),
        (#"import FoundationNetworking\b"#, ["HALClient/URLSessionTransport"]),
    ])
    func onlyItsOwnersImport(_ pattern: String, owners: [String]) throws {
        let imports = try Regex(pattern)
        let files = try Self.files().filter { $0.text.contains(imports) }.map(\.file)
        for file in files { #expect(owners.contains { file.hasPrefix($0) }, "\(file) has \(pattern)") }
        for owner in owners { #expect(files.contains { $0.hasPrefix(owner) }, "\(owner) has no \(pattern)") }
    }

    /// Every other protocol can then use the same requests and responses.
    @Test func messagesImportNothing() throws {
        let imports = try Regex(#"\bimport \w"#)
        let files = try Self.files().filter { $0.file.hasPrefix("Messages/") }
        #expect(files.count > 5)
        for (file, text) in files { #expect(!text.contains(imports), "\(file)") }
    }

    @Test func foundationIsOnlyTheFallbackOfEssentials() throws {
        for (file, text) in try Self.files() {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() where line.hasSuffix("import Foundation") {
                let isFallback = number > 0 && lines[number - 1].drop { $0 == " " } == "#else"
                #expect(isFallback, "\(file):\(number + 1)")
            }
        }
    }

    /// The types in that dictionary depend on which parts of Foundation a program links: a cast that holds in a test may
    /// fail in the command.
    @Test func noFileAsksFoundationForAttributesOfFiles() throws {
        for (file, text) in try Self.files() {
            #expect(!text.contains("attributesOfItem") && !text.contains("FileAttribute"), "\(file)")
        }
    }

    @Test func noFileForcesUnwrapping() throws {
        for line in ["let a = try! b()", "a as! B", "a.b!.c", "a[0]!", "f(b!)", "  a.unsafelyUnwrapped"] {
            #expect(Self.forcesUnwrapping(line), "\(line)")
        }
        for line in ["a != b", "!a", "// a!", "if !isEmpty {", "\"Out!\""] {
            #expect(!Self.forcesUnwrapping(line), "\(line)")
        }
        for (file, text) in try Self.files() {
            for line in text.split(separator: "\n") where Self.forcesUnwrapping(line) {
                Issue.record("\(file): \(line)")
            }
        }
    }

    private static func forcesUnwrapping(_ line: some StringProtocol) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "!")) || line.contains("unsafelyUnwrapped") else { return false }
        let code = String(line).replacing(/"[^"]*"/, with: "").drop { $0 == " " }
        return !code.hasPrefix("//") && code.contains(/[a-z_A-Z0-9)\]]!([.\[(),: ]|$)|unsafelyUnwrapped/)
    }

    @Test func filesStayShortEnoughToBeSeenWhole() throws {
        for (file, text) in try Self.files() {
            let lines = text.count { $0 == "\n" }
            #expect(lines <= 400, "\(file) has \(lines) lines")
        }
    }

    @Test func noTwoFilesHaveTheSameName() throws {
        let files = try Self.files().map(\.file)
        let byName = Dictionary(grouping: files) { $0.split(separator: "/").last ?? "" }
        for (_, same) in byName where same.count > 1 { Issue.record("\(same)") }
    }

    /// An entry that is not in its list compiles and is never used.
    @Test(arguments: [
        (#"(?:struct|enum) (\w+): Operator\b"#, "Matching/Operators/Operators.swift", ".self"),
        (#"(?:struct|enum) (\w+): RequestKey\b"#, "Matching/RequestKeys/RequestKeys.swift", ".self"),
        (#"(?:struct|enum) (\w+): Rule\b"#, "Scenarios/Rules/Rule.swift", ".self"),
        (#"static let (\w+) = ScenarioFormat\("#, "Scenarios/Reader/ScenarioFormat.swift", ""),
    ])
    func listsAreComplete(_ declaration: String, list: String, suffix: String) throws {
        let files = try Self.files()
        let pattern = try Regex(declaration, as: (Substring, Substring).self)
        let names = files.flatMap { $0.text.matches(of: pattern).map(\.output.1) }
        #expect(names.count > 1)
        let text = try #require(files.first { $0.file == list }?.text)
        let entries = try #require(text.firstMatch(of: /static let all\b[^=]*= \[([^\]]*)\]/)?.1)
            .split { !$0.isLetter && !$0.isNumber && $0 != "." }
        for name in names { #expect(entries.contains(name + suffix), "\(name) is not in \(list)") }
    }

    @Test func uncheckedSendabilityIsRareAndExplained() throws {
        let lines = try Self.files().flatMap { file, text in
            text.split(separator: "\n").filter { $0.contains("@unchecked Sendable") }.map { "\(file): \($0)" }
        }
        #expect(lines.count <= 3, "\(lines)")
    }

    private static func files() throws -> [(file: String, text: String)] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path()).filter {
            $0.hasSuffix(".swift")
        }
        #expect(paths.count > 50, "the sources are where they should be")
        return try paths.map { ($0, try String(contentsOf: sources.appending(path: $0), encoding: .utf8)) }
    }
}
