import HAL
import HTTPTypes
import Matching
import Messages
import Scenarios
import SeededRandom

@testable import Mocking

extension Request {
    /// Reads a request from wire text whose lines end with LF; what follows the empty line is the body.
    init(_ text: String, at receivedAt: Int64 = 1_000) {
        self.init(bytes: Array(text.utf8), at: receivedAt)
    }

    init(bytes text: [UInt8], at receivedAt: Int64 = 1_000) {
        var head = text
        var body: [UInt8] = []
        if let end = text.indices.dropFirst().first(where: { text[$0] == 10 && text[$0 - 1] == 10 }) {
            head = Array(text[..<end])
            body = Array(text[(end + 1)...])
        }
        var lines = head.indices.split { head[$0] == 10 }.map { $0.startIndex..<$0.endIndex }
        let first = lines.removeFirst()
        let parts = first.split { head[$0] == 32 }.map { $0.startIndex..<$0.endIndex }
        let fields = lines.compactMap { line -> FieldRange? in
            guard let colon = line.first(where: { head[$0] == 58 }) else { return nil }
            var value = (colon + 1)..<line.upperBound
            while let first = value.first, head[first] == 32 { value = (first + 1)..<value.upperBound }
            return FieldRange(name: line.lowerBound..<colon, value: value)
        }
        let target = parts.count > 1 ? parts[1] : 0..<0
        self.init(head: head, method: parts[0], target: target, fields: fields, body: body, receivedAt: receivedAt)
    }
}

extension Interaction {
    /// An interaction that responds with a text.
    init(
        _ name: String? = nil,
        _ method: MethodPattern = .any,
        _ url: URLPattern,
        priority: Int = Interaction.defaultPriority,
        answers: String = "",
        _ change: (inout RequestPattern) -> Void = { _ in }
    ) {
        var request = RequestPattern(method: method, url: url)
        change(&request)
        self.init(
            name: name,
            priority: priority,
            request: request,
            responses: ResponseSequence([ResponseDefinition(body: .text(answers))])
        )
    }

    func with(_ responses: [ResponseDefinition], _ ending: ResponseSequence.Ending = .repeatLast) -> Interaction {
        var copy = self
        copy.responses = ResponseSequence(responses, ending: ending)
        return copy
    }

    func inState(_ machine: String, _ required: String?, next: String? = nil) -> Interaction {
        var copy = self
        copy.state = StateCondition(machine: machine, required: required, next: next)
        return copy
    }
}

extension MethodPattern {
    static let get = MethodPattern.oneOf([.get])
    static let head = MethodPattern.oneOf([.head])
    static let post = MethodPattern.oneOf([.post])
}

extension Scenario {
    init(_ slug: String, origin: String? = nil, isRoot: Bool = false, _ interactions: [Interaction]) {
        self.init(slug: slug, title: slug, file: "\(slug).yaml", variants: [Variant(interactions: interactions)])
        self.origin = origin
        self.isRoot = isRoot
    }
}

extension Engine {
    convenience init(_ interactions: Interaction..., configuration: EngineConfiguration = EngineConfiguration()) {
        self.init([Scenario("test", interactions)], configuration)
    }

    convenience init(_ scenarios: [Scenario], _ configuration: EngineConfiguration = EngineConfiguration()) {
        self.init(scenarios: scenarios, configuration: configuration, generator: SeededGenerator(seed: 7))
    }

    /// The outcome of a request: the response's body, `unmatched`, `admin …` or `no address`.
    func outcome(_ request: String, at time: Int64 = 1_000) -> String {
        switch respond(to: Request(request, at: time)) {
        case .mock(let reply): reply.response.bodyText
        case .unmatched: "unmatched"
        case .administration(let mount, let path): "admin \(mount.address) \(path)"
        case .unknownAddress: "no address"
        }
    }

    func reply(_ request: String, at time: Int64 = 1_000) -> MockReply? {
        guard case .mock(let reply) = respond(to: Request(request, at: time)) else { return nil }
        return reply
    }

    func diagnosis(_ request: String) -> Diagnosis? {
        guard case .unmatched(let diagnosis) = respond(to: Request(request)) else { return nil }
        return diagnosis
    }
}

extension RenderedResponse {
    var text: String { String(decoding: message, as: UTF8.self).replacing("\r\n", with: "\n") }
    var bodyText: String { String(decoding: message.dropFirst(headLength), as: UTF8.self) }
}
