import HAL

internal import HAL
internal import HTTPTypes

extension NodeReader {
    /// The steps of a contract; names must differ, and a step can follow a link of an earlier one only.
    func steps(_ nodes: [Node]) -> [Step] {
        var names: Set<String> = []
        var steps: [Step] = []
        for node in nodes {
            let step = cached(node, in: \.steps) { readStep(node) }
            if let step { checkSource(of: step, in: node, among: names) }
            if let nameNode = node[StepKey.step.rawValue], let name = filled(nameNode)?.text,
                !names.insert(name).inserted
            {
                log.error("step '\(name)' is defined twice", at: nameNode)
            }
            if let step { steps.append(step) }
        }
        return steps
    }

    private func readStep(_ node: Node) -> Step? {
        guard let members = members(of: node, as: StepKey.self) else { return nil }
        var name = ""
        var request: StepRequest?
        var expectation: Expectation?
        var delay = 0
        for member in members {
            switch member.key {
            case .step: name = text(member.value, "'step'") ?? ""
            case .request: request = cached(member.value, in: \.stepRequests) { stepRequest(member.value) }
            case .expect: expectation = cached(member.value, in: \.expectations) { self.expectation(member.value) }
            case .after: delay = integer(member.value, "'after'", in: ResponseKey.milliseconds) ?? 0
            }
        }
        guard let request, let expectation else { return nil }
        return Step(
            name: name,
            request: request,
            expectation: expectation,
            delayMilliseconds: delay,
            location: location(of: node)
        )
    }

    private func checkSource(of step: Step, in node: Node, among earlier: Set<String>) {
        guard case .follow(let link) = step.request.address else { return }
        let follow = node[StepKey.request.rawValue]?[StepRequestKey.follow.rawValue]
        if let source = link.step, !earlier.contains(source) {
            let suggestion = Spelling.suggestion(for: source, among: earlier.sorted())
            log.error("no earlier step has the name '\(source)'", at: follow?["from"] ?? node, suggestion: suggestion)
        } else if earlier.isEmpty {
            log.error("the first step has no resource to follow a link from", at: follow ?? node)
        }
    }

    private func stepRequest(_ node: Node) -> StepRequest? {
        guard let members = members(of: node, as: StepRequestKey.self) else { return nil }
        checkTogether(members, at: node)
        var request = StepRequest(to: .url("/"))
        for member in members { take(member, into: &request) }
        return request
    }

    private func checkTogether(_ members: [Member<StepRequestKey>], at node: Node) {
        let addresses = members.filter { StepRequestKey.addresses.contains($0.key) }
        if addresses.isEmpty { log.error("a step's request needs 'url', 'follow' or 'target'", at: node) }
        if addresses.count > 1 {
            log.error("one of 'url', 'follow' and 'target' only", at: addresses[1].keyNode)
        }
        let bodies = members.filter { $0.key == .body || $0.key == .jsonBody }
        if bodies.count > 1 { log.error("either 'body' or 'jsonBody', not both", at: bodies[1].keyNode) }
    }

    private func take(_ member: Member<StepRequestKey>, into request: inout StepRequest) {
        let value = member.value
        let name = "'\(member.key.rawValue)'"
        switch member.key {
        case .method: request.method = method(value) ?? .get
        case .url: request.address = headerText(value, name).map { .url($0) } ?? request.address
        case .follow: request.address = followedLink(value).map { .follow($0) } ?? request.address
        case .target:
            request.address = choice(value, name, of: UnreachableTarget.self).map { .target($0) } ?? request.address
        case .accept: request.accept = mediaRanges(value, name)
        case .acceptLanguage: request.acceptLanguage = headerText(value, name)
        case .contentType:
            request.contentType = headerText(value, name)
            if let type = request.contentType { mediaType(type, name, at: value) }
        case .body: request.body = text(value, name).map { .text($0) }
        case .jsonBody: request.body = json(value).map { .json($0) }
        case .authorization: request.authorization = authorization(value)
        case .ifModifiedSince: request.ifModifiedSince = dateText(value, name)
        case .ifUnmodifiedSince: request.ifUnmodifiedSince = dateText(value, name)
        case .ifMatch: request.ifMatch = headerText(value, name)
        case .ifNoneMatch: request.ifNoneMatch = headerText(value, name)
        case .headers: request.fields = fields(value, name)
        case .timeoutMilliseconds:
            let milliseconds = 1...ResponseKey.milliseconds.upperBound
            request.timeoutMilliseconds = integer(value, name, in: milliseconds) ?? request.timeoutMilliseconds
        }
    }

    /// A list of media types, where `*` may stand for a part.
    private func mediaRanges(_ node: Node, _ name: String) -> String? {
        guard let text = headerText(node, name) else { return nil }
        for range in text.split(separator: ",") { mediaType(String(range.trimmingSpaces), name, at: node) }
        return text
    }

    func dateText(_ node: Node, _ name: String) -> String? {
        guard let text = headerText(node, name) else { return nil }
        date(text, name, at: node)
        return text
    }

    private func followedLink(_ node: Node) -> FollowedLink? {
        guard case .mapping = node.content else { return text(node, "'follow'").map { FollowedLink(relation: $0) } }
        guard let members = members(of: node, as: FollowKey.self) else { return nil }
        var link = FollowedLink(relation: "")
        for member in members {
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .relation: link.relation = text(member.value, name) ?? ""
            case .from: link.step = text(member.value, name)
            case .name: link.linkName = text(member.value, name)
            case .variables:
                guard entries(member.value, name) != nil else { continue }
                link.variables = json(member.value)?.object ?? JSONObject()
            }
        }
        return link
    }

    private func authorization(_ node: Node) -> StepAuthorization? {
        guard let members = members(of: node, as: AuthorizationKey.self) else { return nil }
        let kinds = members.filter { $0.key != .parameters }
        guard let kind = kinds.first, kinds.count == 1 else {
            log.error("authorization needs one of 'scheme', 'basic', 'bearer' and 'oauth'", at: node)
            return nil
        }
        let parameters = members.first { $0.key == .parameters }
        if let parameters, kind.key != .scheme { log.error("'parameters' needs 'scheme'", at: parameters.keyNode) }
        switch kind.key {
        case .basic: return credentials(kind.value).map { .basic($0) }
        case .bearer: return headerText(kind.value, "'bearer'").map { .bearer($0) }
        case .oauth: return session(kind.value).map { .oauth($0) }
        case .scheme:
            let list = parameters.map { self.parameters($0.value) } ?? []
            return headerText(kind.value, "'scheme'").map { .scheme($0, parameters: list) }
        case .parameters: return nil
        }
    }

    func parameters(_ node: Node) -> [StepAuthorization.Parameter] {
        (entries(node, "'parameters'") ?? []).compactMap { entry in
            text(entry.value, "'\(entry.name)'").map { StepAuthorization.Parameter(name: entry.name, value: $0) }
        }
    }
}
