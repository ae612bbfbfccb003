import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The article's app and its XCUIAutomation proxy, in one process.
final class XCUIApplication {
    var launchEnvironment: [String: String] = [:]
    private var text = ""

    func launch() {
        load()
    }

    var staticTexts: Texts { Texts(shown: text) }
    var buttons: Buttons { Buttons(press: load) }

    /// Blocks, like a UI test that waits for its app.
    private func load() {
        guard let url = URL(string: StationSource(environment: launchEnvironment).address) else { return }
        guard let body = Self.body(of: url) else {
            text = "Closed for 120 s"
            return
        }
        text = (try? JSONDecoder().decode([String: JSONText].self, from: body))?["fuelstation-name"]?.value ?? ""
    }

    /// Nil if the response is 503 with that `Retry-After`.
    private static func body(of url: URL) -> Data? {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var found: Data?
        let task = URLSession.shared.dataTask(with: url) { body, response, _ in
            let answer = response as? HTTPURLResponse
            let isClosed = answer?.statusCode == 503 && answer?.value(forHTTPHeaderField: "Retry-After") == "120"
            unsafe found = isClosed ? nil : body ?? Data()
            done.signal()
        }
        task.resume()
        done.wait()
        return unsafe found
    }
}

struct Texts {
    let shown: String

    subscript(text: String) -> Text { Text(isShown: shown == text) }
}

struct Text {
    let isShown: Bool

    func waitForExistence(timeout: Double) -> Bool { isShown }
}

struct Buttons {
    let press: () -> Void

    subscript(name: String) -> Button { Button(tap: press) }
}

struct Button {
    let tap: () -> Void
}

/// A string or another JSON value.
private struct JSONText: Decodable {
    let value: String?

    init(from decoder: any Decoder) throws {
        value = try? decoder.singleValueContainer().decode(String.self)
    }
}
