/// Loads scenarios from files and folders.
package enum ScenarioLoader {
    /// The scenarios of a set, and everything that is wrong with it.
    package struct Result: Sendable {
        /// The scenarios without errors, in path order; a set with errors must not be served.
        package var scenarios: [Scenario] = []
        /// All problems of all files, by file and place.
        package var issues: [ScenarioIssue] = []

        /// Whether the set must not be served.
        package var hasErrors: Bool {
            issues.contains { $0.severity == .error }
        }
    }

    /// Loads all paths: files as they are, folders with everything below them that looks like a scenario.
    ///
    /// With `strict`, what is a warning otherwise is an error. `rules` says how many variants warnings are looked for in;
    /// errors are found in all of them.
    package static func load(paths: [String], strict: Bool = false, rules scope: RuleScope = .eachPart) -> Result {
        var finder = ScenarioFinder()
        for path in paths { finder.add(path) }
        var result = Result(issues: finder.issues)
        for path in finder.files { read(path, strict ? .eachVariant : scope, into: &result) }
        checkSlugs(in: &result)
        if strict {
            for index in result.issues.indices { result.issues[index].severity = .error }
        }
        return result
    }

    private static func read(_ path: String, _ scope: RuleScope, into result: inout Result) {
        do throws(DiskFile.Failure) {
            let bytes = try DiskFile.read(path, limit: ScenarioReader.maximumBytes)
            let read = ScenarioReader.read(bytes, path: path, rules: scope)
            result.issues += read.issues
            if let scenario = read.scenario { result.scenarios.append(scenario) }
        } catch {
            result.issues.append(ScenarioIssue(.error, at: SourceLocation(file: path), message: error.reason))
        }
    }

    private static func checkSlugs(in result: inout Result) {
        var files: [String: String] = [:]
        for scenario in result.scenarios {
            guard let first = files.updateValue(scenario.file, forKey: scenario.slug) else { continue }
            files[scenario.slug] = first
            result.issues.append(
                ScenarioIssue(
                    .error,
                    at: SourceLocation(file: scenario.file),
                    message: "'\(scenario.slug)' is the name of '\(first)' too, and both would have one address",
                    suggestion: "rename one of the two files"
                )
            )
        }
    }
}
