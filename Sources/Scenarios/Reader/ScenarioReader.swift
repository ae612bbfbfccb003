package import Documents

/// Reads one scenario file, or one file of WireMock mappings.
package enum ScenarioReader {
    /// Larger files are refused.
    package static let maximumBytes = 16 << 20

    /// The scenario of a file, and its issues.
    package struct Result: Sendable {
        /// Nil when there is an error among the issues.
        package var scenario: Scenario?
        /// In the order of the file.
        package var issues: [ScenarioIssue]
        /// Whether the scenario depends on the bytes of this file only.
        var isSelfContained = false
    }

    /// Reads a file's bytes; body files are looked for in the folder of `path`.
    ///
    /// `slug` is its name in addresses; by default its stem. With `templatesAll`, the responses of all of WireMock's
    /// mappings are templates.
    package static func read(
        _ bytes: [UInt8],
        path: String,
        slug: String? = nil,
        rules scope: RuleScope = .eachPart,
        templatesAll: Bool = false
    ) -> Result {
        read(bytes, path: path, slug: slug, rules: scope, templatesAll: templatesAll, includes: IncludeFolders())
    }

    /// Does the same for a file that may include others.
    static func read(
        _ bytes: [UInt8],
        path: String,
        slug: String?,
        rules scope: RuleScope,
        templatesAll: Bool,
        includes: IncludeFolders
    ) -> Result {
        let name = FileName(path)
        let log = IssueLog(SourceFile(path: path, bytes: bytes))
        let slug = slug ?? name.slug
        let context = ScenarioContext(
            slug: slug ?? "",
            folder: BodyFolder(path: name.folder),
            scope: scope,
            templatesAll: templatesAll
        )
        context.path = path
        context.includes = includes
        let reader = NodeReader(log: log, context: context)
        reader.note(slug, name)
        var scenario = reader.read(name)
        let others = context.bodies.merging(context.included) { $1 }
        scenario?.contents = [path: ContentHash(bytes, bodies: others, stored: context.storedBodies)]
        scenario?.includedFiles = context.included.keys.sorted()
        log.noteIncludedErrors()
        return Result(
            scenario: log.hasErrors ? nil : scenario,
            issues: log.issues.sorted(),
            isSelfContained: !context.namesOtherFiles
        )
    }

    /// Reads one file of a folder of WireMock's, which may have any name.
    ///
    /// `name` is the file's in the folder: from it follow the identifiers of mappings without one.
    static func readMappings(
        _ bytes: [UInt8],
        path: String,
        name: String,
        files: BodyFolder,
        rules scope: RuleScope,
        templatesAll: Bool
    ) -> (interactions: [Interaction], issues: [ScenarioIssue], content: ContentHash) {
        let log = IssueLog(SourceFile(path: path, bytes: bytes))
        let context = ScenarioContext(slug: name, folder: files, templatesAll: templatesAll)
        let reader = NodeReader(log: log, context: context)
        let nodes = reader.composeMappings().flatMap { reader.mappingNodes($0) } ?? []
        let isRead = !log.lowerErrors(after: 0, "this file is not served", leavingOutFile: true)
        let mappings = isRead ? reader.servableMappings(nodes) : []
        let interactions = mappings.map(\.interaction)
        // A server is not asked about the HAL of mappings that were written for another one.
        if scope != .firstVariant { reader.checkEach(interactions, mappings.map(\.node)) }
        let content = ContentHash(bytes, bodies: context.bodies, stored: context.storedBodies)
        return (interactions, log.issues.sorted(), content)
    }
}

extension NodeReader {
    fileprivate static let start = Mark(line: 1, column: 1)

    /// Says which address the file has, where its name is another one.
    fileprivate func note(_ slug: String?, _ name: FileName) {
        guard let slug else {
            return log.addOfFile(
                .error,
                "no character of '\(name.stem)' is allowed in an address",
                suggestion: "give the file a name that contains a-z, 0-9 or '-'"
            )
        }
        guard slug != name.stem else { return }
        let reason =
            slug == name.slug
            ? "an address contains only a-z, 0-9 and '-'" : "another file is also named '\(name.stem)'"
        log.addOfFile(.note, "served at /~\(slug)/: \(reason)")
    }

    fileprivate func read(_ name: FileName) -> Scenario? {
        let syntax = ScenarioFormat.syntax(of: name)
        guard let root = compose(syntax) else { return nil }
        guard case .mapping = root.content else {
            log.error(
                "a scenario file must be an object, not \(root.kind)",
                at: root,
                suggestion: syntax == .yaml ? "begin it with 'scenario: title'" : nil
            )
            return nil
        }
        return ScenarioFormat.read(name, root, self)
    }

    /// The root of the file; logs mistakes in its syntax.
    fileprivate func compose(_ syntax: DocumentSyntax) -> Node? {
        guard log.file.bytes.count <= ScenarioReader.maximumBytes else {
            log.add(.error, "the file is larger than \(ScenarioReader.maximumBytes >> 20) MiB", at: Self.start)
            return nil
        }
        return compose("; a scenario begins with 'scenario: title'") { () throws(SyntaxProblem) in
            try syntax.compose(log.file.bytes)
        }
    }

    /// The root of a file of WireMock's; warns of what is JSON to WireMock only.
    fileprivate func composeMappings() -> Node? {
        compose("; a mapping is an object with 'request' and 'response'") { () throws(SyntaxProblem) in
            let document = try JSONComposer.composeRelaxed(log.file.bytes)
            if let complaint = document.complaint { log.add(complaint, .warning) }
            return (document.root, document.problems)
        }
    }

    private func compose(
        _ hint: String,
        _ read: () throws(SyntaxProblem) -> (root: Node?, problems: [SyntaxProblem])
    ) -> Node? {
        do throws(SyntaxProblem) {
            let document = try read()
            for problem in document.problems { log.add(problem) }
            guard let root = document.root, root.scalar?.resolved != .null else {
                log.add(.error, "the file is empty" + hint, at: Self.start)
                return nil
            }
            return root
        } catch {
            log.add(error)
            return nil
        }
    }
}
