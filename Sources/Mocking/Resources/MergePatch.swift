import HAL

extension JSONValue {
    /// The result of a JSON Merge Patch (RFC 7396 §2): objects are merged, null removes, all else replaces.
    func merged(with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members = object?.members ?? []
        // The first member of a name counts, as in a look-up; by index, so that large objects take no time.
        var places: [String: Int] = [:]
        for (place, member) in members.enumerated() where places[member.name] == nil { places[member.name] = place }
        var removed: Set<Int> = []
        for change in changes.members {
            guard !change.value.isNull else {
                if let place = places.removeValue(forKey: change.name) { removed.insert(place) }
                continue
            }
            guard let place = places[change.name] else {
                places[change.name] = members.count
                members.append(JSONObject.Member(change.name, JSONValue.null.merged(with: change.value)))
                continue
            }
            members[place].value = members[place].value.merged(with: change.value)
        }
        guard !removed.isEmpty else { return .object(JSONObject(members)) }
        return .object(JSONObject(members.indices.filter { !removed.contains($0) }.map { members[$0] }))
    }
}
