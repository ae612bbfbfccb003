import HAL

extension JSONValue {
    /// The result of a JSON Merge Patch (RFC 7396 §2): objects are merged, null removes, all else replaces.
    func merged(with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members = object?.members ?? []
        // The first member of a name counts, as in a look-up; by index, so that large objects take no time.
        var places: [ExactText: Int] = [:]
        for (place, member) in members.enumerated() {
            let name = ExactText(member.name)
            if places[name] == nil { places[name] = place }
        }
        var removed: Set<Int> = []
        for change in changes.members {
            let name = ExactText(change.name)
            guard !change.value.isNull else {
                if let place = places.removeValue(forKey: name) { removed.insert(place) }
                continue
            }
            guard let place = places[name] else {
                places[name] = members.count
                members.append(JSONObject.Member(change.name, JSONValue.null.merged(with: change.value)))
                continue
            }
            members[place].value = members[place].value.merged(with: change.value)
        }
        guard !removed.isEmpty else { return .object(JSONObject(members)) }
        return .object(JSONObject(members.indices.filter { !removed.contains($0) }.map { members[$0] }))
    }
}
