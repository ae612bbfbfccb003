package import Documents
import HAL
package import HTTPTypes

/// A pattern for methods.
package enum MethodPattern: Sendable, Hashable {
    case any
    case oneOf([HTTPRequest.Method])
    case noneOf([HTTPRequest.Method])
}

extension MethodPattern {
    /// The object form.
    fileprivate static let codec = ObjectCodec<MethodPattern?>(
        "methods",
        "a choice of methods",
        nil,
        KeyTable.Options(exclusive: [KeyGroup(["oneOf", "noneOf"])]),
        keys: [
            Key(
                "oneOf",
                Codec.method.list(of: "a method"),
                "One of these methods.",
                example: "oneOf: [PUT, PATCH]",
                set: { $0 = .oneOf($1) },
                get: { if case .oneOf(let methods) = $0 { methods } else { nil } }
            ),
            Key(
                "noneOf",
                Codec.method.list(of: "a method"),
                "Any method except these.",
                example: "noneOf: [GET, HEAD]",
                set: { $0 = .noneOf($1) },
                get: { if case .noneOf(let methods) = $0 { methods } else { nil } }
            ),
        ]
    )
}

extension Codec where Value == MethodPattern {
    /// A method, `ANY`, a list of methods, or an object.
    static let methodPattern = Codec(
        shape: .either([.method, .list(.method), .definition(MethodPattern.codec.table)])
    ) { reader, node, _ in
        switch node.content {
        case .scalar:
            return Codec<HTTPRequest.Method>.method.read(reader, node, "").map {
                $0.rawValue == "ANY" ? .any : .oneOf([$0])
            }
        case .sequence(let items):
            if items.isEmpty { reader.log.error("'method' needs at least one method", at: node) }
            return .oneOf(items.compactMap { Codec<HTTPRequest.Method>.method.read(reader, $0, "") })
        case .mapping: return MethodPattern.codec.read(reader, node).flatMap { $0 }
        }
    } write: {
        switch $0 {
        case .any: "ANY"
        case .oneOf(let methods) where methods.count == 1: .string(methods[0].rawValue)
        case .oneOf, .noneOf: MethodPattern.codec.write($0)
        }
    }
}

extension Codec where Value == HTTPRequest.Method {
    /// A method (RFC 9110 §9.1).
    package static let method = Codec(shape: .method) { reader, node, _ in
        guard let word = reader.text(node, "a method") else { return nil }
        guard let method = HTTPRequest.Method(word) else {
            reader.log.error("'\(word)' is not a valid method", at: node)
            return nil
        }
        KnownMethods.check(word, at: node, reader.log)
        return method
    } write: {
        .string($0.rawValue)
    }
}

/// The methods that are registered with IANA and in use, and `ANY`.
package enum KnownMethods {
    /// The methods that editors suggest.
    package static let usual = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "ANY"]

    private static let all =
        usual + [
            "TRACE", "CONNECT", "QUERY", "ACL", "BIND",
            "CHECKOUT", "COPY", "LABEL", "LINK", "LOCK", "MERGE", "MKCOL", "MOVE", "PROPFIND", "PROPPATCH", "REPORT",
            "SEARCH", "UNBIND", "UNLINK", "UNLOCK", "UPDATE",
        ]

    /// Warns of a method that differs from a known one in case or by a slip: methods are case-sensitive.
    fileprivate static func check(_ word: String, at node: Node, _ log: IssueLog) {
        guard !all.contains(word), let suggestion = Spelling.suggestion(for: word, among: all) else { return }
        let isCase = all.contains(word.uppercased())
        log.warning(
            isCase ? "'\(word)': methods are case-sensitive" : "'\(word)' is not a registered method",
            at: node,
            suggestion: suggestion
        )
    }
}
