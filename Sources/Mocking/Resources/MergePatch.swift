import HAL

extension JSONValue {
    /// The result of a JSON Merge Patch (RFC 7396 §2): objects are merged, null removes, all else replaces.
    func merged(with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var result = object ?? JSONObject()
        for change in changes.members {
            guard !change.value.isNull else {
                result[change.name] = nil
                continue
            }
            result[change.name] = (result[change.name] ?? .null).merged(with: change.value)
        }
        return .object(result)
    }
}
