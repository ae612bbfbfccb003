import Documents
internal import HAL
import Messages

extension Codec where Value == Fault {
    /// An effect, the name of one of WireMock's faults, or an object with `effect` and `after`.
    static let fault = Codec(
        shape: .either([.choice(words), .definition(FaultDraft.codec.table)])
    ) { reader, node, name in
        if case .mapping = node.content { return FaultDraft.codec.read(reader, node)?.fault }
        guard let word = reader.word(node, name, among: words) else { return nil }
        return WireMockFault(rawValue: word)?.fault ?? FaultDraft(effect: Fault.Effect(rawValue: word)).fault
    } write: { fault in
        if let known = WireMockFault.allCases.first(where: { $0.fault == fault }) { return .string(known.rawValue) }
        return FaultDraft.codec.write(
            FaultDraft(
                effect: fault.effect,
                phase: fault.phase,
                code: fault.code,
                scope: fault.scope == .stream ? nil : fault.scope,
                connections: fault.connections == .anyConnection ? nil : fault.connections
            )
        )
    }

    private static let words = Fault.Effect.allCases.map(\.rawValue) + WireMockFault.allCases.map(\.rawValue)
}

/// The object form of a fault.
private struct FaultDraft: Sendable {
    var effect: Fault.Effect?
    var phase: Fault.Phase?
    var code: HTTP2Code?
    var scope: Fault.Scope?
    var connections: Fault.Connections?

    /// Nil without an effect.
    var fault: Fault? {
        effect.map { effect in
            Fault(
                effect,
                after: phase ?? effect.usualPhase,
                code: code,
                scope: scope ?? .stream,
                on: connections ?? .anyConnection
            )
        }
    }

    static let codec = ObjectCodec(
        "fault",
        "a fault",
        FaultDraft(),
        KeyTable.Options(),
        keys: [
            Key(
                "effect",
                Codec<Fault.Effect>.choice,
                isRequired: true,
                "The effect on the connection.",
                example: "effect: close",
                set: { $0.effect = $1 },
                get: { $0.effect }
            ),
            Key(
                "after",
                \.phase,
                .phase,
                "When: after the `request` (the default, except for `badChunk` and `truncated`: after the `head`), after the `head`, or after a number of bytes of the body.",
                example: "effect: reset, after: { bodyBytes: 10 }"
            ),
            Key(
                "code",
                \.code,
                .code,
                "The error code of `reset` over HTTP/2 (RFC 9113, section 7); the default is `INTERNAL_ERROR`. Ignored over HTTP/1.1.",
                example: "effect: reset, code: REFUSED_STREAM"
            ),
            Key(
                "scope",
                \.scope,
                .choice,
                "The part that `reset` resets over HTTP/2: the `stream` (default) or the `connection`. Ignored over HTTP/1.1.",
                example: "effect: reset, scope: connection"
            ),
            Key(
                "on",
                \.connections,
                .choice,
                "The connections on which the fault happens: on `anyConnection` (default), or only on a `reusedConnection`, which has served a request before. On other connections, the response is complete. Not with `badChunk`.",
                example: "effect: close, on: reusedConnection"
            ),
        ],
        check: { reader, members, draft in
            guard let effect = draft.effect else { return }
            // The response to a bad chunk is framed for it.
            if effect == .badChunk, draft.connections == .reusedConnection, let on = members["on"] {
                reader.log.error("'on: reusedConnection' is not supported with 'badChunk'", at: on.key)
            }
            for name in ["code", "scope"] where effect != .reset {
                guard let member = members[name] else { continue }
                let message = "'\(name)' has no effect with '\(effect.rawValue)', only with 'reset'"
                reader.log.warning(message, at: member.key)
            }
            guard effect == .reset, draft.scope == .connection, let code = members["code"] else { return }
            reader.log.warning(
                "'code' has no effect with 'scope: connection', which resets the TCP connection",
                at: code.key
            )
        }
    )
}

extension Codec where Value == HTTP2Code {
    fileprivate static let code = Codec(shape: .choice(HTTP2Code.allCases.map(\.name))) { reader, node, name in
        let word = reader.word(node, name, among: HTTP2Code.allCases.map(\.name))
        return HTTP2Code.allCases.first { $0.name == word }
    } write: {
        .string($0.name)
    }
}

extension Codec where Value == Fault.Phase {
    /// `request`, `head`, a number of bytes of the body, or an object with `bodyBytes`.
    fileprivate static let phase = Codec(
        shape: .either([.choice(words), Codec<Int>.count.shape, .definition(bodyBytes.table)])
    ) { reader, node, name in
        if case .mapping = node.content { return bodyBytes.read(reader, node).map { .bodyBytes($0) } }
        if case .number? = reader.filled(node)?.resolved {
            return Codec<Int>.count.read(reader, node, name).map { .bodyBytes($0) }
        }
        let word = reader.word(node, name, among: words, others: ["a number of bytes of the body"])
        return word.map { $0 == "head" ? .head : .request }
    } write: {
        switch $0 {
        case .request: "request"
        case .head: "head"
        case .bodyBytes(let count): bodyBytes.write(count)
        }
    }

    private static let words = ["request", "head"]

    private static let bodyBytes = ObjectCodec(
        "faultPhase",
        "after",
        0,
        keys: [
            Key(
                "bodyBytes",
                required: \.self,
                .count,
                "The number of bytes of the body that are sent first.",
                example: "bodyBytes: 10"
            )
        ]
    )
}

/// WireMock's four faults.
enum WireMockFault: String, CaseIterable, Sendable {
    case emptyResponse = "EMPTY_RESPONSE"
    case malformedResponseChunk = "MALFORMED_RESPONSE_CHUNK"
    case randomDataThenClose = "RANDOM_DATA_THEN_CLOSE"
    case connectionResetByPeer = "CONNECTION_RESET_BY_PEER"

    var fault: Fault {
        switch self {
        case .emptyResponse: Fault(.close, after: .request)
        case .malformedResponseChunk: Fault(.badChunk, after: .head)
        case .randomDataThenClose: Fault(.garbage, after: .request)
        case .connectionResetByPeer: Fault(.reset, after: .request)
        }
    }
}
