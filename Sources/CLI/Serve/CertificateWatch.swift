import MockServing
import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files of certificates that a server reads again: on SIGHUP, and when they change if it `watches`.
struct CertificateWatch: Sendable {
    let files: [String]
    let watches: Bool

    /// The folders whose changes may change a file: that of its path, and that of its target if it is a link.
    var folders: Set<String> {
        guard watches else { return [] }
        return Set(files.flatMap { [$0, DiskFile.realPath($0)] }.map(Self.folder))
    }

    private static func folder(of path: String) -> String {
        let folder = URL(filePath: path).deletingLastPathComponent().path()
        return folder.isEmpty ? "." : folder
    }
}

/// Watches the files of certificates; confined to a loop.
final class CertificateWatcher {
    /// The pauses after the last change: a certificate and its key change one after the other, in some milliseconds or
    /// by hand.
    private static let (settlingMilliseconds, settledMilliseconds) = (100, 2000)

    private let timers: [LoopTimer]
    private var watchers: [FileWatcher] = []
    private var signal: SignalWatcher?

    /// Starts watching; `onChange` may be called without a change, and is called twice after one: the files are
    /// `isSettled` when they should fit together.
    ///
    /// SIGHUP still ends a server without such files, and one whose terminal is closed.
    init(on loop: Loop, _ watch: CertificateWatch, _ onChange: @escaping (_ isSettled: Bool) -> Void) throws(UVError) {
        let soon = try LoopTimer(on: loop) { onChange(false) }
        let later = try LoopTimer(on: loop) { onChange(true) }
        timers = [soon, later]
        guard !watch.files.isEmpty else { return }
        for folder in watch.folders.sorted() {
            let watcher = try? FileWatcher(on: loop, path: folder) { _ in
                soon.start(afterMilliseconds: Self.settlingMilliseconds)
                later.start(afterMilliseconds: Self.settledMilliseconds)
            }
            if let watcher { watchers.append(watcher) }
        }
        guard !StandardStream.output.isTerminal else { return }
        signal = try SignalWatcher(on: loop, signal: SignalWatcher.hangUp) { onChange(true) }
    }

    func close() {
        for timer in timers { timer.close() }
        for watcher in watchers { watcher.close() }
        signal?.close()
    }
}

/// The lines that `serve` prints about its certificates.
enum CertificateReport {
    static func text(_ warnings: [String]) -> String {
        warnings.map { "hypermock: warning: \($0)\n" }.joined()
    }

    /// Reads the files again; those that are not settled may fail, and are read again.
    ///
    /// - Returns: The lines; empty if no file has changed.
    static func reload(_ server: MockServer, isSettled: Bool) async -> String {
        do {
            guard try await server.reloadCertificates() else { return "" }
            return "hypermock: reloaded the certificates; new connections get them\n" + text(server.certificateWarnings)
        } catch {
            guard isSettled else { return "" }
            return "hypermock: certificates not reloaded, the previous ones are still used: \(error)\n"
        }
    }
}
