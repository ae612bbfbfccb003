import HAL
import HALClient
import HTTPTypes
import MockServing
import UV

/// Sends the requests of the journal as spans, and the metrics, to a collector.
///
/// It reads the journal from time to time, so that a request costs nothing more, and never waits on a loop. While the
/// collector is away, spans wait up to a number; further ones are counted and dropped.
actor TelemetryExporter {
    /// The interval of reading the journal.
    private static let readingInterval = Duration.milliseconds(200)
    /// The longest wait before another attempt.
    private static let longestPause = Duration.seconds(30)
    /// The time that the end of the server may wait for the collector.
    static let lastTime = Duration.seconds(2)

    private let options: TelemetryOptions
    private let server: MockServer
    private let counts: Guarded<SpanCounts>
    private let transport: any Transport
    private let say: @Sendable (String) -> Void

    private var waiting: [JSONValue] = []
    /// The id of the last request that was read.
    private var reader = 0
    /// The destinations whose last document was not accepted.
    private var failing: Set<String> = []
    private var tasks: [Task<Void, Never>] = []

    init(
        _ options: TelemetryOptions,
        _ server: MockServer,
        counts: Guarded<SpanCounts>,
        transport: any Transport,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.options = options
        self.server = server
        self.counts = counts
        self.transport = transport
        self.say = say
    }

    /// Starts to read and to send in the background.
    func start() {
        if let traces = options.traces {
            tasks.append(Task { await readRepeatedly() })
            tasks.append(Task { await sendSpansRepeatedly(to: traces) })
        }
        if let metrics = options.metrics { tasks.append(Task { await sendMetricsRepeatedly(to: metrics) }) }
    }

    /// Sends what is left, within a short time; called after the last request.
    func finish() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        let end = ContinuousClock.now + Self.lastTime
        if let traces = options.traces {
            await read()
            while !waiting.isEmpty, ContinuousClock.now < end {
                guard await sendSpans(to: traces, within: end - .now) == .accepted else { break }
            }
            counts.withLock { $0.dropped += waiting.count }
            waiting = []
        }
        guard let metrics = options.metrics, ContinuousClock.now < end else { return }
        await sendMetrics(to: metrics, within: end - .now)
    }

    // MARK: Spans

    private func readRepeatedly() async {
        while await Self.pause(Self.readingInterval) { await read() }
    }

    /// Reads the requests since the last time; those without room are counted.
    private func read() async {
        guard options.traces != nil else { return }
        while waiting.count < options.queueSize {
            guard let batch = try? await server.spans(after: reader) else { return }
            let room = options.queueSize - waiting.count
            waiting += batch.spans.prefix(room)
            counts.withLock { $0.dropped += batch.missed + max(0, batch.spans.count - room) }
            reader = batch.last
            guard batch.isFull else { return }
        }
        guard let last = try? await server.lastRequest() else { return }
        counts.withLock { $0.dropped += max(0, last - reader) }
        reader = max(reader, last)
    }

    private func sendSpansRepeatedly(to destination: TelemetryOptions.Destination) async {
        var pause = options.spanDelay
        while await waitForSpans(atMost: pause) {
            switch await sendSpans(to: destination, within: destination.timeout) {
            case .accepted, .refused: pause = options.spanDelay
            case .away:
                pause = min(max(pause * 2, .seconds(1)), Self.longestPause)
                guard await Self.pause(pause) else { return }
            }
        }
    }

    /// Waits for a whole batch, or for that time.
    ///
    /// - Returns: false at the end.
    private func waitForSpans(atMost time: Duration) async -> Bool {
        let end = ContinuousClock.now + time
        while waiting.count < options.batchSize, ContinuousClock.now < end {
            guard await Self.pause(min(Self.readingInterval, max(end - .now, .milliseconds(1)))) else { return false }
        }
        return !Task.isCancelled
    }

    /// Sends the oldest spans; those that the collector refuses are dropped.
    private func sendSpans(to destination: TelemetryOptions.Destination, within time: Duration) async -> Answer {
        let batch = waiting.prefix(options.batchSize)
        guard !batch.isEmpty else { return .accepted }
        let count = batch.count
        let answer = await send(SpanBatch.document(batch, options.resource), to: destination, within: time, "spans")
        switch answer {
        case .accepted: counts.withLock { $0.exported += count }
        case .refused: counts.withLock { $0.dropped += count }
        case .away: return answer
        }
        waiting.removeFirst(count)
        return answer
    }

    // MARK: Metrics

    private func sendMetricsRepeatedly(to destination: TelemetryOptions.Destination) async {
        while await Self.pause(options.metricInterval) {
            await sendMetrics(to: destination, within: destination.timeout)
        }
    }

    private func sendMetrics(to destination: TelemetryOptions.Destination, within time: Duration) async {
        let current = counts.withLock { $0 }
        guard let document = try? await server.metricsDocument(options.resource, current) else { return }
        _ = await send(document, to: destination, within: time, "metrics")
    }

    // MARK: Sending

    /// The result of sending a document.
    private enum Answer {
        case accepted
        /// The collector will never accept it.
        case refused
        /// It may accept it later.
        case away
    }

    private func send(
        _ document: [UInt8],
        to destination: TelemetryOptions.Destination,
        within time: Duration,
        _ content: String
    ) async -> Answer {
        let request = TransportRequest(
            method: .post,
            url: destination.url,
            fields: destination.fields,
            body: document,
            timeouts: Timeouts(firstByte: time, idle: time, total: time),
            limits: ResponseLimits(bodyBytes: 1 << 20)
        )
        let (answer, reason): (Answer, String)
        do throws(ConnectionFailure) {
            let status = try await transport.send(request).status
            let isLater = [408, 429, 502, 503, 504].contains(status)
            answer = (200..<300).contains(status) ? .accepted : isLater ? .away : .refused
            reason = "status \(status)"
        } catch {
            guard error.kind != .cancelled else { return .away }
            (answer, reason) = (.away, error.kind.rawValue)
        }
        report(answer, reason, destination, content)
        return answer
    }

    /// Prints when a collector begins to fail, and when it accepts documents again.
    private func report(
        _ answer: Answer,
        _ reason: String,
        _ destination: TelemetryOptions.Destination,
        _ content: String
    ) {
        if answer == .accepted {
            if failing.remove(content) != nil { say("hypermock: \(destination.shown) accepts \(content) again\n") }
        } else if failing.insert(content).inserted {
            say("hypermock: \(destination.shown) does not accept \(content): \(reason)\n")
        }
    }

    /// Waits; false if the task was canceled.
    private static func pause(_ time: Duration) async -> Bool {
        do {
            try await Task.sleep(for: time)
            return true
        } catch {
            return false
        }
    }
}
