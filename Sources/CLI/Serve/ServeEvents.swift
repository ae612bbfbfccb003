import MockServing
import Scenarios
import UV

/// The events that a running command gets from outside its sockets: signals, changed files, keys, and shutdown.
///
/// Their own thread watches for them, and watches the loops of a server.
final class ServeEvents: Sendable {
    /// An event for the command to handle.
    enum Event: Sendable {
        /// SIGINT or SIGTERM.
        case signal
        /// Scenario files have changed and are loaded again.
        case loaded(ScenarioLoader.Result)
        /// Files of certificates may have changed; if they are not settled, another event follows.
        case certificates(isSettled: Bool)
        /// A client of the admin API has requested the shutdown.
        case shutdown
        /// A key was pressed.
        case key(WatchKey)
    }

    /// A stream of events and its sender.
    typealias Channel = (stream: AsyncStream<Event>, continuation: AsyncStream<Event>.Continuation)

    let stream: AsyncStream<Event>

    private let send: AsyncStream<Event>.Continuation
    private let thread: LoopThread<Watchers>

    private init(_ thread: LoopThread<Watchers>, _ stream: AsyncStream<Event>, _ send: AsyncStream<Event>.Continuation)
    {
        self.thread = thread
        self.stream = stream
        self.send = send
    }

    /// Starts watching for signals and for changes of the sources and of files of certificates, if any.
    ///
    /// `channel` gets the events, and may get others; a signal ends `server` in any state, even if a loop is stuck. With
    /// `keys`, the standard input must be a terminal.
    ///
    /// - Throws: `UVError` if a watcher cannot be made.
    static func start(
        watching sources: ScenarioSources?,
        certificates: CertificateWatch? = nil,
        keys: Bool = false,
        _ channel: Channel = AsyncStream.makeStream(),
        server: (activities: [LoopActivity], grace: Duration)? = nil
    ) async throws -> ServeEvents {
        let (stream, send) = channel
        let thread = try await LoopThread.start { loop in
            try Watchers(on: loop, sources: sources, certificates, keys: keys, server) { send.yield($0) }
        }
        return ServeEvents(thread, stream, send)
    }

    /// Reads only files that have changed since this result of the sources.
    func reuse(_ result: ScenarioLoader.Result) {
        thread.post { $0.hotReload?.reuse(result) }
    }

    /// Ends the stream of events.
    func end() {
        send.finish()
    }

    func stop() async {
        _ = try? await thread.stop { $0.close() }
    }
}

/// The handles of `ServeEvents`, confined to its loop.
private final class Watchers {
    /// Milliseconds that an immediate end may take, and a graceful one in addition to its grace period.
    private static let (margin, orderlyMargin) = (500, 1000)

    private let send: (ServeEvents.Event) -> Void
    private let grace: Int
    private let watchdog: LoopWatchdog?
    let hotReload: HotReload?
    private let certificates: CertificateWatcher?
    private let keys: TerminalKeys?
    private var signals: [SignalWatcher] = []
    private var signalCount = 0

    init(
        on loop: Loop,
        sources: ScenarioSources?,
        _ certificates: CertificateWatch?,
        keys: Bool,
        _ server: (activities: [LoopActivity], grace: Duration)?,
        _ send: @escaping (ServeEvents.Event) -> Void
    ) throws(UVError) {
        self.send = send
        grace = server.map { Int($0.grace / .milliseconds(1)) } ?? 0
        watchdog =
            if let server {
                try LoopWatchdog(on: loop, activities: server.activities) {
                    StandardStream.error.write(Array($0.utf8), waitingAtMost: 0)
                }
            } else { nil }
        hotReload = if let sources { try HotReload(on: loop, sources: sources) } else { nil }
        self.certificates = try certificates.map { watch throws(UVError) in
            try CertificateWatcher(on: loop, watch) { send(.certificates(isSettled: $0)) }
        }
        self.keys =
            if keys {
                try TerminalKeys(on: loop) { byte in
                    // As with Ctrl-C, each part of the command handles the signal.
                    if WatchKey.ends(byte) { CurrentProcess.interrupt() } else { WatchKey(byte).map { send(.key($0)) } }
                }
            } else { nil }
        hotReload?.start { send(.loaded($0)) }
        for signal in [SignalWatcher.interrupt, SignalWatcher.terminate] {
            signals.append(try SignalWatcher(on: loop, signal: signal) { [weak self] in self?.signalled() })
        }
    }

    /// The first signal gives the server its grace period; after it, and at the second signal, even a stuck server ends.
    private func signalled() {
        signalCount += 1
        watchdog?.expectEnd(withinMilliseconds: signalCount == 1 ? grace + Self.orderlyMargin : Self.margin)
        send(.signal)
    }

    func close() {
        watchdog?.close()
        for signal in signals { signal.close() }
        hotReload?.stop()
        certificates?.close()
        keys?.close()
    }
}
