import HALClient
import Scenarios

/// A driver that has said hello: one question at a time, and the answer to it.
///
/// After a failure the driver is not what it was; it has been ended then.
package actor DriverConversation {
    /// What it said of itself.
    package nonisolated let hello: DriverHello

    /// How many answers to earlier calls may come before the one to the current call.
    private static let lateAnswerLimit = 100

    private let process: any DriverProcess
    private var quotation = RedactedQuote()
    private var lastID = 0
    /// Where the outcomes of each call go, by its id; an answer may come late.
    private var reports: [Int: @Sendable (ReportedOutcome) -> Void] = [:]

    private init(_ process: any DriverProcess, _ hello: DriverHello) {
        self.process = process
        self.hello = hello
    }

    /// Starts a driver and waits for its hello.
    ///
    /// - Throws: ``DriverFailure`` when there is none in time.
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
            guard !isLate.withLock({ $0 }) else { throw DriverFailure("the driver said no hello within \(limit)") }
            return DriverConversation(process, try hello(line))
        } catch {
            process.kill()
            throw error
        }
    }

    private static func hello(_ line: DriverLine) throws(DriverFailure) -> DriverHello {
        let quotation = RedactedQuote()
        switch line {
        case .ended(let how): throw DriverFailure("the driver \(how) before it said hello")
        case .tooLong(let bytes):
            throw DriverFailure("the driver's hello has no end of line: \(quotation.quoted(bytes))")
        case .line(let bytes):
            do throws(ProtocolViolation) {
                return try DriverHello(bytes)
            } catch {
                let message = quotation.short(error.message)
                throw DriverFailure("the driver's first line \(message): \(quotation.quoted(bytes))")
            }
        }
    }

    /// Has the driver make a call, and hands on every outcome that its client has reported; `source` is the id of the
    /// call whose link is followed.
    ///
    /// Lines that the driver wrote before it was asked, and second answers to an earlier call, belong to that call.
    /// - Returns: the id of this call.
    /// - Throws: ``DriverFailure`` when there is no answer that makes sense; the driver was ended then.
    func ask(
        _ call: DriverCall,
        source: Int?,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) -> Int {
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
                if answer.id == id { return id }
                line = await Self.exchange(nil, with: process)
            }
            throw DriverFailure("the driver answers earlier calls again and again, not call \(id)")
        } catch {
            process.kill()
            throw error
        }
    }

    /// Blames the last call for what the driver has written since, and each call for another answer to it.
    func settle() async {
        guard lastID > 0 else { return }
        for line in await process.unasked() { blame(line) }
    }

    /// Ends the driver in good order.
    func end() async {
        for line in await process.end() { blame(line) }
    }

    private func blame(_ line: [UInt8]) {
        guard let answer = try? answer(.line(line)) else {
            var stray = ReportedOutcome(.undecodable)
            stray.stray = "a line that no call asked for: \(quotation.quoted(line))"
            reports[lastID]?(stray)
            return
        }
        hand(answer, isLate: true)
    }

    private func hand(_ answer: DriverAnswer, isLate: Bool) {
        for outcome in answer.calls { reports[answer.id]?(redacted(outcome)) }
        guard isLate, answer.calls.isEmpty else { return }
        var stray = ReportedOutcome(.undecodable)
        stray.stray = "another answer, without an outcome"
        reports[answer.id]?(stray)
    }

    /// - Throws: ``DriverFailure`` when the line answers no call that was made.
    private func answer(_ line: DriverLine) throws(DriverFailure) -> DriverAnswer {
        switch line {
        case .line(let bytes) where Task.isCancelled && !bytes.isEmpty:
            throw DriverFailure(
                "the driver has not ended its line in time: \(quotation.quoted(bytes))",
                extent: .silence
            )
        case .line, .tooLong, .ended:
            guard !Task.isCancelled else { throw DriverFailure("the driver has not answered", extent: .silence) }
        }
        switch line {
        case .ended(let how): throw DriverFailure("the driver \(how) before it answered")
        case .tooLong(let bytes):
            let limit = "\(DriverLine.limit >> 20) MiB"
            throw DriverFailure("the driver's line has no end within \(limit): \(quotation.beginning(of: bytes))")
        case .line(let bytes):
            do throws(ProtocolViolation) {
                let answer = try DriverAnswer(bytes)
                guard reports[answer.id] != nil else {
                    throw ProtocolViolation("answers call \(answer.id), not call \(lastID)")
                }
                return answer
            } catch {
                throw DriverFailure("the driver's line \(quotation.short(error.message)): \(quotation.quoted(bytes))")
            }
        }
    }

    private func redacted(_ outcome: ReportedOutcome) -> ReportedOutcome {
        var outcome = outcome
        outcome.detail = outcome.detail.map { Excerpt.of(quotation.hiding($0)) }
        return outcome
    }

    /// When the task is cancelled, there is nothing to wait for any more.
    private static func exchange(_ line: String?, with process: any DriverProcess) async -> DriverLine {
        await withTaskCancellationHandler {
            await process.exchange(line)
        } onCancel: {
            process.kill()
        }
    }
}

/// The process of a driver, as the conversation with it needs it: it takes lines and gives lines.
package protocol DriverProcess: Sendable {
    /// Sends a line, if there is one, and waits for the next line that the process writes.
    ///
    /// Only one exchange may be under way. Little is read between exchanges, so that what the process writes unasked costs
    /// little memory.
    func exchange(_ line: String?) async -> DriverLine

    /// Takes the whole lines that the process has written between exchanges, as far as they were read.
    func unasked() async -> [[UInt8]]

    /// Ends the process at once; an exchange that is under way ends with it.
    func kill()

    /// Closes the standard input of the process, and ends it if it does not end by itself.
    ///
    /// - Returns: The lines that it has written unasked.
    func end() async -> [[UInt8]]
}

/// What a process has written, or that there is nothing more to come.
package enum DriverLine: Sendable, Hashable {
    /// Without the line feed.
    case line([UInt8])
    /// The beginning of a line that has no end within ``limit`` bytes.
    case tooLong([UInt8])
    /// How the process has ended, after `the driver`: `has ended with exit code 1`.
    case ended(String)

    /// The most bytes that a line may have.
    package static let limit = 16 << 20
}

/// Starts the process of a driver.
package typealias DriverLauncher = @Sendable () async throws(DriverFailure) -> any DriverProcess
