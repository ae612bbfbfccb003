import HAL
import HTTPTypes
import Matching
import Scenarios

/// An item that a request wants to write.
struct LiveDraft {
    let id: String
    let item: JSONObject
    let bytes: [UInt8]
}

/// One request to a live resource: the rules of RFC 9110, 5789, 6585 and 7240 that concern one item.
struct LiveExchange {
    static let patches = "application/merge-patch+json, application/json-patch+json"
    /// The bytes of items that are read on the loop; to read more takes another thread.
    private static let largestOnLoop = 256 << 10
    private static let json = MediaType.json.essence
    private static let cacheControl = (name: "Cache-Control", value: "no-cache")

    let route: LiveRoute
    let request: LiveRequest
    let startedAt: Int64
    let form: LiveRepresentation
    /// The members that the parameters of a query may name; nil: any.
    var memberNames: Set<String>?

    var resource: LiveResource { route.resource }

    // MARK: Responses

    func options(isCollection: Bool) -> LiveAnswer {
        let accepted = isCollection ? ("Accept-Post", "application/json") : ("Accept-Patch", Self.patches)
        return LiveAnswer(status: 204, fields: [("Allow", Self.methods(isCollection)), accepted])
    }

    func methodNotAllowed(isCollection: Bool) -> LiveRefusal {
        let allowed = Self.methods(isCollection)
        return LiveRefusal(405, "the methods of this resource are \(allowed)", fields: [("Allow", allowed)])
    }

    private static func methods(_ isCollection: Bool) -> String {
        isCollection ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"
    }

    func page(of collection: LiveCollection) throws(LiveRefusal) -> LiveAnswer {
        let page = try LivePage(request, resource)
        let query = try LiveQuery(request, naming: memberNames)
        let tag = form.tag(collection.revision)
        if let refused = try precondition([tag], [tag], modified: collection.modified) { return refused }
        let fields = fields(tag, collection.modified)
        let render = { @Sendable [route, form, prefix = request.prefix, queryText = request.queryText] in
            let (items, place) = page.items(query, of: collection)
            return LiveWriter.page(items, place, route, form, prefix, queryText: queryText)
        }
        guard page.cost(query, of: collection) > Self.largestOnLoop else {
            return LiveAnswer(status: 200, fields: fields, body: render())
        }
        return LiveAnswer(status: 200, fields: fields, laterBody: render)
    }

    func item(_ id: String, of collection: LiveCollection) throws(LiveRefusal) -> LiveAnswer {
        let item = try existing(id, in: collection)
        if let answer = try precondition(
            LiveRepresentation.tags(item.version),
            [form.tag(item.version)],
            modified: item.modified
        ) {
            return answer
        }
        return current(item, status: 200)
    }

    /// A response with the current representation of an item.
    func current(_ item: LiveItem, status: Int) -> LiveAnswer {
        let body = LiveWriter.item(item, route, form, request.prefix)
        var answer = LiveAnswer(
            status: status,
            fields: fields(form.tag(item.version), item.modified),
            body: body
        )
        // The content represents another resource than the target of the request (RFC 9110 §8.7).
        if status == 409 {
            answer.fields.append(("Content-Location", LiveWriter.target(item.id, resource, request.prefix)))
        }
        return answer
    }

    /// The response to a write.
    func written(_ item: LiveItem, status: Int) -> LiveAnswer {
        let target = LiveWriter.target(item.id, resource, "")
        var answer = current(item, status: status)
        if request.prefers("return=minimal") {
            answer.body = []
            answer.fields =
                validators(form.tag(item.version), item.modified) + [("Preference-Applied", "return=minimal")]
            if status == 200 { answer.status = 204 }
        } else {
            answer.fields.append(("Content-Location", request.prefix + target))
        }
        if status == 201 { answer.fields.append(("Location", request.base + target)) }
        return answer
    }

    /// The fields of a representation.
    private func fields(_ tag: String, _ modified: Int64) -> [(name: String, value: String)] {
        [
            ("Content-Type", form.mediaType(resource)), ("Vary", "Accept"), Self.cacheControl, ("ETag", tag),
            ("Last-Modified", date(modified).description),
        ]
    }

    private func validators(_ tag: String, _ modified: Int64) -> [(name: String, value: String)] {
        [("ETag", tag), ("Last-Modified", date(modified).description)]
    }

    private func date(_ modified: Int64) -> HTTPDate {
        HTTPDate(secondsSinceEpoch: Int(modified == 0 ? startedAt : modified) / 1000)
    }

    // MARK: Preconditions

    /// The response if a precondition says so (RFC 9110 §13.2.2); nil if the method is applied.
    ///
    /// `tags` are all that the current version has, `own` those of the requested form.
    private func precondition(
        _ tags: @autoclosure () -> [String],
        _ own: @autoclosure () -> [String],
        modified: Int64,
        current: LiveItem? = nil
    ) throws(LiveRefusal) -> LiveAnswer? {
        guard request.isConditional else { return nil }
        let conditions = Preconditions(tags(), comparingReadsTo: own(), lastModified: date(modified))
        switch conditions.result(for: request.message) {
        case .met: return nil
        case .notModified:
            let fields = validators(own().first ?? "", modified) + [("Vary", "Accept"), Self.cacheControl]
            return LiveAnswer(status: 304, fields: fields)
        case .failed:
            guard let current, resource.conflict == .conflict, request.field(.ifNoneMatch) == nil else {
                throw LiveRefusal(412, "the item is not in the state that the request expects")
            }
            throw LiveRefusal(self.current(current, status: 409))
        }
    }

    /// The item that a request wants to change, if its preconditions are true.
    private func changeable(_ id: String, in collection: LiveCollection) throws(LiveRefusal) -> LiveItem {
        let item = try existing(id, in: collection)
        try checkPrecondition()
        _ = try precondition(
            LiveRepresentation.tags(item.version),
            LiveRepresentation.tags(item.version),
            modified: item.modified,
            current: item
        )
        return item
    }

    private func checkPrecondition() throws(LiveRefusal) {
        guard resource.requiresPrecondition, !request.hasPrecondition else { return }
        throw LiveRefusal(428, "a change needs 'If-Match' with the entity tag of the version that it changes")
    }

    private func existing(_ id: String, in collection: LiveCollection) throws(LiveRefusal) -> LiveItem {
        if let item = collection[id] { return item }
        let status = collection.removed.contains(id) ? 410 : 404
        throw LiveRefusal(status, "'\(resource.name)' has no item '\(id.prefix(120))'")
    }

    // MARK: Writes

    func draft(for collection: LiveCollection, _ newID: () -> String) throws(LiveRefusal) -> LiveDraft {
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

    func replacement(of id: String, in collection: LiveCollection) throws(LiveRefusal) -> LiveDraft {
        guard collection.contains(id) || resource.putCreates else {
            _ = try existing(id, in: collection)
            throw LiveRefusal(404, "'\(resource.name)' has no item '\(id.prefix(120))'")
        }
        try checkContentType()
        guard collection.contains(id) else {
            try checkPrecondition()
            guard request.field(.ifMatch) == nil else { throw LiveRefusal(412, "the item does not exist") }
            return try renamed(try object(), id, nil)
        }
        let old = try changeable(id, in: collection)
        return try renamed(try object(), id, old)
    }

    func patched(_ id: String, of collection: LiveCollection) throws(LiveRefusal) -> LiveDraft {
        _ = try existing(id, in: collection)
        let type = request.field(.contentType).flatMap { MediaType($0) }?.essence
        guard type == "application/merge-patch+json" || type == "application/json-patch+json" else {
            throw LiveRefusal(415, "PATCH accepts \(Self.patches)", fields: [("Accept-Patch", Self.patches)])
        }
        let old = try changeable(id, in: collection)
        let patch = try json()
        let value = JSONValue.object(old.value)
        let result = type == "application/json-patch+json" ? try patched(value, patch) : value.merged(with: patch)
        guard case .object(let item) = result else {
            throw LiveRefusal(422, "the result is \(result.kind), not an object")
        }
        return try renamed(item, id, old)
    }

    private func patched(_ value: JSONValue, _ patch: JSONValue) throws(LiveRefusal) -> JSONValue {
        do throws(JSONPatch.Failure) {
            return try JSONPatch(patch).applied(to: value)
        } catch {
            switch error {
            case .malformed(let reason): throw LiveRefusal(400, reason)
            case .testFailed(let pointer):
                throw LiveRefusal(409, "a test of the patch fails", errors: [LiveError(pointer: pointer, "differs")])
            case .missing(let pointer):
                let place = LiveError(pointer: pointer, "does not exist")
                throw LiveRefusal(422, "the patch names a place that the item does not have", errors: [place])
            case .tooLarge: throw LiveRefusal(422, "the patch or its result is too large or too deep")
            }
        }
    }

    func checkDeletion(of id: String, in collection: LiveCollection) throws(LiveRefusal) {
        _ = try changeable(id, in: collection)
    }

    /// The item with the id of its address; another one is a conflict.
    private func renamed(_ item: JSONObject, _ id: String, _ old: LiveItem?) throws(LiveRefusal) -> LiveDraft {
        var item = item
        let member = resource.idMember
        if let value = item[member] {
            guard LiveResource.id(value) == id else {
                guard let old else { throw LiveRefusal(409, "'\(member)' differs from the id in the address") }
                throw LiveRefusal(current(old, status: 409))
            }
        } else {
            let before = old?.value[member]
            let number: JSONValue? = resource.identifiers == .sequence ? JSONNumber(id).map { .number($0) } : nil
            item.members.insert(JSONObject.Member(member, before ?? number ?? .string(id)), at: 0)
        }
        return try draft(item)
    }

    private func draft(_ item: JSONObject) throws(LiveRefusal) -> LiveDraft {
        var item = item
        item.members.removeAll { $0.name.utf8.first == UInt8(ascii: "_") && LiveResource.reserved.contains($0.name) }
        guard let id = LiveResource.id(item[resource.idMember]) else {
            throw invalid(resource.idMember, "must be a string of at most 512 bytes or an integer")
        }
        guard resource.identifiers != .sequence || LiveResource.isSequenceNumber(id) else {
            throw invalid(resource.idMember, "must be an integer from 0 to 2^53")
        }
        var writer = JSONWriter(pretty: false, capacity: request.body.count)
        writer.write(.object(item))
        return LiveDraft(id: id, item: item, bytes: writer.bytes)
    }

    private func invalid(_ member: String, _ detail: String) -> LiveRefusal {
        LiveRefusal(422, "the item is not valid: '\(member)' \(detail)", errors: [LiveError(member: member, detail)])
    }

    // MARK: Content

    private func object() throws(LiveRefusal) -> JSONObject {
        try checkContentType()
        guard case .object(let object) = try json() else {
            throw LiveRefusal(422, "an item is an object", errors: [LiveError(pointer: "", "must be an object")])
        }
        return object
    }

    private func checkContentType() throws(LiveRefusal) {
        guard let text = request.field(.contentType), text != Self.json, MediaType(text)?.isJSON != true
        else { return }
        throw LiveRefusal(
            415,
            "the content must be JSON",
            fields: request.method == "POST" ? [("Accept-Post", "application/json")] : [("Accept", "application/json")]
        )
    }

    private func json() throws(LiveRefusal) -> JSONValue {
        do throws(JSONError) {
            return try JSONDocument(parsing: request.body, limits: Self.limits).value
        } catch {
            let limits = "\(Self.limits.bytes) bytes, \(Self.limits.values) values and \(Self.limits.depth) levels"
            guard error.code != .tooLarge, error.code != .tooDeep else {
                throw LiveRefusal(413, "the content of a request has at most \(limits)")
            }
            throw LiveRefusal(400, "the content is not valid JSON: \(error.message)")
        }
    }

    private static let limits = JSONLimits(depth: 100, bytes: 1 << 20, values: 50_000, duplicateKeys: .refuse)
}
