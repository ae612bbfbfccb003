import HAL
import Matching

extension JSONValue {
    /// The value with one scalar changed, for each scalar in it; with an additional member for each object, and an
    /// additional item for each array.
    var mutations: [Mutation<JSONValue>] { mutations(at: "$") }

    private func mutations(at path: String) -> [Mutation<JSONValue>] {
        switch self {
        case .null: [Mutation(path, false)]
        case .bool(let value): [Mutation(path, .bool(!value))]
        case .number(let number): [Mutation(path, .string(number.literal))]
        case .string(let text): [Mutation(path, .string(text.mutated))]
        case .array(let items):
            items.enumerated().flatMap { index, item in
                item.mutations(at: "\(path)[\(index)]").map { change in
                    var items = items
                    items[index] = change.value
                    return Mutation(change.place, .array(items))
                }
            } + [Mutation("\(path) with one more", .array(items + [.null]))]
        case .object(let object):
            object.members.enumerated().flatMap { index, member in
                member.value.mutations(at: "\(path).\(member.name)").map { change in
                    var object = object
                    object.members[index].value = change.value
                    return Mutation(change.place, .object(object))
                }
            } + [Mutation("\(path) with one more", .object(JSONObject(object.members + [.init("~", .null)])))]
        }
    }
}
