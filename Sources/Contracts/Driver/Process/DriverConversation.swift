import HALClient
import Scenarios

/// A driver that has said hello: one question at a time, and the answer to it.
///
/// After a failure the driver is not what it was; it has been ended then.
package actor DriverConversation {
    /// What it said of itself.
    package nonisolated let hello: DriverHello

    private let process: any DriverProcess
    private var quotation = Quotation()
    private var lastID = 0

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
        let quotation = Quotation()
        switch line {
        case .ended(let how): throw DriverFailure("the driver \(how) before it said hello")
        case .tooLong(let bytes):
            throw DriverFailure("the driver's hello has no end of line: \(quotation.quoted(bytes))")
        case .line(let bytes):
            do throws(DriverNonsense) {
                return try DriverHello(bytes)
            } catch {
                let message = quotation.short(error.message)
                throw DriverFailure("the driver's first line \(message): \(quotation.quoted(bytes))")
            }
        }
    }

    /// Has the driver make a call; `source` is the id of the call whose link is followed.
    ///
    /// - Returns: the id of this call, and every outcome that the driver's client has reported.
    /// - Throws: ``DriverFailure`` when there is no answer that makes sense; the driver was ended then.
    func ask(
        _ call: DriverCall,
        source: Int?
    ) async throws(DriverFailure) -> (id: Int, outcomes: [ReportedOutcome]) {
        lastID += 1
        let id = lastID
        quotation.hideSecrets(of: call.request)
        let line = await Self.exchange(DriverRequest(id: id, call, source: source).line, with: process)
        do throws(DriverFailure) {
            guard !Task.isCancelled else { throw DriverFailure("the driver has not answered") }
            let outcomes = try answer(line, to: id)
            return (id, outcomes)
        } catch {
            process.kill()
            throw error
        }
    }

    /// Ends the driver in good order.
    func end() async {
        await process.end()
    }

    private func answer(_ line: DriverLine, to id: Int) throws(DriverFailure) -> [ReportedOutcome] {
        switch line {
        case .ended(let how): throw DriverFailure("the driver \(how) before it answered")
        case .tooLong(let bytes):
            let limit = "\(DriverLine.limit >> 20) MiB"
            throw DriverFailure("the driver's line has no end within \(limit): \(quotation.quoted(bytes))")
        case .line(let bytes):
            do throws(DriverNonsense) {
                let answer = try DriverAnswer(bytes)
                guard answer.id == id else {
                    let again = (1..<id).contains(answer.id) ? " once more" : ""
                    throw DriverNonsense("answers call \(answer.id)\(again), not call \(id)")
                }
                return answer.calls.map(redacted)
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
