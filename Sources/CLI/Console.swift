import MockServing
import Scenarios
import UV

/// What reaches a running server from outside its sockets, as a stream of events: signals, and files that change.
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
    /// `channel` is where its events go, and others' too.
    static func start(
        watching sources: ScenarioSources?,
        _ channel: Channel = AsyncStream.makeStream()
    ) async throws -> Console {
        let (events, send) = channel
        let thread = try await LoopThread.start { loop in
            try Watchers(on: loop, sources: sources) { send.yield($0) }
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
    private let signals: [SignalWatcher]
    private let hotReload: HotReload?

    init(on loop: Loop, sources: ScenarioSources?, _ send: @escaping (Console.Event) -> Void) throws(UVError) {
        signals = [
            try SignalWatcher(on: loop, signal: SignalWatcher.interrupt) { send(.signal) },
            try SignalWatcher(on: loop, signal: SignalWatcher.terminate) { send(.signal) },
        ]
        hotReload = if let sources { try HotReload(on: loop, sources: sources) } else { nil }
        hotReload?.start { send(.loaded($0)) }
    }

    func close() {
        for signal in signals { signal.close() }
        hotReload?.stop()
    }
}
