import HAL
import Matching
import Scenarios

/// Items that replace those of a resource, by the rules that the items of clients keep.
struct LiveItems {
    /// The resource with the items.
    let resource: LiveResource

    /// - Throws: ``LiveRefusal`` with 422 and the place of the first item that is not valid.
    init(_ items: [JSONObject], of resource: LiveResource) throws(LiveRefusal) {
        var ids: Set<ExactText> = []
        var values = resource.unique.map { _ in Set<JSONDigest>() }
        let items = items.map(\.withoutReservedMembers)
        for (place, item) in items.enumerated() {
            if let problem = resource.problem(ofID: item[resource.idMember]) {
                throw Self.refusal(place, member: resource.idMember, problem)
            }
            if let id = LiveResource.id(item[resource.idMember]), !ids.insert(id).inserted {
                throw Self.refusal(place, member: resource.idMember, "is used twice: '\(id)'")
            }
            for (position, member) in resource.unique.enumerated() {
                guard let key = LiveResource.uniqueKey(item[member]) else { continue }
                guard values[position].insert(key).inserted else {
                    throw Self.refusal(place, member: member, "must be unique: another item has the same value")
                }
            }
            if let failure = resource.schema?.failure(in: .object(item)) {
                throw Self.refusal(place, failure.instancePointer, failure.text)
            }
        }
        self.resource = resource.with(items)
        for (place, (item, seed)) in zip(items, self.resource.seeds).enumerated()
        where !LiveResource.isWithinLimits(item, length: seed.bytes.count) {
            throw Self.refusal(place, "", "an item has at most \(LiveResource.limitsText)")
        }
    }

    /// The refusal of the item at a place because of a value in it.
    static func refusal(_ place: Int, _ pointer: String, _ problem: String, status: Int = 422) -> LiveRefusal {
        let error = LiveError(pointer: "/\(place)\(pointer)", problem)
        return LiveRefusal(status, "the item /\(place) is not valid: \(problem)", errors: [error])
    }

    /// The refusal of the item at a place because of a member.
    static func refusal(_ place: Int, member: String, _ problem: String) -> LiveRefusal {
        let error = LiveError(pointer: JSONPointer.text([String(place), member]), problem)
        return LiveRefusal(422, "the item /\(place) is not valid: '\(member)' \(problem)", errors: [error])
    }
}

extension JSONObject {
    /// The object without the members of HAL and HAL-FORMS, which the server makes.
    var withoutReservedMembers: JSONObject {
        let isReserved = { (member: Member) in
            member.name.utf8.first == UInt8(ascii: "_") && LiveResource.reserved.contains(member.name)
        }
        guard members.contains(where: isReserved) else { return self }
        return JSONObject(members.filter { !isReserved($0) })
    }
}
