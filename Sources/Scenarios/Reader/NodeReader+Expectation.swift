internal import HAL

extension NodeReader {
    func expectation(_ node: Node) -> Expectation? {
        guard let members = members(of: node, as: ExpectKey.self) else { return nil }
        guard let member = members.first(where: { $0.key == .outcome }) else { return nil }
        guard let outcome = choice(member.value, "'outcome'", of: ExpectedOutcome.self) else { return nil }
        var expectation = Expectation(outcome: outcome)
        for member in members {
            if !member.key.isJudged(for: outcome) {
                let message = "'\(member.key.rawValue)' can not be judged for outcome '\(outcome.rawValue)'"
                log.error(message, at: member.keyNode)
            }
            takeCommon(member, into: &expectation)
            takeSpecial(member, into: &expectation)
        }
        return expectation
    }

    /// What holds for any answer.
    private func takeCommon(_ member: Member<ExpectKey>, into expectation: inout Expectation) {
        let value = member.value
        let name = "'\(member.key.rawValue)'"
        switch member.key {
        case .status: expectation.status = integer(value, name, in: 100...999)
        case .headers: expectation.headers = headerPatterns(value, name)
        case .body: expectation.body = matcher(value, name)
        case .location: expectation.location = text(value, name).map(Self.expected)
        case .lastModified:
            guard let text = text(value, name) else { return }
            expectation.lastModified = Self.expected(text)
            if text != ExpectKey.absent { date(text, name, at: value) }
        case .notices: expectation.notices = notices(value, name)
        case .received: expectation.received = received(value)
        case .elapsedMilliseconds: expectation.elapsedMilliseconds = range(value)
        case .outcome, .model, .relations, .embedded, .challenges, .notModified, .permanent, .retryAfter, .kind: break
        }
    }

    /// What holds for some outcomes only.
    private func takeSpecial(_ member: Member<ExpectKey>, into expectation: inout Expectation) {
        let value = member.value
        let name = "'\(member.key.rawValue)'"
        switch member.key {
        case .model: expectation.model = json(value)
        case .relations: expectation.relations = relations(value)
        case .embedded: expectation.embedded = embedded(value, name)
        case .challenges: expectation.challenges = (items(value, name) ?? []).compactMap(challenge)
        case .notModified: expectation.notModified = boolean(value, name)
        case .permanent: expectation.permanent = boolean(value, name)
        case .retryAfter: expectation.retryAfter = expectedRetryAfter(value)
        case .kind: expectation.kind = choice(value, name, of: ConnectionFailureKind.self)
        case .outcome, .status, .headers, .body, .location, .lastModified, .notices, .received, .elapsedMilliseconds:
            break
        }
    }

    private static func expected(_ text: String) -> Expected<String> {
        text == ExpectKey.absent ? .absent : .value(text)
    }

    private func relations(_ node: Node) -> RelationsExpectation? {
        if case .sequence(let items) = node.content {
            return .present(items.compactMap { text($0, "a relation") })
        }
        guard let entries = entries(node, "'relations'") else { return nil }
        return .targets(
            entries.map { entry in
                var targets = [entry.value]
                if case .sequence(let items) = entry.value.content { targets = items }
                return Named(entry.name, targets.compactMap { matcher($0, "'\(entry.name)'") })
            }
        )
    }

    private func embedded(_ node: Node, _ name: String) -> [Named<EmbeddedExpectation>] {
        (entries(node, name) ?? []).compactMap { entry in
            if case .sequence(let items) = entry.value.content {
                return Named(entry.name, .models(items.compactMap(json)))
            }
            let count = integer(entry.value, "'\(entry.name)'", in: 0...Int(Int32.max))
            return count.map { Named(entry.name, .count($0)) }
        }
    }

    private func challenge(_ node: Node) -> ChallengeExpectation? {
        guard let members = members(of: node, as: ChallengeKey.self) else { return nil }
        var challenge = ChallengeExpectation(scheme: "")
        for member in members {
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .scheme: challenge.scheme = text(member.value, name) ?? ""
            case .realm: challenge.realm = text(member.value, name)
            case .parameters: challenge.parameters = parameters(member.value)
            case .token68: challenge.token68 = text(member.value, name)
            }
        }
        return challenge
    }

    private func expectedRetryAfter(_ node: Node) -> Expected<ExpectedRetryAfter>? {
        if node.scalar != nil, filled(node)?.text == ExpectKey.absent { return .absent }
        guard let members = members(of: node, as: ExpectedRetryAfterKey.self) else { return nil }
        guard let member = members.first, members.count == 1 else {
            log.error("retryAfter needs either 'seconds' or 'date'", at: node)
            return nil
        }
        switch member.key {
        case .seconds: return integer(member.value, "'seconds'", in: ResponseKey.seconds).map { .value(.seconds($0)) }
        case .date: return dateText(member.value, "'date'").map { .value(.date($0)) }
        }
    }

    private func notices(_ node: Node, _ name: String) -> [RedirectNotice]? {
        items(node, name)?.compactMap { item in
            guard let members = members(of: item, as: NoticeKey.self) else { return nil }
            var notice = RedirectNotice(from: "", to: "")
            for member in members {
                let address = text(member.value, "'\(member.key.rawValue)'") ?? ""
                switch member.key {
                case .from: notice.from = address
                case .to: notice.to = address
                }
            }
            return notice
        }
    }

    private func received(_ node: Node) -> [RequestPattern]? {
        guard case .sequence(let items) = node.content else { return requestPattern(node).map { [$0] } }
        return items.compactMap(requestPattern)
    }
}
