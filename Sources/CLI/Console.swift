import MockServing
import Scenarios
import UV

/// What reaches a running server from outside its sockets, as a stream of events: signals, and files that change.
///
/// It has a thread of its own, which also watches the server's.
final class Console: Sendable {
    /// Something that happened.
    enum Event: Sendable {
        /// SIGINT or SIGTERM.
        case signal
        /// Scenario files have changed, and this is what they say now.
        case loaded(ScenarioLoader.Result)
        /// The admin API was asked to end the server.
        case shutdown
    }

    /// A stream of events, and where they come from.
    typealias Channel = (stream: AsyncStream<Event>, continuation: AsyncStream<Event>.Continuation)

    let events: AsyncStream<Event>

    private let send: AsyncStream<Event>.Continuation
    private let thread: LoopThread<Watchers>

    private init(_ thread: LoopThread<Watchers>, _ events: AsyncStream<Event>, _ send: AsyncStream<Event>.Continuation)
    {
        self.thread = thread
        self.events = events
        self.send = send
    }

    /// Watches from now on for signals and, where there are sources, for scenario files that change.
    ///
    /// `channel` is where its events go, and others' too; `server` is what is watched, and ended by signals in any state.
    static func start(
        watching sources: ScenarioSources?,
        _ channel: Channel = AsyncStream.makeStream(),
        server: (activities: [LoopActivity], grace: Duration)? = nil
    ) async throws -> Console {
        let (events, send) = channel
        let thread = try await LoopThread.start { loop in
            try Watchers(on: loop, sources: sources, server) { send.yield($0) }
        }
        return Console(thread, events, send)
    }

    /// Ends the stream of events.
    func end() {
        send.finish()
    }

    func stop() async {
        _ = try? await thread.stop { $0.close() }
    }
}

/// The handles of the console, confined to its loop.
private final class Watchers {
    /// How long an end at once may take, and how much longer than its grace an orderly one, in milliseconds.
    private static let (margin, orderlyMargin) = (500, 1000)

    private let send: (Console.Event) -> Void
    private let grace: Int
    private let watchdog: Watchdog?
    private let hotReload: HotReload?
    private var signals: [SignalWatcher] = []
    private var signalCount = 0

    init(
        on loop: Loop,
        sources: ScenarioSources?,
        _ server: (activities: [LoopActivity], grace: Duration)?,
        _ send: @escaping (Console.Event) -> Void
    ) throws(UVError) {
        self.send = send
        grace = server.map { Int($0.grace / .milliseconds(1)) } ?? 0
        watchdog =
            if let server {
                try Watchdog(on: loop, activities: server.activities) {
                    StandardStream.error.write(Array($0.utf8), waitingAtMost: 0)
                }
            } else { nil }
        hotReload = if let sources { try HotReload(on: loop, sources: sources) } else { nil }
        hotReload?.start { send(.loaded($0)) }
        for signal in [SignalWatcher.interrupt, SignalWatcher.terminate] {
            signals.append(try SignalWatcher(on: loop, signal: signal) { [weak self] in self?.signalled() })
        }
    }

    /// The first signal leaves time to finish; after it, and at the second one, even a server that is stuck ends.
    private func signalled() {
        signalCount += 1
        watchdog?.expectEnd(withinMilliseconds: signalCount == 1 ? grace + Self.orderlyMargin : Self.margin)
        send(.signal)
    }

    func close() {
        watchdog?.close()
        for signal in signals { signal.close() }
        hotReload?.stop()
    }
}
