internal import HAL

/// The `Prefer` of requests that choose a response by its status, by the name of its example, or by both (RFC 7240).
struct Preference {
    private let code: Int?
    private let example: String?
    /// Whether both are needed; else either of them will do.
    private let needsBoth: Bool

    /// A response whose first example has the name, if it has one.
    static func status(_ code: Int, orExample name: String?) -> Preference {
        Preference(code: code, example: name, needsBoth: false)
    }

    /// An example whose name only one response of the operation has.
    static func example(_ name: String) -> Preference { Preference(code: nil, example: name, needsBoth: false) }

    /// An example whose name several responses have.
    static func both(_ code: Int, _ name: String) -> Preference {
        Preference(code: code, example: name, needsBoth: true)
    }

    /// The priority of interactions with it: the more specific ones come first.
    var priority: Int { needsBoth ? 1 : code == nil ? 2 : 3 }

    /// A value of `Prefer` that it matches.
    var value: String {
        guard needsBoth || code == nil else { return "code=\(code ?? 0)" }
        return applied
    }

    /// The value of `Preference-Applied`.
    var applied: String {
        let parts = [code.map { "code=\($0)" }, needsBoth || code == nil ? example.map(Self.assignment) : nil]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// The matcher of the field.
    var matcher: JSONValue {
        let matchers = [code.map { Self.matcher("code", "\($0)") }, example.map { Self.matcher("example", $0) }]
            .compactMap(\.self)
        guard matchers.count > 1 else { return matchers.first ?? ["absent": false] }
        return needsBoth ? ["includes": .array(matchers)] : ["or": .array(matchers)]
    }

    private static func matcher(_ name: String, _ value: String) -> JSONValue {
        ["matches": .string("(.*[,; ])?\(name)=\"?\(RegularExpressionText.escaped(value))\"?([,; ].*)?")]
    }

    private static func assignment(_ name: String) -> String {
        name.isToken ? "example=\(name)" : "example=\"\(name)\""
    }

    /// Whether a name can be written in a field.
    static func isWritable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
    }
}
