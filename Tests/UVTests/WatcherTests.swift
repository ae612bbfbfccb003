import Foundation
import Support
import Testing
import UV

@Suite struct WatcherTests {
    @Test func hearsASignal() throws {
        try withLoop { loop in
            var heard = 0
            let watcher = try SignalWatcher(on: loop, signal: SIGUSR2) {
                heard += 1
                loop.stop()
            }
            kill(getpid(), SIGUSR2)
            loop.run()
            #expect(heard == 1)
            watcher.close()
        }
    }

    @Test func hearsASignalThatWhoeverStartedTheThreadHasBlocked() async {
        let (wasBlocked, heard) = await onOwnThread { Self.hearingBlockedSignal() }
        #expect(wasBlocked)
        #expect(heard == 1)
    }

    /// Sent to this thread alone: any other one of the process would take a signal that this one does not.
    private static func hearingBlockedSignal() -> (wasBlocked: Bool, heard: Int) {
        var signals = sigset_t()
        var inherited = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGUSR1)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        unsafe pthread_sigmask(SIG_BLOCK, nil, &inherited)
        var heard = 0
        try? withLoop { loop in
            let watcher = try SignalWatcher(on: loop, signal: SIGUSR1) {
                heard += 1
                loop.stop()
            }
            let limit = try LoopTimer(on: loop) { loop.stop() }
            limit.start(afterMilliseconds: 10_000)
            pthread_kill(pthread_self(), SIGUSR1)
            loop.run()
            watcher.close()
            limit.close()
        }
        return (unsafe sigismember(&inherited, SIGUSR1) == 1, heard)
    }

    @Test(arguments: [SIGKILL, -1, 0, 9999])
    func refusesWhatIsNoSignalToWatch(_ signal: Int32) throws {
        try withLoop { loop in
            #expect(throws: UVError.self) { _ = try SignalWatcher(on: loop, signal: signal) {} }
        }
    }

    @Test func seesAFileAppearInAFolder() throws {
        try withLoop { loop in
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            var seen: String?
            let watcher = try FileWatcher(on: loop, path: folder.path) { name in
                seen = name
                loop.stop()
            }
            try Data().write(to: folder.appending(path: "new"))
            loop.run()
            #expect(seen == "new")
            watcher.close()
        }
    }

    @Test func refusesAFolderThatDoesNotExist() throws {
        try withLoop { loop in
            let error = #expect(throws: UVError.self) {
                _ = try FileWatcher(on: loop, path: "/does/not/exist") { _ in }
            }
            #expect(error?.description == "watch /does/not/exist: no such file or directory (ENOENT)")
        }
    }
}
