import Documents
import HAL
import Scenarios

extension RunReport {
    /// The maximum size of a report in bytes.
    package static let maximumBytes = 512 << 20

    /// Reads a JSON report, as ``JSONReporter`` writes it.
    ///
    /// - Throws: ``ReportProblem`` if the text is not one.
    package init(json bytes: [UInt8]) throws(ReportProblem) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.maximumBytes))
        } catch {
            throw ReportProblem("not valid JSON: \(error)")
        }
        guard let version = document["hypermockReport"]?.number?.int else {
            throw ReportProblem("not a report of hypermock verify --report json=PATH")
        }
        guard version == 1 else { throw ReportProblem("a report of format \(version), which this version cannot read") }
        try self.init(ReportNode(document))
    }

    private init(_ node: ReportNode) throws(ReportProblem) {
        let variants = try node["variants"].list { item throws(ReportProblem) in try VariantReport(item) }
        self.init(
            startedAt: try node["startedAt"].time(),
            duration: try node["durationSeconds"].seconds(),
            seed: try node["seed"].optional { seed throws(ReportProblem) in
                try seed.required(seed.value.number?.exactInteger(as: UInt64.self), "an integer")
            },
            variants: variants
        )
        isInterrupted = try node["interrupted"].bool()
        cause = try node["cause"].optional { cause throws(ReportProblem) in try cause.text() }
        isAborted = try node["aborted"].bool()
        setup = try node["setup"].optional { setup throws(ReportProblem) in try RunSetup(setup) }
        unsupported = try node["unsupportedOver"].list { wire throws(ReportProblem) in
            try wire.name(WireProtocol.init(rawValue:))
        }
        notRun = try node["notRun"].list { item throws(ReportProblem) in
            SelectedVariant(position: try item["position"].integer(), name: try item["name"].text())
        }
        trend = try node["trend"].list { item throws(ReportProblem) in try RunSummary(item) }
        silent = try node["withoutContract"].list { item throws(ReportProblem) in
            ScenarioWithoutContract(slug: try item["slug"].text(), file: try item["file"].text())
        }
        let cases = cases
        clients = try node["clients"].list { item throws(ReportProblem) in try ClientReport(item, cases) }
        drift = try BaselineDrift(try node["baseline"])
    }
}

extension RunSetup {
    fileprivate init(_ node: ReportNode) throws(ReportProblem) {
        self.init(
            version: try node["version"].text(),
            paths: try node["paths"].list { item throws(ReportProblem) in try item.text() },
            shard: try node["shard"].optional { shard throws(ReportProblem) in
                try shard.required(Shard(try shard.text()), "a shard such as 2/5")
            },
            profile: try node["profile"].name(Profile.init(rawValue:)),
            repetitions: try node["repetitions"].integer(),
            selected: try node["selected"].integer(),
            scenarios: try node["scenarios"].text(),
            unselected: try node["unselected"].list { item throws(ReportProblem) in try item.text() }
        )
        command = try node["command"].optional { command throws(ReportProblem) in try command.text() }
        slow = try node["slowSeconds"].optional { limit throws(ReportProblem) in try limit.seconds() }
    }
}

extension ClientReport {
    /// Reads the capabilities that a client lacks for all calls, and counts what was not judged because of them.
    fileprivate init(_ node: ReportNode, _ cases: [CaseReport]) throws(ReportProblem) {
        let gaps = try node["undeclared"].list { gap throws(ReportProblem) in try Lack(gap) }
        let undeclared = gaps.filter { $0.calls == nil }.map(\.capability)
        self.init(try node["name"].text(), undeclared: undeclared, cases: cases)
        version = try node["version"].optional { version throws(ReportProblem) in try version.text() }
    }
}

extension BaselineDrift {
    fileprivate init(_ node: ReportNode) throws(ReportProblem) {
        func texts(_ name: String) throws(ReportProblem) -> [String] {
            try node[name].list { item throws(ReportProblem) in try item.text() }
        }
        self.init()
        fixed = try texts("fixed")
        expired = try texts("expired")
        unmatched = try texts("unmatched")
    }
}

extension VariantReport {
    fileprivate init(_ node: ReportNode) throws(ReportProblem) {
        self.init(
            slug: try node["slug"].text(),
            values: try node["values"].list { item throws(ReportProblem) in try item.text() },
            title: try node["title"].text(),
            tags: try node["tags"].list { item throws(ReportProblem) in try item.text() },
            file: try node["file"].text(),
            cases: try node["cases"].list { item throws(ReportProblem) in try CaseReport(item) },
            unreached: try node["neverReached"].list { item throws(ReportProblem) in
                let name = try item["name"].optional { name throws(ReportProblem) in try name.text() }
                return UnreachedInteraction(name: name, location: try SourceLocation(item["at"]))
            }
        )
        position = try node["position"].integer()
        tlsFault = try node["tlsFault"].optional { fault throws(ReportProblem) in try fault.text() }
    }
}

extension CaseReport {
    fileprivate init(_ node: ReportNode) throws(ReportProblem) {
        self.init(
            client: try node["client"].text(),
            wire: try node["over"].optional { wire throws(ReportProblem) in
                try wire.name(WireProtocol.init(rawValue:))
            },
            repetition: try node["repetition"].integer(),
            duration: try node["durationSeconds"].seconds(),
            steps: try node["steps"].list { item throws(ReportProblem) in try StepReport(item) },
            checks: try node["checks"].list { item throws(ReportProblem) in try CheckReport(item) },
            address: try node["address"].text(),
            reproduction: try node["reproduction"].text()
        )
        runningServer = try node["server"].optional { server throws(ReportProblem) in try server.text() }
        failedAttempts = try node["failedAttempts"].list { item throws(ReportProblem) in try CaseReport(item) }
    }
}

extension StepReport {
    fileprivate init(_ node: ReportNode) throws(ReportProblem) {
        let reason = try node["skipReason"].optional { reason throws(ReportProblem) in try reason.text() }
        let cause = try node["skipCause"]
        var notJudged: NotJudged?
        if let reason { notJudged = try NotJudged(reason, because: cause) }
        self.init(
            name: try node["name"].text(),
            location: try SourceLocation(node["at"]),
            method: try node["method"].text(),
            target: try node["target"].text(),
            expectedOutcome: try node["expectedOutcome"].text(),
            duration: try node["durationSeconds"].seconds(),
            outcome: try node["outcome"].optional { outcome throws(ReportProblem) in try outcome.text() },
            notJudged: notJudged,
            checks: try node["checks"].list { item throws(ReportProblem) in try CheckReport(item) },
            exchange: try node["exchange"].optional { text throws(ReportProblem) in try text.text() } ?? "",
            curl: try node["curl"].optional { text throws(ReportProblem) in try text.text() }
        )
        isDriverFailure = try node["driverFailed"].bool()
    }
}

extension CheckReport {
    fileprivate init(_ node: ReportNode) throws(ReportProblem) {
        let verdict: Verdict
        switch try node["status"].name(RunStatus.init(rawValue:)) {
        case .passed: verdict = .passed
        case .failed: verdict = .failed(expected: try node["expected"].text(), actual: try node["actual"].text())
        case .known:
            verdict = .known(
                expected: try node["expected"].text(),
                actual: try node["actual"].text(),
                reason: try node["reason"].text()
            )
        case .skipped: verdict = .notJudged(try NotJudged(try node["reason"].text(), because: node["cause"]))
        case .flaky: throw ReportProblem("'\(node.place).status' must not be flaky, which only cases are")
        }
        self.init(
            try node["name"].text(),
            verdict,
            at: try SourceLocation(node["at"]),
            basis: try node["basis"].optional { basis throws(ReportProblem) in
                if basis.value["opinion"] != nil { return .opinion(try basis["opinion"].text()) }
                return .required(try basis["requiredBy"].text())
            }
        )
    }
}

extension NotJudged {
    fileprivate init(_ reason: String, because cause: ReportNode) throws(ReportProblem) {
        guard !cause.value.isNull else {
            self.init(reason)
            return
        }
        if cause.value["unsupported"] != nil {
            self.init(reason, .unsupported(try cause["unsupported"].text()))
        } else if cause.value["protocol"] != nil {
            self.init(reason, .wire(try cause["protocol"].text()))
        } else if cause.value["opinion"] != nil {
            self.init(reason, .opinion(try cause["opinion"].text()))
            isContradicted = try cause["contradicted"].bool()
        } else {
            self.init(reason, .lack(try Lack(cause)))
        }
    }
}

extension Lack {
    fileprivate init(_ node: ReportNode) throws(ReportProblem) {
        self.init(try node["capability"].name(Capability.init(named:)))
        if let method = try node["method"].optional({ item throws(ReportProblem) in try item.text() }) {
            calls = .method(method)
        }
        let outcome = try node["outcome"].optional { item throws(ReportProblem) in
            try item.name(OutcomeKind.init(rawValue:))
        }
        if let outcome { calls = .outcome(outcome) }
    }
}

extension SourceLocation {
    fileprivate init(_ node: ReportNode) throws(ReportProblem) {
        let parts = try node.text().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) else {
            throw ReportProblem("'\(node.place)' must be file:line:column")
        }
        self.init(file: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
    }
}
