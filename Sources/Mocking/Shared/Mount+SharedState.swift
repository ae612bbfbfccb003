import HAL
import Matching
import Messages
package import Scenarios

extension Mount {
    /// A contest without candidates.
    func contest(_ range: Range<Int>, unknownAddress error: AddressError) -> Contest {
        Contest(mount: self, index: index, range: range, candidates: [], unknownAddress: error)
    }

    /// The interactions that may respond to a request.
    func contest(for request: Request, _ target: RequestTarget) -> Contest {
        settle()
        let clock = clock
        var moved = request
        if clock.isMoved { moved.receivedAt = clock.time(at: request.receivedAt) }
        var candidates: [Contest.Candidate] = []
        contents.index.forEachMatch(of: moved, target) { rank in
            let candidate = candidate(rank, moved)
            candidates.append(candidate)
            return !candidate.isUnconditional
        }
        var live: LivePlace?
        if world != nil, candidates.last?.isUnconditional != true, let place = place(of: target) {
            live = place
            candidates.append(candidate(place, moved))
        }
        return Contest(
            mount: self,
            index: index,
            range: target.sent,
            candidates: candidates,
            unknownAddress: nil,
            clock: clock,
            live: live,
            dependsOnTime: live != nil || loadedIndex.hasTimeRules
        )
    }

    private func candidate(_ place: LivePlace, _ request: Request) -> Contest.Candidate {
        Contest.Candidate(
            rank: -1,
            key: Contest.Candidate.liveKey,
            machine: "",
            required: "",
            next: "",
            counting: .none,
            rules: shared(place.route.rules, request)
        )
    }

    private func shared(_ rules: [TimeRule], _ request: Request) -> [SharedRule] {
        rules.map { SharedRule($0, name: loadedIndex.ruleNames[ObjectIdentifier($0)] ?? "", for: request) }
    }

    private func candidate(_ rank: Int, _ request: Request) -> Contest.Candidate {
        let interaction = index.interactions[rank]
        let isRefused = interaction.sequence.isConstant && interaction.responses[0].refuses(request)
        let rule = index.stateRules[rank]
        let machine = rule.machine < 0 ? nil : index.machines[Int(rule.machine)]
        return Contest.Candidate(
            rank: rank,
            key: sharedKey(interaction),
            machine: machine?.name ?? "",
            required: rule.required < 0 ? "" : machine?.states[Int(rule.required)] ?? "",
            next: rule.next < 0 || isRefused ? "" : machine?.states[Int(rule.next)] ?? "",
            counting: interaction.sequence.counting,
            rules: interaction.rules.isEmpty ? [] : shared(interaction.rules, request)
        )
    }

    /// Identifies an interaction in the shared state.
    ///
    /// A mapping that was added or replaced has another key than the one before, and so begins anew.
    private func sharedKey(_ interaction: CompiledInteraction) -> String {
        if let name = loadedIndex.sharedNames[ObjectIdentifier(interaction)] { return name }
        let id = interaction.definition.identifier
        return "\(id)@\(overrides?.changes[id] ?? 0)"
    }

    /// The rank of the interaction that a key identifies; nil if there is none any more.
    func rank(of key: String) -> Int? {
        if let interaction = loadedIndex.bySharedName[key] { return index.rank(of: interaction) }
        guard let end = key.lastIndex(of: "@"), let interaction = overrides?[String(key[..<end])],
            sharedKey(interaction) == key
        else { return nil }
        return index.rank(of: interaction)
    }

    /// Renders the chosen response, or explains why there is none.
    func settle(
        _ contest: Contest,
        _ verdict: Verdict,
        for request: Request,
        _ written: MockReply?,
        _ random: RandomSource
    ) -> Reply {
        let target = RequestTarget(request.head, contest.range)
        let time = contest.clock.time(at: request.receivedAt)
        var moved = request
        moved.receivedAt = time
        let chosen = verdict.candidate.flatMap { place in
            contest.candidates.indices.contains(place)
                ? reply(with: contest.candidates[place], verdict, contest, moved, target, written, random) : nil
        }
        if var reply = chosen ?? staticReply(to: moved, target) {
            if contest.clock.isMoved { reply.setDates(to: time) }
            count(request, JournalEntry.ServedResponse(reply))
            return .mock(reply)
        }
        count(request, .unmatched)
        if let state = verdict.state { load(state) }
        return .unmatched(diagnosis(of: moved, target))
    }

    /// The response of a candidate, or that of a rule that rejects the request.
    private func reply(
        with candidate: Contest.Candidate,
        _ verdict: Verdict,
        _ contest: Contest,
        _ request: Request,
        _ target: RequestTarget,
        _ written: MockReply?,
        _ random: RandomSource
    ) -> MockReply? {
        let rules = candidate.isLive ? contest.live?.route.rules : contest.index.interactions[candidate.rank].rules
        let decision = verdict.judgments.decision(rules ?? [], at: verdict.time ?? request.receivedAt)
        let fields = decision.fields
        if let rule = decision.rejection { return rejection(of: request, by: rule, fields, candidate, contest) }
        var reply: MockReply?
        if let place = contest.live, candidate.isLive {
            if let start = verdict.liveStart { world?.begin(at: start) }
            reply = written ?? liveReply(to: request, target, random, place)
        } else {
            reply = self.reply(with: candidate, verdict.position, contest, request, target, random)
        }
        if !fields.isEmpty { reply?.change { $0.adding(fields) } }
        return reply
    }

    private func rejection(
        of request: Request,
        by rule: TimeRule,
        _ fields: [(name: String, value: String)],
        _ candidate: Contest.Candidate,
        _ contest: Contest
    ) -> MockReply? {
        let live = candidate.isLive ? contest.live : nil
        guard
            let source = live.map({ $0.route.source(of: $0.subject) })
                ?? (candidate.isLive ? nil : contest.index.interactions[candidate.rank].source)
        else { return nil }
        return contents.rejection(of: request, by: rule, source, fields, isLive: candidate.isLive)
    }

    private func reply(
        with candidate: Contest.Candidate,
        _ position: Int,
        _ contest: Contest,
        _ request: Request,
        _ target: RequestTarget,
        _ random: RandomSource
    ) -> MockReply? {
        guard let response = contest.index.interactions[candidate.rank].sequence.response(at: position) else {
            return nil
        }
        let choice = Choice(
            rank: candidate.rank,
            response: response,
            version: 0,
            machine: -1,
            next: -1,
            advancesSequence: false
        )
        guard contest.index !== index else { return contents.reply(with: choice, to: request, target, random) }
        // The mappings have changed since the state has chosen.
        var before = contents
        before.move(to: contest.index)
        return before.reply(with: choice, to: request, target, random)
    }

    /// Takes over the shared state, for explanations and for the admin API.
    package func load(_ fields: SharedFields) {
        settle()
        let states = index.machines.map { machine in
            Int32(fields.state(machine.name).flatMap { machine.states.firstIndex(of: $0) } ?? 0)
        }
        var positions = [Int](repeating: 0, count: index.interactions.count)
        for (key, count) in fields.counts {
            if let rank = rank(of: key) { positions[rank] = count }
        }
        contents.state.load(positions: positions, states: states)
    }
}

/// The administrator's changes, for an engine that joins later.
extension Mount {
    /// A mapping that was added or replaced, and the number of that change.
    package struct ChangedMapping: Sendable {
        package let interaction: Interaction
        package let change: Int
    }

    /// Whether the settings differ from those of a new mount.
    package var hasSettings: Bool {
        settings.fixedDelay != nil || settings.delayDistribution != nil || !settings.extended.members.isEmpty
            || !settings.proxiesUnmatched
    }

    /// The identifiers of the mappings of files that were removed.
    package var removedMappings: [String] {
        guard let overrides else { return [] }
        return overrides.files.interactions.map(\.definition.identifier).filter { overrides[$0] == nil }
    }

    /// The mappings in place of those of files.
    package var replacedMappings: [ChangedMapping] {
        guard let overrides else { return [] }
        let known = Set(overrides.files.interactions.map { ObjectIdentifier($0) })
        return changed(overrides.loaded.filter { !known.contains(ObjectIdentifier($0)) })
    }

    /// The added mappings, the first before the others.
    package var addedMappings: [ChangedMapping] { changed(overrides?.added ?? []) }

    private func changed(_ interactions: [CompiledInteraction]) -> [ChangedMapping] {
        interactions.map { interaction in
            let definition = interaction.definition
            return ChangedMapping(
                interaction: definition,
                change: overrides?.changes[definition.identifier] ?? 0
            )
        }
    }
}

extension InteractionIndex {
    /// Visits the ranks whose interactions match apart from their state, in the order of matching, until `body` returns
    /// false.
    fileprivate func forEachMatch(of request: Request, _ target: RequestTarget, _ body: (Int) -> Bool) {
        let method = RequestMethod(request.head, request.method)
        guard method.code == RequestMethod.head.code else {
            _ = visit(request, target, .direct(method), body)
            return
        }
        if mentionsHead, !visit(request, target, .headItself, body) { return }
        _ = visit(request, target, .headAsGet, body)
    }

    private func visit(
        _ request: Request,
        _ target: RequestTarget,
        _ pass: Pass,
        _ body: (Int) -> Bool
    ) -> Bool {
        var facts = LazyFacts()
        var cursor = lists.candidates(for: target)
        while let rank = cursor.next(lists.ranks) {
            let interaction = interactions[rank]
            guard pass.admits(interaction.methods), interaction.matches(request, target, &facts) else { continue }
            guard body(rank) else { return false }
        }
        return true
    }
}

extension SequencePlan {
    fileprivate var counting: Contest.Candidate.Counting {
        if isConstant { return .none }
        return length.map { .limited($0) } ?? .endless
    }
}

extension InteractionSource {
    /// Stands for a mapping that an exchange mentions but that is known no longer.
    static func removed(_ key: String) -> InteractionSource {
        var definition = Interaction(responses: ResponseSequence([ResponseDefinition()]))
        definition.id = String(key.prefix { $0 != "@" && $0 != "#" })
        return InteractionSource(definition)
    }
}
