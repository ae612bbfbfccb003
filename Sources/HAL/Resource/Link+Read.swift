extension Link {
    /// Reads a link object, or returns nil if it has no target; problems go to `report`.
    init?(_ value: JSONValue, report: (ResourceProblem.Code, _ member: String?, String) -> Void) {
        guard case .object(let object) = value else {
            report(.badLink, nil, "a link is an object, not \(value.kind)")
            return nil
        }
        guard case .string(let href)? = object["href"] else {
            report(.badLink, nil, "a link needs a string as href")
            return nil
        }
        self.init(href)
        for member in object.members {
            guard let code = take(member) else { continue }
            report(code, member.name, "'\(member.name)' is \(member.value.kind)")
        }
    }

    /// Reads one member, where `null` counts as absent, and returns the problem, or nil.
    private mutating func take(_ member: JSONObject.Member) -> ResourceProblem.Code? {
        switch (member.name, member.value) {
        case ("href", _): return nil
        case ("templated", let value): return takeTemplated(value)
        case ("type", .string(let text)): type = text
        case ("name", .string(let text)): name = text
        case ("profile", .string(let text)): profile = text
        case ("title", .string(let text)): title = text
        case ("hreflang", .string(let text)): hreflang = text
        case ("deprecation", .string(let text)): deprecation = text
        // Seen in the wild: `true` instead of a URI.
        case ("deprecation", .bool(true)):
            deprecation = ""
            return .badLinkMember
        case ("deprecation", .bool(false)): return .badLinkMember
        case (let name, .null) where Self.textNames.contains(name): return nil
        case (let name, _):
            otherMembers.members.append(member)
            return Self.textNames.contains(name) ? .badLinkMember : nil
        }
        return nil
    }

    private mutating func takeTemplated(_ value: JSONValue) -> ResourceProblem.Code? {
        switch value {
        case .bool(let flag): isTemplated = flag
        case .string(let text) where text.lowercased() == "true":
            isTemplated = true
            return .templatedAsString
        case .null: return nil
        case .string, .number, .array, .object: return .badLinkMember
        }
        return nil
    }

    private static let textNames: Set = ["type", "name", "profile", "title", "hreflang", "deprecation"]
}
