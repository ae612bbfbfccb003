internal import HAL
internal import HTTPTypes

extension NodeReader {
    func response(_ node: Node) -> ResponseDefinition? {
        cached(node, in: \.responses) { readResponse(node) }
    }

    private func readResponse(_ node: Node) -> ResponseDefinition? {
        guard let members = members(of: node, as: ResponseKey.self) else { return nil }
        var response = ResponseDefinition()
        response.location = location(of: node)
        isInTemplate = isTemplate(members)
        defer { isInTemplate = false }
        for member in members { take(member, into: &response) }
        if isInTemplate { response.template = template(of: response, members) }
        if dialect == .scenario { addContentType(to: &response, members) }
        checkTogether(members)
        return response
    }

    private func take(_ member: Member<ResponseKey>, into response: inout ResponseDefinition) {
        let value = member.value
        let name = "'\(member.key.rawValue)'"
        switch member.key {
        case .status: response.status = integer(value, name, in: ResponseKey.statuses) ?? response.status
        case .statusMessage: response.reason = headerText(value, name)
        case .headers: response.fields = fields(value, name)
        case .body: response.body = text(value, name).map { .text($0) } ?? .none
        case .jsonBody:
            checkJSONInString(value)
            response.body = json(value).map { .json($0) } ?? .none
        case .base64Body: response.body = base64(value, name).map { .bytes($0) } ?? .none
        case .bodyFileName:
            response.bodyFileName = text(value, name)
            response.body = file(value, name).map { .bytes($0) } ?? .none
        case .retryAfter: response.retryAfter = retryAfter(value, name)
        case .times: response.repetitions = integer(value, name, in: 1...1_000_000) ?? 1
        case .fixedDelayMilliseconds:
            response.fixedDelayMilliseconds = integer(value, name, in: ResponseKey.milliseconds)
        case .delayDistribution: response.delayDistribution = delay(value)
        case .chunkedDribbleDelay: response.dribble = dribble(value)
        case .transferEncoding: response.isChunked = choice(value, name, of: TransferEncoding.self) != nil
        case .throttle: response.bytesPerSecond = bytesPerSecond(value)
        case .fault: response.fault = fault(value)
        case .raw: response.raw = text(value, name).map(RawResponse.bytes)
        case .rawBase64: response.raw = base64(value, name)
        case .rewriteLinks: response.rewritesLinks = boolean(value, name) ?? true
        case .transformers: response.transformers = (items(value, name) ?? []).compactMap { text($0, "a transformer") }
        case .transformerParameters: response.transformerParameters = object(value, name)
        }
    }

    private enum TransferEncoding: String, CaseIterable {
        case chunked
    }

    /// Which keys exclude each other.
    private func checkTogether(_ members: [Member<ResponseKey>]) {
        let bodies = members.filter { ResponseKey.bodies.contains($0.key) }
        if bodies.count > 1 {
            log.error("one body only: there is '\(bodies[0].key.rawValue)' already", at: bodies[1].keyNode)
        }
        guard let raw = members.first(where: { $0.key == .raw || $0.key == .rawBase64 }) else { return }
        let allowed: Set<ResponseKey> = [raw.key, .times, .fixedDelayMilliseconds, .delayDistribution]
        for member in members where !allowed.contains(member.key) {
            log.error("'\(member.key.rawValue)' has no effect beside '\(raw.key.rawValue)'", at: member.keyNode)
        }
    }

    /// WireMock sends a body file without a type; here its extension says which.
    private func addContentType(to response: inout ResponseDefinition, _ members: [Member<ResponseKey>]) {
        guard let name = response.bodyFileName, case .bytes(let bytes) = response.body,
            !response.fields.contains(where: { $0.name == .contentType }),
            let member = members.first(where: { $0.key == .bodyFileName })
        else { return }
        guard var type = FileMediaType.essence(of: name) else {
            log.warning(
                "the response has no 'Content-Type', and '\(name)' does not say which",
                at: member.value,
                suggestion: "add it to 'headers'"
            )
            return
        }
        if type == MediaType.json.essence, Self.isHAL(bytes) { type = MediaType.hal.essence }
        response.fields.append(HTTPField(name: .contentType, value: type))
    }

    /// Whether the bytes are a JSON object with links or embedded resources.
    private static func isHAL(_ bytes: [UInt8]) -> Bool {
        guard let root = try? JSONComposer.compose(bytes).root else { return false }
        return root["_links"] != nil || root["_embedded"] != nil
    }

    func base64(_ node: Node, _ name: String) -> [UInt8]? {
        guard let text = text(node, name) else { return nil }
        guard let bytes = Base64.decode(text) else {
            log.error("\(name) is not valid Base64", at: node)
            return nil
        }
        return bytes
    }

    private func file(_ node: Node, _ name: String) -> [UInt8]? {
        guard let path = text(node, name) else { return nil }
        if let known = cache.bodies[path] { return known }
        do throws(BodyFolder.Refusal) {
            let bytes = try folder.read(path)
            cache.bodies[path] = bytes
            return bytes
        } catch {
            log.error("\(name): \(error.reason)", at: node)
            return nil
        }
    }
}

/// The text of a `raw` response.
enum RawResponse {
    /// The text's bytes, where each line feed of the head, up to the empty line, is made CRLF.
    static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var isHead = true
        var lineIsEmpty = true
        for byte in text.utf8 {
            guard isHead, byte == UInt8(ascii: "\n") else {
                bytes.append(byte)
                if byte != UInt8(ascii: "\r") { lineIsEmpty = false }
                continue
            }
            if bytes.last != UInt8(ascii: "\r") { bytes.append(UInt8(ascii: "\r")) }
            bytes.append(byte)
            if lineIsEmpty { isHead = false }
            lineIsEmpty = true
        }
        return bytes
    }
}
