import Foundation
import MockServing
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// What the article shows, line for line. The app, and XCUIAutomation, which is on Apple platforms alone, are played by
// `StandInApplication.swift`.

private let scenarios = shippedScenarios

// sample
/// The address of the station that the app shows.
struct StationSource {
    let address: String

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        address = (environment["STATION_SERVER"] ?? "https://fp.example.com") + "/fuelstations/fs291410"
    }
}
// end

// sample
final class StationUITests: XCTestCase {
    @MainActor func testOffersToTryAgain() async throws {
        let server = try await MockServer.start(scenarios: [scenarios])
        let sandbox = server.sandbox(of: "unavailable-then-back")
        let app = XCUIApplication()
        app.launchEnvironment["STATION_SERVER"] = sandbox.baseURL.absoluteString
        app.launch()
        XCTAssert(app.staticTexts["Closed for 120 s"].waitForExistence(timeout: 5))
        app.buttons["Try again"].tap()
        XCTAssert(app.staticTexts["7-Eleven"].waitForExistence(timeout: 5))
        let requests = try await sandbox.requests()
        XCTAssertEqual(requests.map(\.status), [503, 200])
        await server.stop()
    }
}
// end

// sample
/// A sandbox of a server that runs `hypermock serve`.
struct RemoteSandbox {
    let address: String

    init(of scenario: String, server: String = "http://127.0.0.1:8080") {
        address = "\(server)/~\(scenario)@\(UUID().uuidString.lowercased())"
    }

    /// The targets of the app's requests, newest first.
    func targets() async throws -> [String] {
        struct Journal: Decodable {
            struct Entry: Decodable {
                struct Request: Decodable { let url: String }
                let request: Request
            }
            let requests: [Entry]
        }
        guard let url = URL(string: address + "/__admin/requests") else { throw URLError(.badURL) }
        let (body, _) = try await URLSession.shared.data(from: url)
        return try JSONDecoder().decode(Journal.self, from: body).requests.map(\.request.url)
    }
}
// end
