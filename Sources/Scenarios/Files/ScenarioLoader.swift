package import Documents

/// Loads scenarios from files and folders.
package enum ScenarioLoader {
    /// The scenarios of a set, and its issues.
    package struct Result: Sendable {
        /// The scenarios without errors, in path order; a set with errors must not be served.
        package var scenarios: [Scenario] = []
        /// All problems of all files, by file and place.
        package var issues: [ScenarioIssue] = []
        /// The files and WireMock folders that were found, in their order.
        package var files: [String] = []
        /// The time at which reading began: of two results, the later one is valid.
        package var startedAt = ContinuousClock.now

        /// Replaces a WireMock folder by a later reading of it.
        package mutating func keep(_ folder: Scenario) {
            for index in scenarios.indices where scenarios[index].file == folder.file { scenarios[index] = folder }
            issues.removeAll { $0.location.file.hasPrefix(folder.file + "/") }
        }

        /// The folders of the files that the scenarios include.
        package var includedFolders: Set<String> {
            Set(scenarios.flatMap(\.includedFiles).map { FileName($0).folder })
        }

        /// Removes the repetitions of issues in files that several scenarios include.
        fileprivate mutating func keepEachIssueOnce() {
            var known: Set<ScenarioIssue> = []
            issues.removeAll { !known.insert($0).inserted }
        }

        /// Whether the set must not be served.
        package var hasErrors: Bool {
            issues.contains { $0.severity == .error }
        }
    }

    /// Loads all paths: files as they are, folders with everything below them that looks like a scenario.
    ///
    /// With `strict`, warnings are errors. `rules` limits the variants that are checked for warnings; errors are found in
    /// all of them.
    package static func load(paths: [String], strict: Bool = false, rules scope: RuleScope = .eachPart) -> Result {
        load(ScenarioSources(paths: paths, isStrict: strict, scope: scope))
    }

    /// Loads everything that the sources name.
    package static func load(_ sources: ScenarioSources) -> Result {
        let start = ContinuousClock.now
        let finder = found(by: sources)
        let slugs = Slugs(finder.files + sources.texts.map(\.path))
        let files = finder.files.map { read($0, slugs[$0], sources) }
        return joined(files, texts(sources, slugs), finder, sources, start)
    }

    /// Does the same as ``load(_:)`` on all cores.
    package static func loadConcurrently(_ sources: ScenarioSources) async -> Result {
        let start = ContinuousClock.now
        let finder = found(by: sources)
        let slugs = Slugs(finder.files + sources.texts.map(\.path))
        var files = [Result](repeating: Result(), count: finder.files.count)
        await withTaskGroup(of: (Int, Result).self) { group in
            for (index, path) in finder.files.enumerated() {
                group.addTask { (index, read(path, slugs[path], sources)) }
            }
            for await (index, result) in group { files[index] = result }
        }
        return joined(files, texts(sources, slugs), finder, sources, start)
    }

    private static func found(by sources: ScenarioSources) -> ScenarioFinder {
        var finder = ScenarioFinder()
        if let folder = sources.wireMockFolder { finder.addWireMockFolder(folder) }
        for path in sources.paths { finder.add(path) }
        return finder
    }

    private static func read(_ path: String, _ slug: String?, _ sources: ScenarioSources) -> Result {
        do throws(DiskFile.Failure) {
            let bytes = try DiskFile.contents(of: path, limit: ScenarioReader.maximumBytes)
            return read(bytes, path, slug, sources)
        } catch {
            return Result(issues: [ScenarioIssue(.error, ofFile: path, message: error.reason)])
        }
    }

    private static func texts(_ sources: ScenarioSources, _ slugs: Slugs) -> [Result] {
        sources.texts.map { read($0.bytes, $0.path, slugs[$0.path], sources) }
    }

    private static func read(_ bytes: [UInt8], _ path: String, _ slug: String?, _ sources: ScenarioSources) -> Result {
        let read = ScenarioReader.read(
            bytes,
            path: path,
            slug: slug,
            rules: sources.rules,
            templatesAll: sources.templatesAll,
            folders: sources.folders
        )
        return Result(scenarios: read.scenario.map { [$0] } ?? [], issues: read.issues)
    }

    /// One set of the files' scenarios, in their order, and of the folders of WireMock's.
    private static func joined(
        _ files: [Result],
        _ texts: [Result],
        _ finder: ScenarioFinder,
        _ sources: ScenarioSources,
        _ start: ContinuousClock.Instant
    ) -> Result {
        let others = Self.others(among: finder.files, files, sources)
        let read = finder.files.indices.filter { !others.contains(finder.files[$0]) }.map { files[$0] } + texts
        var result = Result(scenarios: read.flatMap(\.scenarios), issues: finder.issues + read.flatMap(\.issues))
        result.startedAt = start
        result.files = finder.files.filter { !others.contains($0) } + finder.wireMockFolders.map(\.path)
        for folder in finder.wireMockFolders { result.scenarios.append(folder.scenario(sources, &result.issues)) }
        checkSlugs(in: &result)
        result.keepEachIssueOnce()
        if sources.isStrict {
            for index in result.issues.indices where result.issues[index].severity == .warning {
                result.issues[index].severity = .error
            }
        }
        return result
    }

    /// The files in a folder that are not scenarios, but bodies that a scenario names, or baselines of `verify`.
    private static func others(among paths: [String], _ results: [Result], _ sources: ScenarioSources) -> Set<String> {
        let unread = paths.indices.filter { results[$0].scenarios.isEmpty && !sources.paths.contains(paths[$0]) }
        let unmarked = unread.map { paths[$0] }.filter { !FileSignature.scenario.isIn($0) }
        guard !unmarked.isEmpty else { return [] }
        let bodies = Set(results.flatMap(\.scenarios).flatMap(\.bodyPaths).map { DiskFile.realPath($0) })
        return Set(unmarked.filter { bodies.contains(DiskFile.realPath($0)) || FileSignature.baseline.isIn($0) })
    }

    private static func checkSlugs(in result: inout Result) {
        var files: [String: String] = [:]
        for scenario in result.scenarios {
            guard let first = files.updateValue(scenario.file, forKey: scenario.slug) else { continue }
            files[scenario.slug] = first
            result.issues.append(
                ScenarioIssue(
                    .error,
                    ofFile: scenario.file,
                    message: "'\(scenario.slug)' is also the name of '\(first)', and both would have the same address",
                    suggestion: "rename one of the two files"
                )
            )
        }
    }
}
