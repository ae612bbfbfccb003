import Contracts
import Documents
import Testing

/// Places in the HTML report as links to an editor.
struct SourceLinksTests {
    @Test(
        "An editor opens the place",
        arguments: [
            (Editor.vscode, "vscode://file/home/a%20b/Scenarios/station.yaml:12:5"),
            (.cursor, "cursor://file/home/a%20b/Scenarios/station.yaml:12:5"),
            (.zed, "zed://file/home/a%20b/Scenarios/station.yaml:12:5"),
            (.idea, "idea://open?file=/home/a%20b/Scenarios/station.yaml&line=12&column=5"),
        ]
    )
    func anEditorOpensThePlace(_ editor: Editor, url: String) {
        let links = SourceLinks(editor, in: "/home/a b")
        #expect(links.url(of: SampleReports.place) == url)
        let text = ReportKind.html.text(of: SampleReports.mixed, links: links)
        #expect(
            text.contains(
                "<a href=\"\(url.replacing("&", with: "&amp;"))\"><code title=\"Scenarios/station.yaml:12:5\">"
            )
        )
        #expect(!ReportKind.html.text(of: SampleReports.mixed).contains("://file"))
    }

    @Test func anAbsolutePathStays() {
        let place = SourceLocation(file: "/tmp/%é\".yaml", line: 1, column: 2)
        #expect(SourceLinks(.vscode, in: "/home").url(of: place) == "vscode://file/tmp/%25%C3%A9%22.yaml:1:2")
    }

    @Test func aFailureHasTheLineOfItsKey() async throws {
        let report = try await LocalServer.report(
            of: """
                scenario: One step
                interactions:
                  - { request: { urlPath: /a }, response: { status: 204 } }
                contract:
                  - step: first
                    request: { url: /a }
                    expect:
                      outcome: success
                      status: 200
                """
        )
        let checks = report.cases[0].steps[0].checks
        #expect(
            checks.map { "\($0.name) \($0.location)" } == [
                "outcome test.yaml:8:7", "status test.yaml:9:7", "received test.yaml:5:5",
            ]
        )
        #expect(ReportKind.github.text(of: report).contains("file=test.yaml,line=9,col=7"))
        #expect(ConsoleReporter(report).text.contains("              at        test.yaml:9:7\n"))
    }
}
