import HAL
import HTTPTypes
import Matching
import Scenarios

/// One request to a live resource: the rules of RFC 9110, 5789, 6585 and 7240 that concern one item.
struct LiveExchange {
    /// The bytes of items that are read on the loop; to read more takes another thread.
    private static let largestOnLoop = 256 << 10
    private static let cacheControl = (name: "Cache-Control", value: "no-cache")

    let route: LiveRoute
    let request: LiveRequest
    let startedAt: Int64
    let form: LiveRepresentation
    /// The members that the parameters of a query may name; nil: any.
    var memberNames: Set<ExactText>?

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

    func item(_ id: ExactText, of collection: LiveCollection) throws(LiveRefusal) -> LiveAnswer {
        let item = try existing(collection[id], id, in: collection)
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
    private func fields(_ tag: String, _ modified: Int64?) -> [(name: String, value: String)] {
        [
            ("Content-Type", form.mediaType(resource)), ("Vary", "Accept"), Self.cacheControl, ("ETag", tag),
            ("Last-Modified", date(modified).description),
        ]
    }

    private func validators(_ tag: String, _ modified: Int64?) -> [(name: String, value: String)] {
        [("ETag", tag), ("Last-Modified", date(modified).description)]
    }

    /// The time of a change, but never one after that of the response, whose clock may have moved back
    /// (RFC 9110 §8.8.2.1).
    private func date(_ modified: Int64?) -> HTTPDate {
        HTTPDate(secondsSinceEpoch: Int(min(modified ?? startedAt, request.now)) / 1000)
    }

    // MARK: Preconditions

    /// The response if a precondition says so (RFC 9110 §13.2.2); nil if the method is applied.
    ///
    /// `tags` are all that the current version has, `own` those of the requested form.
    private func precondition(
        _ tags: @autoclosure () -> [String],
        _ own: @autoclosure () -> [String],
        modified: Int64?,
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
                throw LiveRefusal(412, "the resource is not in the state that the request expects")
            }
            throw LiveRefusal(self.current(current, status: 409))
        }
    }

    /// Checks that a request may change the version of an item that exists.
    func checkChange(of item: LiveItem) throws(LiveRefusal) {
        try checkPrecondition()
        let tags = { LiveRepresentation.tags(item.version) }
        _ = try precondition(tags(), tags(), modified: item.modified, current: item)
    }

    /// Checks that a request may add to the collection, which its preconditions concern; it needs none, because a new item
    /// has no version that could be lost.
    func checkCreation(in collection: LiveCollection) throws(LiveRefusal) {
        let tags = { LiveRepresentation.tags(collection.revision) }
        _ = try precondition(tags(), tags(), modified: collection.modified)
    }

    func checkPrecondition() throws(LiveRefusal) {
        guard resource.requiresPrecondition, !request.hasPrecondition else { return }
        throw LiveRefusal(428, "a change needs 'If-Match' with the entity tag of the version that it changes")
    }

    func existing(_ item: LiveItem?, _ id: ExactText, in collection: LiveCollection) throws(LiveRefusal) -> LiveItem {
        if let item { return item }
        let status = collection.removed.contains(id) ? 410 : 404
        throw LiveRefusal(status, "'\(resource.name)' has no item '\(id.text.prefix(120))'")
    }
}
