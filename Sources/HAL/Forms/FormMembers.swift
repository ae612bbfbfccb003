/// The members of an object of a form, each looked up by its name; `null` counts as absent.
///
/// A member of the wrong type is reported and counts as absent.
struct FormMembers {
    let path: [String]
    var problems: [ResourceProblem] = []
    private let object: JSONObject

    init(_ object: JSONObject, at path: [String]) {
        self.object = object
        self.path = path
    }

    mutating func report(_ member: String?, _ message: String) {
        let inner = member.map { $0.split(separator: "/").map(String.init) } ?? []
        problems.report(.badTemplateMember, at: path + inner, message)
    }

    func value(_ name: String) -> JSONValue? {
        object[name].flatMap { $0.isNull ? nil : $0 }
    }

    mutating func string(_ name: String) -> String? {
        typed(name, "a string", \.string)
    }

    mutating func number(_ name: String) -> JSONNumber? {
        typed(name, "a number") { $0.number.flatMap { $0.double == nil ? nil : $0 } }
    }

    /// An integer that is not negative.
    mutating func count(_ name: String) -> Int? {
        typed(name, "an integer") { $0.number?.int.flatMap { $0 < 0 ? nil : $0 } }
    }

    mutating func object(_ name: String) -> JSONObject? {
        typed(name, "an object", \.object)
    }

    /// A flag; `"true"` and `"false"` are flags too.
    mutating func flag(_ name: String) -> Bool {
        typed(name, "a boolean") { $0.bool ?? $0.string.flatMap { Bool($0.lowercased()) } } ?? false
    }

    private mutating func typed<Value>(_ name: String, _ form: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let value = value(name) else { return nil }
        let typed = read(value)
        if typed == nil { report(name, "'\(name)' is not \(form)") }
        return typed
    }
}

extension MediaType {
    /// Whether this is `application/x-www-form-urlencoded`.
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    /// `application/prs.hal-forms+json`: HAL with templates.
    public static let halForms = MediaType(uncheckedType: "application", subtype: "prs.hal-forms+json")
}
