package import Scenarios
package import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Watches scenario files and reads them on another thread when they change.
package final class HotReload {
    /// The pause after the last change, since editors write a file in several steps.
    private static let settlingMilliseconds = 100

    private let loop: Loop
    private var sources: ScenarioSources
    private let timer: LoopTimer
    private var watchers: [String: FileWatcher] = [:]
    /// The last result, from which the next one takes the files that have not changed.
    private var last: ScenarioLoader.Result?
    private var onLoad: ((ScenarioLoader.Result) -> Void)?
    private var isLoading = false
    private var changedWhileLoading = false

    package init(on loop: Loop, sources: ScenarioSources) throws(UVError) {
        self.loop = loop
        self.sources = sources
        var changed: (() -> Void)?
        timer = try LoopTimer(on: loop) { changed?() }
        changed = { [weak self] in self?.load() }
    }

    /// Starts watching; `onLoad` gets the result of each reading, errors included.
    package func start(_ onLoad: @escaping (ScenarioLoader.Result) -> Void) {
        self.onLoad = onLoad
        watchFolders()
    }

    /// Reads only files that have changed since this result, unless they were read again already.
    package func reuse(_ result: ScenarioLoader.Result) {
        if last == nil { last = result }
    }

    package func stop() {
        onLoad = nil
        timer.close()
        for watcher in watchers.values { watcher.close() }
        watchers = [:]
    }

    private func didChange() {
        timer.start(afterMilliseconds: Self.settlingMilliseconds)
    }

    private func load() {
        guard !isLoading else {
            changedWhileLoading = true
            return
        }
        isLoading = true
        let (sources, last) = (sources, last)
        do {
            try loop.runInBackground {
                ScenarioLoader.load(sources, after: last)
            } then: { [weak self] result in
                self?.didLoad(result)
            }
        } catch {
            isLoading = false
            didChange()
        }
    }

    private func didLoad(_ result: ScenarioLoader.Result) {
        isLoading = false
        last = result
        sources.includedFolders.formUnion(result.includedFolders)
        watchFolders()
        onLoad?(result)
        if changedWhileLoading {
            changedWhileLoading = false
            didChange()
        }
    }

    /// Watches the current folders; those that cannot be watched are retried at the next change.
    private func watchFolders() {
        guard onLoad != nil else { return }
        let paths = sources.folders
        let bodies = paths.compactMap { BodyFolder.besideMappings($0) }.filter(Self.isFolder)
        let included = sources.includedFolders.filter(Self.isFolder)
        let folders = included.union((paths + bodies).flatMap { Self.folders(below: $0) })
        for (folder, watcher) in watchers where !folders.contains(folder) {
            watcher.close()
            watchers[folder] = nil
        }
        for folder in folders where watchers[folder] == nil {
            watchers[folder] = try? FileWatcher(on: loop, path: folder) { [weak self] _ in self?.didChange() }
        }
    }

    /// The folder and its subfolders; for a file, the folder that contains it, since editors replace files.
    private static func folders(below path: String) -> [String] {
        guard isFolder(path) else {
            let folder = URL(filePath: path).deletingLastPathComponent().path()
            return [folder.isEmpty ? "." : folder]
        }
        let wireMock = WireMockFolder(path: path)
        guard !wireMock.hasMappings else { return [path] + wireMock.parts.filter(isFolder).flatMap(folders) }
        let entries = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return [path] + entries.map { path + "/" + $0 }.filter(isFolder)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: Bool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }
}
