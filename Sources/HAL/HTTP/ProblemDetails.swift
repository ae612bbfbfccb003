/// Machine-readable details of a problem, [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457).
///
/// A member of the wrong type is ignored, as §3.1 asks.
public struct ProblemDetails: Sendable, Hashable {
    /// The kind of problem, a URI reference; `about:blank` means no more than the status does.
    public var type: String
    /// The status that the origin server intended; the status on the wire takes precedence.
    public var status: Int?
    /// A short summary of the kind.
    public var title: String?
    /// An explanation of this occurrence.
    public var detail: String?
    /// A URI reference that identifies this occurrence.
    public var instance: String?
    /// The other members, in their order.
    public var extensions: JSONObject

    /// Makes problem details.
    public init(
        type: String = "about:blank",
        status: Int? = nil,
        title: String? = nil,
        detail: String? = nil,
        instance: String? = nil,
        extensions: JSONObject = JSONObject()
    ) {
        self.type = type
        self.status = status
        self.title = title
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }

    /// Reads the members of a problem object; nil if the value is not an object.
    public init?(_ value: JSONValue) {
        guard case .object(let object) = value else { return nil }
        self.init(
            type: object["type"]?.string ?? "about:blank",
            status: object["status"]?.number?.int.flatMap { (100...599).contains($0) ? $0 : nil },
            title: object["title"]?.string,
            detail: object["detail"]?.string,
            instance: object["instance"]?.string,
            extensions: JSONObject(object.members.filter { !Self.names.contains($0.name) })
        )
    }

    /// The details as a JSON object: the members of RFC 9457 that are set, then the extensions.
    public var object: JSONObject {
        let members: [(String, JSONValue?)] = [
            ("type", .string(type)), ("title", title.map { .string($0) }),
            ("status", status.map { .number(JSONNumber($0)) }), ("detail", detail.map { .string($0) }),
            ("instance", instance.map { .string($0) }),
        ]
        let known = members.compactMap { name, value in value.map { JSONObject.Member(name, $0) } }
        return JSONObject(known + extensions.members.filter { !Self.names.contains($0.name) })
    }

    private static let names: Set = ["type", "status", "title", "detail", "instance"]
}
