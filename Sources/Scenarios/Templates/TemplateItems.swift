internal import HAL

/// The items of a list or the members of an object; each is made when it is asked for.
struct TemplateItems {
    private enum Source {
        case items([JSONValue])
        case texts([String])
        case members([JSONObject.Member])
        case model([(key: String, value: TemplateValue)])
    }

    private let source: Source

    /// Nil for a value that has no parts.
    init?(_ value: TemplateValue) {
        switch value {
        case .json(.array(let items)): source = .items(items)
        case .json(.object(let object)): source = .members(object.members)
        case .values(let texts), .parts(_, let texts, _): source = .texts(texts)
        case .model(let members), .fields(let members): source = .model(members.sorted { $0.key < $1.key })
        case .missing, .json, .date: return nil
        }
    }

    /// Nil for a value that is not a list.
    init?(list value: TemplateValue) {
        self.init(value)
        guard isList else { return nil }
    }

    var isList: Bool {
        switch source {
        case .items, .texts: true
        case .members, .model: false
        }
    }

    var count: Int {
        switch source {
        case .items(let items): items.count
        case .texts(let texts): texts.count
        case .members(let members): members.count
        case .model(let members): members.count
        }
    }

    subscript(index: Int) -> TemplateValue {
        switch source {
        case .items(let items): .json(items[index])
        case .texts(let texts): .text(texts[index])
        case .members(let members): .json(members[index].value)
        case .model(let members): members[index].value
        }
    }

    /// The number of an item, the name of a member.
    func key(at index: Int) -> TemplateValue {
        switch source {
        case .items, .texts: .json(.number(JSONNumber(index)))
        case .members(let members): .text(members[index].name)
        case .model(let members): .text(members[index].key)
        }
    }
}
