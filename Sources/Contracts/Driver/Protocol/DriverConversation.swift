import HAL
import HALClient
import Scenarios

/// A conversation with a driver's process after its hello: one call at a time.
///
/// A failure ends the process.
package actor DriverConversation {
    /// The first line of the driver.
    package nonisolated let hello: DriverHello

    /// The number of answers to earlier calls that may precede the answer to the current call.
    private static let lateAnswerLimit = 100

    private let process: any DriverProcess
    private var quotation = RedactedQuote()
    private var lastID = 0
    /// The receivers of outcomes, by the id of the call; an answer may come late.
    private var reports: [Int: @Sendable (ReportedOutcome) -> Void] = [:]

    private init(_ process: any DriverProcess, _ hello: DriverHello) {
        self.process = process
        self.hello = hello
    }

    /// Starts a driver and waits for its hello.
    ///
    /// - Throws: ``DriverFailure`` when the driver sends no valid hello in time.
    package static func begin(
        _ launch: DriverLauncher,
        helloWithin limit: Duration
    ) async throws(DriverFailure) -> DriverConversation {
        let process = try await launch()
        let isLate = Locked(false)
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            isLate.withLock { $0 = true }
            process.kill()
        }
        let line = await Self.exchange(nil, with: process)
        timer.cancel()
        do throws(DriverFailure) {
            guard !isLate.withLock({ $0 }) else { throw DriverFailure(lateHello(line, limit)) }
            return DriverConversation(process, try hello(line))
        } catch {
            process.kill()
            throw error
        }
    }

    /// The message of a hello that did not come in time, or whose line did not end.
    private static func lateHello(_ line: DriverLine, _ limit: Duration) -> String {
        guard case .line(let bytes) = line, !bytes.isEmpty else { return "the driver sent no hello within \(limit)" }
        return "the driver did not end its line within \(limit): \(RedactedQuote().quoted(bytes))"
    }

    private static func hello(_ line: DriverLine) throws(DriverFailure) -> DriverHello {
        let quotation = RedactedQuote()
        switch line {
        case .ended(let how): throw DriverFailure("the driver \(how) before it sent a hello")
        case .tooLong(let bytes):
            throw DriverFailure("the driver's hello line is too long: \(quotation.quoted(bytes))")
        case .line(let bytes):
            do throws(ProtocolViolation) {
                return try DriverHello(bytes)
            } catch {
                let message = quotation.short(error.message)
                throw DriverFailure("the driver's first line \(message): \(quotation.quoted(bytes))")
            }
        }
    }

    /// Makes the driver perform a call, and passes on every outcome that its client reports; `source` is the id of the
    /// call whose resource is used.
    ///
    /// Lines that the driver wrote before this call, and second answers to an earlier one, count for the earlier call.
    /// - Returns: The id of this call, and the reason why the client does not support it, if it does not; or the
    ///   description of an answer without an outcome.
    /// - Throws: ``DriverFailure`` when the driver sends no valid answer; its process is ended then.
    func ask(
        _ call: DriverCall,
        source: Int?,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) -> DriverReply {
        await settle()
        lastID += 1
        let id = lastID
        reports[id] = report
        quotation.hideSecrets(of: call.request)
        var line = await Self.exchange(DriverRequest(id: id, call, source: source).line, with: process)
        do throws(DriverFailure) {
            for _ in 0..<Self.lateAnswerLimit {
                let answer = try answer(line)
                hand(answer, isLate: answer.id != id)
                if answer.id == id {
                    let detail = answer.calls.isEmpty ? answer.detail : nil
                    return DriverReply(id: id, unsupported: short(answer.unsupported), detail: short(detail))
                }
                line = await Self.exchange(nil, with: process)
            }
            throw DriverFailure("the driver keeps responding to earlier calls instead of call \(id)")
        } catch {
            process.kill()
            throw error
        }
    }

    /// Reports lines that the driver wrote since the last call: stray ones to that call, answers to the call they name.
    func settle() async {
        guard lastID > 0 else { return }
        for line in await process.unasked() { blame(line) }
    }

    /// Ends the driver by closing its standard input.
    func end() async {
        for line in await process.end() { blame(line) }
    }

    private func blame(_ line: [UInt8]) {
        guard let answer = try? answer(.line(line)) else {
            var stray = ReportedOutcome(.undecodable)
            stray.stray = "an unexpected line: \(quotation.quoted(line))"
            reports[lastID]?(stray)
            return
        }
        hand(answer, isLate: true)
    }

    private func hand(_ answer: DriverAnswer, isLate: Bool) {
        for outcome in answer.calls { reports[answer.id]?(redacted(outcome)) }
        guard isLate, answer.calls.isEmpty else { return }
        var stray = ReportedOutcome(.undecodable)
        stray.stray = "another response, without an outcome"
        reports[answer.id]?(stray)
    }

    /// - Throws: ``DriverFailure`` when the line does not answer a call of this conversation.
    private func answer(_ line: DriverLine) throws(DriverFailure) -> DriverAnswer {
        switch line {
        case .line(let bytes) where Task.isCancelled && !bytes.isEmpty:
            throw DriverFailure(
                "the driver did not end its line in time: \(quotation.quoted(bytes))",
                extent: .silence
            )
        case .line, .tooLong, .ended:
            guard !Task.isCancelled else { throw DriverFailure("the driver did not respond", extent: .silence) }
        }
        switch line {
        case .ended(let how): throw DriverFailure("the driver \(how) before it responded")
        case .tooLong(let bytes):
            let limit = "\(DriverLine.limit >> 20) MiB"
            throw DriverFailure("the driver's line does not end within \(limit): \(quotation.beginning(of: bytes))")
        case .line(let bytes):
            do throws(ProtocolViolation) {
                let answer = try DriverAnswer(bytes)
                guard reports[answer.id] != nil else {
                    throw ProtocolViolation("is for call \(answer.id), not call \(lastID)")
                }
                return answer
            } catch {
                throw DriverFailure("the driver's line \(quotation.short(error.message)): \(quotation.quoted(bytes))")
            }
        }
    }

    /// Redacts and shortens a text of the driver.
    private func short(_ text: String?) -> String? {
        text.map { quotation.hiding($0).oneLine() }
    }

    private func redacted(_ outcome: ReportedOutcome) -> ReportedOutcome {
        var outcome = outcome
        outcome.detail = outcome.detail.map { quotation.hiding($0).truncated() }
        return outcome
    }

    /// Exchanges a line; a cancellation of the task ends the process, and so the wait.
    private static func exchange(_ line: String?, with process: any DriverProcess) async -> DriverLine {
        await withTaskCancellationHandler {
            await process.exchange(line)
        } onCancel: {
            process.kill()
        }
    }
}

/// The end of a call in a conversation.
struct DriverReply: Sendable {
    /// The id of the call.
    let id: Int
    /// The reason why the client does not support the call; nil if it made it.
    let unsupported: String?
    /// The driver's description of a call without an outcome.
    let detail: String?
}

/// The process of a driver, which reads and writes lines.
package protocol DriverProcess: Sendable {
    /// Sends a line, unless it is nil, and waits for the next line of the process.
    ///
    /// Only one exchange may be in progress. Little is read between exchanges, which limits the memory for unexpected
    /// output.
    func exchange(_ line: String?) async -> DriverLine

    /// Returns the complete lines that were read between exchanges.
    func unasked() async -> [[UInt8]]

    /// Kills the process, which ends an exchange in progress.
    func kill()

    /// Closes the standard input of the process, and kills it if it does not exit.
    ///
    /// - Returns: The lines that it wrote since the last exchange.
    func end() async -> [[UInt8]]
}

/// A line of a process, or the end of its output.
package enum DriverLine: Sendable, Hashable {
    /// A line without its line feed.
    case line([UInt8])
    /// The beginning of a line that is longer than ``limit``.
    case tooLong([UInt8])
    /// The way in which the process ended, as the end of a sentence: `exited with code 1`.
    case ended(String)

    /// The maximum length of a line in bytes: 16 MiB.
    package static let limit = 16 << 20
}

/// Starts the process of a driver.
package typealias DriverLauncher = @Sendable () async throws(DriverFailure) -> any DriverProcess
