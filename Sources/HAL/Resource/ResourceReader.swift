/// Reads a resource object and its embedded resources.
struct ResourceReader {
    /// The maximum nesting of resources; deeper ones are left out.
    static let depthLimit = 100

    let outerScope: CURIEScope?
    let depth: Int

    func read(_ object: JSONObject) -> HALResource {
        var problems: [ResourceProblem] = []
        var links: JSONValue?
        var embedded: JSONValue?
        var templates: JSONValue?
        var state: [JSONObject.Member] = []
        state.reserveCapacity(object.members.count)
        for index in object.members.indices {
            // Most names begin otherwise, and a comparison of strings costs more.
            guard object.members[index].name.utf8.first == UInt8(ascii: "_") else {
                state.append(object.members[index])
                continue
            }
            switch object.members[index].name {
            case "_links": links = links ?? object.members[index].value
            case "_embedded": embedded = embedded ?? object.members[index].value
            case FormTemplateReader.name:
                templates = templates ?? object.members[index].value
                state.append(object.members[index])
            default: state.append(object.members[index])
            }
        }
        let read = links.map { Self.links($0, &problems) } ?? HALLinks()
        var resource = HALResource(state: JSONObject(state), links: read, outerScope: outerScope) { scope in
            guard let value = embedded else { return .none }
            return ResourceReader(outerScope: scope, depth: depth + 1).embedded(value, &problems)
        }
        resource.problems = problems
        if let templates { resource.problems.add(FormTemplateReader(templates, of: resource).problems) }
        return resource
    }

    private static func links(_ value: JSONValue, _ problems: inout [ResourceProblem]) -> HALLinks {
        guard case .object(let object) = value else {
            if !value.isNull {
                problems.report(.linksNotAnObject, at: ["_links"], "'_links' is \(value.kind)")
            }
            return HALLinks()
        }
        var entries: [HALLinks.Entry] = []
        entries.reserveCapacity(object.members.count)
        for member in object.members {
            guard let links = oneOrMany(member, &problems) else { continue }
            entries.append(HALLinks.Entry(LinkRelation(member.name), links))
        }
        return HALLinks(entries)
    }

    private static func oneOrMany(
        _ member: JSONObject.Member,
        _ problems: inout [ResourceProblem]
    ) -> OneOrMany<HALLink>? {
        guard case .array(let elements) = member.value else {
            return link(member.value, of: member.name, nil, &problems).map { .one($0) }
        }
        var links: [HALLink] = []
        for (index, element) in elements.enumerated() {
            guard let link = link(element, of: member.name, index, &problems) else { continue }
            links.append(link)
        }
        return .many(links)
    }

    private static func link(
        _ value: JSONValue,
        of relation: String,
        _ index: Int?,
        _ problems: inout [ResourceProblem]
    ) -> HALLink? {
        func report(_ code: ResourceProblem.Code, _ member: String?, _ message: String) {
            let path = ["_links", relation] + [index.map(String.init), member].compactMap(\.self)
            problems.report(code, at: path, message)
        }
        let link = HALLink(value, report: report)
        if relation == LinkRelation.curies.rawValue, let link, CURIE(link)?.namesRelation != true {
            report(.badCURIE, nil, "a CURIE needs a name and a template with {rel}")
        }
        return link
    }
}

extension ResourceReader {
    private func embedded(_ value: JSONValue, _ problems: inout [ResourceProblem]) -> EmbeddedResources {
        guard depth <= Self.depthLimit else {
            problems.report(.badEmbedded, at: ["_embedded"], "resources are nested too deeply")
            return .none
        }
        switch value {
        case .object(let object):
            return .relations(object.members.compactMap { relation($0, &problems) })
        case .array(let elements):
            return .entries(elements.enumerated().compactMap { entry($1, at: $0, &problems) })
        case .null:
            return .none
        case .bool, .number, .string:
            problems.report(.badEmbedded, at: ["_embedded"], "'_embedded' is \(value.kind)")
            return .none
        }
    }

    private func relation(
        _ member: JSONObject.Member,
        _ problems: inout [ResourceProblem]
    ) -> EmbeddedResources.Relation? {
        let path = ["_embedded", member.name]
        switch member.value {
        case .object(let object):
            return EmbeddedResources.Relation(LinkRelation(member.name), .one(read(object)))
        case .array(let elements):
            var resources: [HALResource] = []
            resources.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                guard case .object(let object) = element else {
                    problems.reportNoResource(element, at: path + ["\(index)"])
                    continue
                }
                resources.append(read(object))
            }
            return EmbeddedResources.Relation(LinkRelation(member.name), .many(resources))
        case .null, .bool, .number, .string:
            problems.reportNoResource(member.value, at: path)
            return nil
        }
    }

    private func entry(
        _ value: JSONValue,
        at index: Int,
        _ problems: inout [ResourceProblem]
    ) -> EmbeddedResources.Entry? {
        let path = ["_embedded", "\(index)"]
        guard case .object(let object) = value, case .string(let mediaType)? = object["media-type"],
            let payload = object["payload"]
        else {
            problems.report(.badEmbedded, at: path, "an entry needs media-type and payload")
            return nil
        }
        var resource = payload.object.map(read) ?? HALResource()
        var others = JSONObject(object.members.filter { !Self.entryNames.contains($0.name) })
        resource.location = object["location"]?.string
        if let date = object["last-modified"], !date.isNull {
            resource.lastModified = Self.date(date, at: path + ["last-modified"], &problems)
            if resource.lastModified == nil { others.members.append(JSONObject.Member("last-modified", date)) }
        }
        return EmbeddedResources.Entry(
            mediaType: mediaType,
            resource: resource,
            rawPayload: payload.object == nil ? payload : nil,
            otherMembers: others
        )
    }

    private static let entryNames: Set = ["media-type", "location", "last-modified", "payload"]

    private static func date(
        _ value: JSONValue,
        at path: [String],
        _ problems: inout [ResourceProblem]
    ) -> HTTPDate? {
        guard let text = value.string, let reading = HTTPDate.Reading(text) else {
            problems.report(.badDate, at: path, "expected a date like 'Sun, 06 Nov 1994 08:49:37 GMT'")
            return nil
        }
        if !reading.weekdayIsRight {
            problems.report(.wrongWeekday, at: path, "the weekday does not match the date")
        }
        return reading.date
    }
}

extension [ResourceProblem] {
    /// The maximum number of problems that a resource lists.
    static var listed: Int { 100 }

    mutating func report(_ code: ResourceProblem.Code, at path: [String], _ message: String) {
        guard count < Self.listed else { return }
        append(ResourceProblem(code, at: path, message))
    }

    /// Adds problems up to the limit.
    mutating func add(_ others: [ResourceProblem]) {
        append(contentsOf: others.prefix(Swift.max(Self.listed - count, 0)))
    }

    fileprivate mutating func reportNoResource(_ value: JSONValue, at path: [String]) {
        report(.badEmbedded, at: path, "a resource is an object, not \(value.kind)")
    }
}
