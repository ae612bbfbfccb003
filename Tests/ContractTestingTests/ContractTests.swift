import ContractTesting
import Foundation
import HAL
import HTTPTypes
import Testing

/// What a user of the product sees, without a door into the package.
struct ContractTests {
    static let scenario = """
        scenario: A station
        tags: [station]
        interactions:
          - request: { urlPath: /station }
            response: { jsonBody: { name: 7-Eleven, _links: { self: { href: /station } } } }
            times: 1
        contract:
          - step: the station is read
            request: { url: /station, accept: application/hal+json, authorization: { bearer: s3cr3t } }
            expect: { outcome: success, status: 200, model: { name: 7-Eleven } }

        """

    @Test func aContractThatHoldsHasNoFailures() async throws {
        let contract = try Self.contract(Self.scenario)
        #expect(contract.title == "A station" && contract.tags == ["station"] && "\(contract)" == "station")
        #expect(try await contract.failures(of: StationClient()).isEmpty)
    }

    @Test func aFailureHasItsPlaceInTheScenarioFile() async throws {
        let contract = try Self.contract(
            Self.scenario.replacing("model: { name: 7-Eleven }", with: "model: { name: Exxon }")
        )
        let failures = try await contract.failures(of: StationClient())
        #expect(failures.map(\.key) == ["model"])
        let failure = try #require(failures.first)
        #expect(failure.filePath == contract.filePath && failure.fileID.hasSuffix("/station.yaml"))
        #expect(failure.line == 10 && failure.column == 46)
        let text = """
            station: the station is read: model
              expected  $.name: "Exxon"
              actual    $.name: "7-Eleven"
            > GET /station
            """
        #expect(failure.description.hasPrefix(text), "\(failure)")
        #expect(!failure.description.contains("s3cr3t"))
    }

    @Test func itCanBeRecordedAsAnIssueThere() async throws {
        let contract = try Self.contract(Self.scenario.replacing("status: 200", with: "status: 201"))
        let failure = try #require(try await contract.failures(of: StationClient()).first)
        withKnownIssue {
            let place = SourceLocation(
                fileID: failure.fileID,
                filePath: failure.filePath,
                line: failure.line,
                column: failure.column
            )
            Issue.record("\(failure)", sourceLocation: place)
        } matching: { issue in
            issue.sourceLocation?.line == 10 && issue.sourceLocation?.fileName == "station.yaml"
        }
    }

    @Test func everyOutcomeThatIsReportedCounts() async throws {
        struct Stutterer: ContractClient {
            func perform(_ call: ContractCall, report: @escaping @Sendable (ContractOutcome) -> Void) async throws {
                try await StationClient().perform(call, report: report)
                try await StationClient().perform(call, report: report)
            }
        }
        let failures = try await Self.contract(Self.scenario).failures(of: Stutterer())
        #expect(failures.map(\.key) == ["received", "exactlyOnce", "times"])
    }

    @Test func anErrorOfTheClientIsAFailure() async throws {
        struct Thrower: ContractClient {
            func perform(_ call: ContractCall, report: @escaping @Sendable (ContractOutcome) -> Void) async throws {
                throw CocoaError(.featureUnsupported)
            }
        }
        let failures = try await Self.contract(Self.scenario).failures(of: Thrower())
        #expect(
            failures.contains { $0.key == "outcome" && $0.description.contains("the client threw") },
            "\(failures)"
        )
    }

    @Test func whatAClientCannotTellIsLeftOut() async throws {
        let contract = try Self.contract(
            Self.scenario.replacing("model: { name: 7-Eleven }", with: "model: { name: Exxon }")
        )
        #expect(try await contract.failures(of: StationClient(), judging: [.relations]).isEmpty)
    }

    @Test func aCallSaysAllThatIsToBeSent() async throws {
        actor Witness: ContractClient {
            var calls: [ContractCall] = []

            func perform(_ call: ContractCall, report: @escaping @Sendable (ContractOutcome) -> Void) async throws {
                calls.append(call)
                var outcome = ContractOutcome(.success, status: 200)
                outcome.model = ["a": 1]
                outcome.addRelation("next", target: "/b")
                report(outcome)
            }
        }
        let witness = Witness()
        let yaml = """
            scenario: All
            allowUnmatched: true
            interactions: [{ response: { jsonBody: { _links: { next: { href: "/b{?q}", templated: true } } } } }]
            contract:
              - step: first
                request:
                  { method: PUT, url: /a, jsonBody: { a: 1 }, ifMatch: '"v"', acceptLanguage: en, timeoutMilliseconds: 7,
                    authorization: { scheme: T, parameters: { b: "2", a: "1" } }, headers: { X-A: [x, y] } }
                expect: { outcome: success, model: { a: 1 }, relations: [next], received: any }
              - step: second
                request: { follow: { relation: next, name: n, variables: { q: 1 } } }
                expect: { outcome: success, received: any }
            """
        #expect(try await Self.contract(yaml).failures(of: witness).isEmpty)
        let calls = await witness.calls
        try #require(calls.count == 2)
        #expect(calls.map(\.id) == [1, 2] && calls.map(\.method) == [.put, .get])
        #expect(calls[0].timeout == .milliseconds(7) && calls[0].body == Array(#"{"a":1}"#.utf8))
        let fields = calls[0].headerFields
        #expect(fields[.authorization] == #"T a="1", b="2""# && fields[.ifMatch] == #""v""#)
        #expect(fields[.acceptLanguage] == "en" && fields[.contentType] == "application/json")
        #expect(try fields[values: #require(HTTPField.Name("X-A"))] == ["x", "y"])
        #expect(calls[1].target == .link(relation: "next", name: "n", variables: ["q": 1], ofCall: 1))
    }

    @Test func whatIsSaidOfAnOutcomeCanBeReadAgain() {
        var outcome = ContractOutcome(.authenticationRequired, status: 401)
        outcome.challenges = [.init(scheme: "Basic", parameters: ["realm": "all"])]
        outcome.headerFields[.server] = "s"
        outcome.failureKind = "timedOut"
        #expect(outcome.challenges == [.init(scheme: "Basic", parameters: ["realm": "all"])])
        #expect(outcome.headerFields[.server] == "s" && outcome.failureKind == "timedOut" && outcome.status == 401)
        outcome.failureKind = "tired"
        #expect(outcome.failureKind == nil)
    }

    @Test(
        "what is wrong with the files is said at once",
        arguments: [
            ("scenario: Silent\ninteractions: [{ response: {} }]\n", "has a contract"),
            (scenario.replacing("outcome: success", with: "outcome: sucess"), "station.yaml:10:24: error:"),
        ]
    )
    func whatIsWrongWithTheFilesIsSaidAtOnce(yaml: String, message: String) throws {
        let error = #expect(throws: ContractError.self) { try Self.contract(yaml) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test func theDocumentationShowsTheSampleThatRunsHere() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let sample = try String(
            contentsOf: root.appending(path: "Tests/ContractTestingTests/Sample.swift"),
            encoding: .utf8
        )
        let article = try String(
            contentsOf: root.appending(path: "Sources/ContractTesting/ContractTesting.docc/ContractTesting.md"),
            encoding: .utf8
        )
        #expect(article.contains("```swift\n\(sample)```"))
    }

    private static func contract(_ yaml: String) throws -> Contract {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "station.yaml")
        try Data(yaml.utf8).write(to: file)
        return try #require(try Contract.all(in: file.path()).first)
    }
}
