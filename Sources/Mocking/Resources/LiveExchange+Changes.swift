import HAL
import Matching
import Scenarios

/// An item that a request wants to write.
struct LiveDraft {
    let id: ExactText
    let item: JSONObject
    let bytes: [UInt8]
    /// The item that it replaces; nil: none.
    let old: LiveItem?
}

/// The items that requests want to write.
extension LiveExchange {
    /// The item that a POST creates.
    func draft(for collection: LiveCollection, _ newID: () -> String) throws(LiveRefusal) -> LiveDraft {
        try checkContent()
        try checkCreation(in: collection)
        var item = try object()
        let member = resource.idMember
        if item[member] == nil || item[member] == .null {
            let id: JSONValue
            switch resource.identifiers {
            case .uuid: id = .string(newID())
            case .sequence: id = .number(JSONNumber(collection.nextNumber))
            case .client: throw invalid(member, "is required: the client chooses it")
            }
            item[member] = nil
            item.members.insert(JSONObject.Member(member, id), at: 0)
        }
        let draft = try draft(item)
        if let other = collection[draft.id] { throw LiveRefusal(current(other, status: 409)) }
        return draft
    }

    /// The item that a PUT puts in place of an older one, or creates.
    func replacement(of old: LiveItem?, _ id: ExactText, in collection: LiveCollection) throws(LiveRefusal) -> LiveDraft
    {
        if old == nil, !resource.putCreates { _ = try existing(old, id, in: collection) }
        try checkContent()
        if let old {
            try checkChange(of: old)
        } else {
            try checkPrecondition()
            guard request.field(.ifMatch) == nil else { throw LiveRefusal(412, "the item does not exist") }
        }
        return try named(try object(), id, old)
    }

    /// The item that a PATCH makes of an older one.
    func patched(_ old: LiveItem?, _ id: ExactText, in collection: LiveCollection) throws(LiveRefusal) -> LiveDraft {
        let old = try existing(old, id, in: collection)
        let type = try patchType()
        try checkChange(of: old)
        let patch = try json()
        let value = JSONValue.object(old.value)
        let result = type == .json ? try patched(value, patch) : value.merged(with: patch)
        guard case .object(let item) = result else {
            throw LiveRefusal(422, "the result is \(result.kind), not an object")
        }
        let draft = try named(item, id, old)
        guard LiveResource.isWithinLimits(draft.item, length: draft.bytes.count) else { throw Self.tooLarge }
        return draft
    }

    private static var tooLarge: LiveRefusal {
        LiveRefusal(
            422,
            "the patch or its result is too large or too deep: an item has at most \(LiveResource.limitsText)"
        )
    }

    private func patched(_ value: JSONValue, _ patch: JSONValue) throws(LiveRefusal) -> JSONValue {
        do throws(JSONPatch.Failure) {
            return try JSONPatch(patch).applied(to: value)
        } catch {
            switch error {
            case .malformed(let reason): throw LiveRefusal(400, reason)
            case .testFailed(let pointer, let reason):
                throw LiveRefusal(409, "a test of the patch fails", errors: [LiveError(pointer: pointer, reason)])
            case .missing(let pointer):
                let place = LiveError(pointer: pointer, "does not exist")
                throw LiveRefusal(422, "the patch names a place that the item does not have", errors: [place])
            case .tooLarge: throw Self.tooLarge
            }
        }
    }

    /// The item with the id of its address; another one is a conflict.
    private func named(_ item: JSONObject, _ id: ExactText, _ old: LiveItem?) throws(LiveRefusal) -> LiveDraft {
        var item = item
        let member = resource.idMember
        guard let value = item[member] else {
            let number: JSONValue? = resource.identifiers == .sequence ? JSONNumber(id.text).map { .number($0) } : nil
            let before = old?.value(at: route.layout.id)
            item.members.insert(JSONObject.Member(member, before ?? number ?? .string(id.text)), at: 0)
            return old == nil ? try draft(item) : draft(item, id: id, replacing: old)
        }
        guard LiveResource.id(value) == id else {
            let error = LiveError(member: member, "must be that of the address, or absent")
            throw LiveRefusal(409, "'\(member)' differs from the id in the address", errors: [error])
        }
        return old == nil ? try draft(item) : draft(item, id: id, replacing: old)
    }

    /// A new item.
    private func draft(_ item: JSONObject) throws(LiveRefusal) -> LiveDraft {
        let value = item[resource.idMember]
        if let problem = resource.problem(ofID: value) { throw invalid(resource.idMember, problem) }
        guard let id = LiveResource.id(value) else { throw invalid(resource.idMember, "is not valid") }
        return draft(item, id: id, replacing: nil)
    }

    private func draft(_ item: JSONObject, id: ExactText, replacing old: LiveItem?) -> LiveDraft {
        let item = item.withoutReservedMembers
        var writer = JSONWriter(pretty: false, capacity: request.body.count + id.text.utf8.count + 16)
        writer.write(.object(item))
        return LiveDraft(id: id, item: item, bytes: writer.bytes, old: old)
    }

    private func invalid(_ member: String, _ detail: String) -> LiveRefusal {
        LiveRefusal(422, "the item is not valid: '\(member)' \(detail)", errors: [LiveError(member: member, detail)])
    }
}

extension LiveItem {
    /// The value of a member, without reading the others; nil without it.
    fileprivate func value(at path: CompactJSON.Path) -> JSONValue? {
        CompactJSON.value(at: path, in: bytes).flatMap { try? JSONValue(parsing: Array(bytes[$0])) }
    }
}
