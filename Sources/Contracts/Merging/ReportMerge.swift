import HAL

/// The reports of all shards of a run as one.
package enum ReportMerge {
    /// A report, and the name of its file for messages.
    package struct Part: Sendable {
        package let name: String
        package let report: RunReport

        package init(_ name: String, _ report: RunReport) {
            self.name = name
            self.report = report
        }
    }

    /// Returns the report of the run without shards: the same cases in the same order.
    ///
    /// The run began with the first shard and took as long as the longest one. Known failures and differences from the
    /// baseline are left out; a baseline that all shards had marks them anew.
    /// - Throws: ``ReportProblem`` if the reports are not all shards of one run.
    package static func report(of parts: [Part]) throws(ReportProblem) -> RunReport {
        guard let first = parts.first else { throw ReportProblem("no report to merge") }
        var setup = try checkedSetup(of: parts)
        try checkPositions(in: parts, of: setup)
        setup.shard = nil
        setup.command = nil
        let reports = parts.map(\.report)
        var merged = first.report
        merged.setup = setup
        merged.startedAt = reports.map(\.startedAt).min() ?? merged.startedAt
        merged.duration = reports.map(\.duration).max() ?? .zero
        merged.isInterrupted = reports.contains(where: \.isInterrupted)
        merged.isAborted = reports.contains(where: \.isAborted)
        merged.cause = reports.lazy.compactMap(\.cause).first
        merged.variants = reports.flatMap(\.variants).sorted { $0.position < $1.position }
        merged.notRun = reports.flatMap(\.notRun).sorted { $0.position < $1.position }
        merged.drift = BaselineDrift()
        let cases = merged.cases
        merged.clients = first.report.clients.enumerated().map { index, client in
            let lacking = reports.flatMap { $0.clients[index].undeclared }
            var report = ClientReport(
                client.name,
                undeclared: Capability.all.filter(lacking.contains),
                cases: cases
            )
            report.version = client.version
            return report
        }
        return merged
    }

    /// Returns what the reports have in common.
    private static func checkedSetup(of parts: [Part]) throws(ReportProblem) -> RunSetup {
        var setups: [RunSetup] = []
        for part in parts {
            guard let setup = part.report.setup else {
                throw ReportProblem("\(part.name): the report does not say which variants were selected")
            }
            setups.append(setup)
            try check(setup, part, against: setups[0], parts[0])
        }
        return setups[0]
    }

    private static func check(
        _ setup: RunSetup,
        _ part: Part,
        against first: RunSetup,
        _ firstPart: Part
    ) throws(ReportProblem) {
        func differ(_ name: String, _ own: String, _ other: String) throws(ReportProblem) {
            guard own != other else { return }
            let values = "\(firstPart.name) has \(other), \(part.name) has \(own)"
            throw ReportProblem("the reports differ in \(name): \(values)")
        }
        try differ("the version of hypermock", setup.version, first.version)
        try differ("the profile", setup.profile.rawValue, first.profile.rawValue)
        try differ("the number of repetitions", "\(setup.repetitions)", "\(first.repetitions)")
        let clients = [part, firstPart].map { part in
            let names = part.report.clients.map(\.name)
            return names.isEmpty ? "none" : names.joined(separator: " and ")
        }
        try differ("the clients", clients[0], clients[1])
        try differ("the number of shards", "\(setup.shard?.count ?? 1)", "\(first.shard?.count ?? 1)")
        let seeds = [part, firstPart].map { $0.report.seed.map { "\($0)" } ?? "none" }
        try differ("the seed", seeds[0], seeds[1])
        guard setup.scenarios == first.scenarios, setup.selected == first.selected else {
            throw ReportProblem(
                "the reports differ in the selected scenarios: run all shards with the same files and selection"
            )
        }
    }

    /// Checks that every selected variant is in one report.
    private static func checkPositions(in parts: [Part], of setup: RunSetup) throws(ReportProblem) {
        try checkShards(of: parts)
        var owners: [Int: String] = [:]
        for part in parts {
            let own =
                part.report.variants.map { ($0.position, $0.name) }
                + part.report.notRun.map { ($0.position, $0.name) }
            for (position, name) in own {
                let owner = owners.updateValue(part.name, forKey: position)
                if let owner, owner != part.name {
                    throw ReportProblem(
                        "\(name) is in \(owner) and in \(part.name): all shards by time need the same .hypermock"
                    )
                }
            }
        }
        let missing = setup.selected - owners.count
        guard missing == 0 else {
            throw ReportProblem("\(counted(missing, "selected variant")) of \(setup.selected) are in no report")
        }
    }

    private static func checkShards(of parts: [Part]) throws(ReportProblem) {
        var owners: [Int: String] = [:]
        for part in parts {
            let number = part.report.setup?.shard?.number ?? 1
            if let owner = owners.updateValue(part.name, forKey: number) {
                throw ReportProblem("\(owner) and \(part.name) are both reports of shard \(shardText(number, part))")
            }
        }
        let count = parts.first?.report.setup?.shard?.count ?? 1
        let missing = (1...count).filter { owners[$0] == nil }.map { "\($0)/\(count)" }
        if !missing.isEmpty {
            let list = missing.joined(separator: ", ")
            guard missing.count > 1 else { throw ReportProblem("the report of shard \(list) is missing") }
            throw ReportProblem("the reports of shards \(list) are missing")
        }
    }

    private static func shardText(_ number: Int, _ part: Part) -> String {
        part.report.setup?.shard?.text ?? "\(number)/1, a run without shards"
    }
}

extension ClientReport {
    /// The capabilities that the client lacks for all calls.
    var undeclared: [Capability] { gaps.filter { $0.lack.calls == nil }.map(\.lack.capability) }
}
