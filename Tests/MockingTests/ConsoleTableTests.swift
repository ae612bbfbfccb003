import Documents
import Scenarios
import Testing

@testable import Matching
@testable import Mocking

@Suite struct ConsoleTableTests {
    private static let plain = "Accept: text/plain\nX-WireMock-Console-Width: 80"

    private let engine = Engine(
        Interaction("the station", .get, .urlPath("/fuelstations/fs1"), answers: "x") {
            $0.headers = [
                Named("Accept", .any(.equalTo("text/plain", caseInsensitive: false))),
                Named("X-Key", .any(.contains("k"))),
            ]
            $0.bodyPatterns = [.equalTo("a", caseInsensitive: false)]
        }.inState("station", "open")
    )

    @Test func showsTheNearestMappingBesideTheRequest() {
        let diagnosis = engine.diagnosis("POST /fuelstations/fs2 HTTP/1.1\n\(Self.plain)\n\n")
        #expect(
            diagnosis?.table == """

                                            Request was not matched
                                            =======================

                --------------------------------------------------------------------------------
                | Closest stub                          | Request                              |
                --------------------------------------------------------------------------------
                                                        |
                the station                             |
                                                        |
                GET                                     | POST                                  <<<<< HTTP method does not match
                [path] /fuelstations/fs1                | /fuelstations/fs2                     <<<<< URL does not match
                Accept: text/plain                      | Accept: text/plain
                X-Key [contains] : k                    |                                       <<<<< Header is not present
                [equalTo]                               |                                       <<<<< Body is not present
                a                                       |
                [Scenario 'station' state: open]        | [Scenario 'station' state: Started]   <<<<< Scenario does not match
                                                        |
                --------------------------------------------------------------------------------

                """
        )
    }

    @Test func isAsWideAsWireMocks() {
        let diagnosis = engine.diagnosis("POST /fuelstations/fs2 HTTP/1.1\nAccept: text/plain\n\n")
        #expect(diagnosis?.form == .table(width: 119))
        let lines = (diagnosis?.table ?? "").split(separator: "\n")
        #expect(lines.filter { $0.allSatisfy { $0 == "-" } }.map(\.count) == [119, 119, 119])
    }

    @Test(arguments: ["0", "-5", "x", "99999999999999999999", ""])
    func staysReadableWhateverWidthIsAskedFor(width: String) {
        let request = "GET / HTTP/1.1\nAccept: text/plain\nX-WireMock-Console-Width: \(width)\n\n"
        let rules = (engine.diagnosis(request)?.table ?? "").split(separator: "\n").filter { $0.hasPrefix("--") }
        #expect(rules.count == 3 && rules.allSatisfy { (40...400).contains($0.count) })
    }

    @Test func saysThatThereIsNothing() {
        let table = Engine().diagnosis("GET / HTTP/1.1\nAccept: text/plain\n\n")?.table
        #expect(table == "No response could be served: there are no stub mappings at /\n")
    }
}
