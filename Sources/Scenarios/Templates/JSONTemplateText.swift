internal import HAL

/// The text of a JSON value whose strings are templates.
///
/// A string that is `{{= …}}` as a whole stands for the value of its expression, which may be of any kind: it loses its
/// quotes. The escapes of all other strings remain around their expressions.
struct JSONTemplateText {
    private var bytes: [UInt8] = []
    private var hasTemplate = false
    /// A string that has a `{{= …}}` besides other text, in which JSON has no meaning.
    private(set) var misplaced: String?

    /// The text; nil if no string has an expression.
    var text: String? { hasTemplate ? String(decoding: bytes, as: UTF8.self) : nil }

    init(_ value: JSONValue) {
        write(value)
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null, .bool, .number: write(value.serialized())
        case .string(let text): write(string: text)
        case .array(let items):
            write("[")
            for (index, item) in items.enumerated() {
                if index > 0 { write(",") }
                write(item)
            }
            write("]")
        case .object(let object):
            write("{")
            for (index, member) in object.members.enumerated() {
                if index > 0 { write(",") }
                write(string: member.name)
                write(":")
                write(member.value)
            }
            write("}")
        }
    }

    private mutating func write(string text: String) {
        guard Template.isIn(text) else { return write(JSONValue.string(text).serialized()) }
        hasTemplate = true
        // An expression may begin in one string and end in another.
        let nodes = (try? Template(text))?.nodes ?? []
        let isValue = nodes.count == 1 && nodes[0].isJSON
        if !isValue, nodes.contains(where: \.isJSON) { misplaced = misplaced ?? text }
        write(isValue ? text : JSONValue.string(text).serialized())
    }

    private mutating func write(_ text: String) {
        bytes += text.utf8
    }
}

extension TemplateNode {
    fileprivate var isJSON: Bool {
        guard case .json = self else { return false }
        return true
    }
}
