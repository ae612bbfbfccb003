/// Reads `_templates`; members that do not follow HAL-FORMS are reported and have their defaults.
struct FormTemplateReader {
    /// The name of the member.
    static let name = "_templates"

    private(set) var templates: [FormTemplate] = []
    private(set) var problems: [ResourceProblem] = []

    init(_ value: JSONValue, of resource: HALResource) {
        let itself = resource.link(.itself).flatMap { try? $0.target() }?.description
        guard case .object(let object) = value else {
            if !value.isNull { problems.report(.badTemplate, at: [Self.name], "'_templates' is \(value.kind)") }
            return
        }
        for member in object.members { read(member, itself) }
    }

    private mutating func read(_ member: JSONObject.Member, _ itself: String?) {
        let path = [Self.name, member.name]
        guard case .object(let object) = member.value else {
            problems.report(.badTemplate, at: path, "a template is an object, not \(member.value.kind)")
            return
        }
        var members = FormMembers(object, at: path)
        defer { problems.add(members.problems) }
        guard let target = members.string("target") ?? itself else {
            problems.report(.badTemplate, at: path, "a template needs a target, or a resource with a 'self' link")
            return
        }
        var template = FormTemplate(key: member.name, target: target)
        template.title = members.string("title") ?? member.name
        template.method = method(&members)
        template.contentType = contentType(&members)
        template.properties = properties(&members)
        templates.append(template)
    }

    private func method(_ members: inout FormMembers) -> FormTemplate.Method {
        guard let text = members.string("method") else { return .get }
        guard let method = FormTemplate.Method(rawValue: text.uppercased()) else {
            members.report("method", "the method '\(text.prefix(20))' is not supported, GET is used")
            return .get
        }
        return method
    }

    private func contentType(_ members: inout FormMembers) -> MediaType {
        guard let text = members.string("contentType") else { return .json }
        guard let type = MediaType(text), type.isJSON || type.isForm else {
            members.report("contentType", "the type '\(text.prefix(60))' is not supported, JSON is used")
            return .json
        }
        return type
    }

    private func properties(_ members: inout FormMembers) -> [FormTemplate.Property] {
        guard let value = members.value("properties") else { return [] }
        guard case .array(let elements) = value else {
            members.report("properties", "'properties' is \(value.kind)")
            return []
        }
        var names: Set<String> = []
        var properties: [FormTemplate.Property] = []
        for (index, element) in elements.enumerated() {
            var inner = FormMembers(element.object ?? [:], at: members.path + ["properties", "\(index)"])
            if let name = inner.string("name"), !name.isEmpty, names.insert(name).inserted {
                properties.append(FormTemplate.Property(name: name, &inner))
            } else {
                inner.report(nil, "a property needs a unique name")
            }
            members.problems.add(inner.problems)
        }
        return properties
    }
}

extension FormTemplate.Property {
    fileprivate init(name: String, _ members: inout FormMembers) {
        self.init(name: name)
        prompt = members.string("prompt") ?? name
        value = members.value("value")
        isRequired = members.flag("required")
        isReadOnly = members.flag("readOnly")
        isTemplated = members.flag("templated")
        kind = members.string("type").flatMap { Kind(rawValue: $0.lowercased()) } ?? .text
        min = members.number("min")
        max = members.number("max")
        step = members.number("step")
        if let step, (step.double ?? 0) <= 0 {
            members.report("step", "'step' must be greater than zero")
            self.step = nil
        }
        minLength = members.count("minLength")
        maxLength = members.count("maxLength")
        placeholder = members.string("placeholder")
        cols = members.count("cols") ?? cols
        rows = members.count("rows") ?? rows
        regex = members.string("regex")
        if let regex, FormPattern(regex) == nil {
            members.report("regex", "not a supported regular expression")
            self.regex = nil
        }
        options = members.object("options").map { FormTemplate.Options($0, &members) } ?? nil
    }
}

extension FormTemplate.Options {
    /// Reads options; nil if they have no choices.
    fileprivate init?(_ object: JSONObject, _ outer: inout FormMembers) {
        var members = FormMembers(object, at: outer.path + ["options"])
        defer { outer.problems.add(members.problems) }
        self.init()
        promptField = members.string("promptField") ?? promptField
        valueField = members.string("valueField") ?? valueField
        minItems = members.count("minItems") ?? 0
        maxItems = members.count("maxItems")
        selectedValues = members.value("selectedValues").map { $0.array ?? [$0] } ?? []
        if let value = members.value("inline") {
            inline = choices(in: value)
            if inline == nil { members.report("inline", "'inline' is \(value.kind)") }
        }
        if inline == nil, let value = members.value("link") {
            var found: [(String?, String)] = []
            var read = HALLink(value) { found.append(($1, $2)) }
            if read?.type == nil { read?.type = MediaType.json.description }
            link = read
            for (member, message) in found { members.report(member.map { "link/\($0)" } ?? "link", message) }
        }
        guard inline != nil || link != nil else {
            members.report(nil, "options need 'inline' or 'link'")
            return nil
        }
    }
}
