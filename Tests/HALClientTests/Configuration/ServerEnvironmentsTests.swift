import HAL
import HALClient
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ServerEnvironmentsTests {
    private static let text = """
        {
          "production": { "host": "fp.example.com", "path": "/v2/", "apiKey": "k", "limits": [1, 2] },
          "staging": { "scheme": "http://", "host": "staging.example.com", "port": "8080" },
          "development": { "scheme": "http", "host": "::1", "port": 8080, "path": "v2" },
          "demo": { "scheme": "https", "host": "demo.example.com", "port": null, "path": "" }
        }
        """

    @Test func readsNamedEnvironments() throws {
        let environments = try ServerEnvironments(json: Array(Self.text.utf8))
        #expect(environments.all.map(\.name) == [.production, .staging, .development, "demo"])
        #expect(
            environments.all.map(\.address.baseURI) == [
                "https://fp.example.com/v2/", "http://staging.example.com:8080/", "http://[::1]:8080/v2/",
                "https://demo.example.com/",
            ]
        )
        #expect(environments[.production]?.info == ["apiKey": "k", "limits": [1, 2]])
        #expect(environments[.staging]?.info.isEmpty == true)
        #expect(environments["other"] == nil)
    }

    @Test(
        "says what is wrong, and where",
        arguments: [
            ("[]", "expected an object of environments, found an array"),
            (#"{"a": 1}"#, "environment a: expected an object, found a number"),
            (#"{"a": {}}"#, "environment a: has no host"),
            (#"{"a": {"host": ""}}"#, "environment a: host is empty, not a string"),
            (#"{"a": {"host": 7}}"#, "environment a: host is a number, not a string"),
            (#"{"a": {"host": "x/y"}}"#, "environment a: the host must be a host name or an IP address only"),
            (#"{"a": {"host": "u@x"}}"#, "environment a: the host must be a host name or an IP address only"),
            (#"{"a": {"host": "x", "port": 70000}}"#, "environment a: port is not a number from 1 to 65535"),
            (#"{"a": {"host": "x", "port": "y"}}"#, "environment a: port is not a number from 1 to 65535"),
            (#"{"a": {"host": "x", "path": ["v2"]}}"#, "environment a: path is an array, not a string"),
            (
                #"{"a": {"host": "x", "scheme": "ftp"}}"#,
                "environment a: the server must be an http or https URL without user information"
            ),
        ]
    )
    func saysWhatIsWrong(text: String, message: String) {
        let error = #expect(throws: InvalidEnvironments.self) { try ServerEnvironments(json: Array(text.utf8)) }
        #expect(error.map { "\($0)" } == message)
    }

    @Test("never traps", arguments: ["", "{", "{\"a\":", "\u{FFFD}", #"{"a":{"host":"x"},"a":{"host":"y"}}"#])
    func neverTraps(text: String) {
        #expect(throws: InvalidEnvironments.self) { try ServerEnvironments(json: Array(text.utf8)) }
    }

    @Test func readsAFileOfAnyFormat() throws {
        let folder = try TemporaryFolder()
        let json = try folder.file("environments.json", Array(Self.text.utf8))
        #expect(try ServerEnvironments(contentsOf: json)[.production]?.address.baseURI == "https://fp.example.com/v2/")
        let own = try folder.file("environments.txt", Array("staging=s.example.com".utf8))
        let environments = try ServerEnvironments(contentsOf: own) { bytes in
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: "=").map(String.init)
            return .object([parts[0]: ["host": .string(parts[1])]])
        }
        #expect(environments[.staging]?.address.baseURI == "https://s.example.com/")
    }

    @Test func refusesWhatIsNoSmallFile() throws {
        let folder = try TemporaryFolder()
        let huge = try folder.file("huge.json", [UInt8](repeating: 0x20, count: (1 << 20) + 1))
        for path in [folder.path, folder.path + "/none.json", huge] {
            let error = #expect(throws: InvalidEnvironments.self) { try ServerEnvironments(contentsOf: path) }
            #expect(error?.message.hasPrefix("cannot read '\(path)'") == true)
        }
    }
}
