import Foundation
import Testing

@testable import CLI

struct RunCommandTests {
    @Test(arguments: [
        (["verify", "My Scenarios"], "hypermock verify 'My Scenarios'"),
        (["verify", "--api-token", "s3cret", "a"], "hypermock verify --api-token '<redacted>' a"),
        (["--password=s3cret"], "hypermock '--password=<redacted>'"),
        (["--driver", "python d.py --token s3cret -v"], "hypermock --driver 'python d.py --token <redacted> -v'"),
        (["--server", "http://me:s3cret@host:1/a@b"], "hypermock --server 'http://<redacted>@host:1/a@b'"),
        (["--server", "http://host/a@b"], "hypermock --server http://host/a@b"),
    ])
    func quotesArgumentsWithoutSecrets(_ arguments: [String], _ text: String) {
        #expect(RunCommand(arguments).text == text)
    }

    /// Both are seen side by side, so they look alike.
    @Test func theReportAndThePageHaveTheSameColors() throws {
        let sources = Tool.packageFolder.appending(path: "Sources")
        let texts = try ["MockServing/Page/page.css", "Contracts/Reporters/HTML/HTMLStyle.swift"].map {
            try String(contentsOf: sources.appending(path: $0), encoding: .utf8)
        }
        let colors = texts.map { text in
            Dictionary(grouping: text.matches(of: /--([a-z-]+): (#[0-9a-f]+)/)) { String($0.output.1) }
                .mapValues { $0.map { String($0.output.2) } }
        }
        let shared = Set(colors[0].keys).intersection(colors[1].keys)
        #expect(shared.isSuperset(of: ["paper", "raised", "ink", "faint", "line", "good", "bad", "warn", "link"]))
        for name in shared { #expect(colors[0][name] == colors[1][name], "\(name)") }
        for text in texts { #expect(text.contains("font: 14px/1.5 system-ui")) }
    }
}
