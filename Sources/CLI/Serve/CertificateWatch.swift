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
    /// The pause after the last change, since a certificate and its key change one after the other.
    private static let settlingMilliseconds = 100

    private let timer: LoopTimer
    private var watchers: [FileWatcher] = []
    private var signal: SignalWatcher?

    /// Starts watching; `onChange` may be called without a change.
    ///
    /// SIGHUP still ends a server without such files, and one whose terminal is closed.
    init(on loop: Loop, _ watch: CertificateWatch, _ onChange: @escaping () -> Void) throws(UVError) {
        timer = try LoopTimer(on: loop, onChange)
        guard !watch.files.isEmpty else { return }
        let timer = timer
        for folder in watch.folders.sorted() {
            let watcher = try? FileWatcher(on: loop, path: folder) { _ in
                timer.start(afterMilliseconds: Self.settlingMilliseconds)
            }
            if let watcher { watchers.append(watcher) }
        }
        guard !StandardStream.output.isTerminal else { return }
        signal = try SignalWatcher(on: loop, signal: SignalWatcher.hangUp, onChange)
    }

    func close() {
        timer.close()
        for watcher in watchers { watcher.close() }
        signal?.close()
    }
}

/// The lines that `serve` prints about its certificates.
enum CertificateReport {
    static func text(_ warnings: [String]) -> String {
        warnings.map { "hypermock: warning: \($0)\n" }.joined()
    }

    /// Reads the files again.
    ///
    /// - Returns: The lines; empty if no file has changed.
    static func reload(_ server: MockServer) async -> String {
        do {
            guard try await server.reloadCertificates() else { return "" }
            return "hypermock: reloaded the certificates; new connections get them\n" + text(server.certificateWarnings)
        } catch {
            return "hypermock: certificates not reloaded, the previous ones are still used: \(error)\n"
        }
    }
}
