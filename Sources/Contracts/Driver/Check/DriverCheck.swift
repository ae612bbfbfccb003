package import Scenarios

/// Finds the mistakes of a driver with one call of each kind, before contracts judge its client.
package struct DriverCheck: Sendable {
    /// The time limit of each call.
    private static let callLimit = Duration.seconds(8)

    private let launch: DriverLauncher
    private let helloLimit: Duration
    private let transcript = DriverTranscript()

    /// Checks the driver that `launch` starts; it must send its hello within the limit.
    package init(helloWithin helloLimit: Duration = .seconds(30), _ launch: @escaping DriverLauncher) {
        self.launch = launch
        self.helloLimit = helloLimit
    }

    /// The scenario that the server must serve.
    package static var scenario: Scenario? {
        ScenarioReader.read(Array(DriverProbes.text.utf8), path: DriverProbes.slug + ".yaml").scenario
    }

    /// Makes the calls, and returns a result for the hello, for each call, and for the end of the driver.
    ///
    /// - Throws: When the server cannot be used.
    package func run(_ server: any ContractServer, _ scenario: Scenario) async throws -> [DriverProbe] {
        let pool = DriverPool(helloWithin: helloLimit) {
            [launch, transcript] () async throws(DriverFailure) -> any DriverProcess in
            RecordedProcess(try await launch(), transcript)
        }
        let kind: DriverKind
        do throws(DriverFailure) {
            kind = try await pool.kind(arguments: "")
        } catch {
            return [DriverProbe("hello", transcript.take(), problems: [error.message])]
        }
        var probes = [DriverProbe("hello", transcript.take())]
        guard let item = Selection().items(of: [scenario]).first else { return probes }
        let sandbox = try await server.openSandbox(slug: scenario.slug, values: [])
        var options = ContractRunner.Options()
        options.stepLimit = Self.callLimit
        var steps = StepSequence(of: item, client: kind, server: server, sandbox, over: .http, options: options)
        for step in item.variant.contract {
            do {
                try await steps.perform(step)
            } catch let failure as DriverFailure {
                probes.append(DriverProbe(step.name, transcript.take(), problems: [failure.message]))
                await pool.close()
                return probes
            }
            probes.append(DriverProbe(step.name, transcript.take(), steps.reports.last, kind.name))
        }
        await steps.finish()
        await pool.close()
        let isIdle = probes.dropFirst().allSatisfy { $0.skipped != nil }
        let problems = Self.repetitions(in: steps) + (isIdle ? ["no call was checked: the driver supports none"] : [])
        probes.append(DriverProbe("the end", transcript.take(), problems: problems))
        return probes
    }

    /// The calls that did not end in exactly one outcome, as sentences.
    private static func repetitions(in steps: StepSequence) -> [String] {
        steps.calls.compactMap { call in
            guard case .failed(_, let actual) = CaseJudge.exactlyOnce(call).verdict else { return nil }
            return "the call '\(call.step.name)' has not exactly one outcome, but \(actual)"
        }
    }
}

/// The result of one part of a check of a driver.
package struct DriverProbe: Sendable, Hashable {
    /// The part: `hello`, the name of a call, or `the end`.
    package let name: String
    /// The line that was sent to the driver; nil: none.
    package let sent: String?
    /// The lines that the driver wrote, truncated.
    package let came: [String]
    /// The mistakes, each in a sentence; empty: none.
    package let problems: [String]
    /// The ways to mend them.
    package let advice: [String]
    /// The reason why nothing was checked; nil: it was.
    package private(set) var skipped: String?

    init(_ name: String, _ exchange: DriverTranscript.Exchange, problems: [String] = []) {
        self.name = name
        sent = exchange.sent
        came = exchange.came.map(\.text)
        self.problems = problems
        var advice: [String] = []
        for text in problems.compactMap({ DriverAdvice.text(for: $0, after: exchange.came) })
        where !advice.contains(text) {
            advice.append(text)
        }
        self.advice = advice
    }

    init(_ name: String, _ exchange: DriverTranscript.Exchange, _ report: StepReport?, _ client: String) {
        let problems = (report?.checks ?? []).compactMap { check -> String? in
            guard case .failed(let expected, let actual) = check.verdict else { return nil }
            return "\(check.name): expected \(expected.oneLine()), but was \(actual.oneLine(Self.messageLimit))"
        }
        self.init(name, exchange, problems: problems)
        skipped = report?.notJudged?.reason
    }

    /// The maximum length of a value in a message, in characters.
    private static let messageLimit = 400
}
