import Documents
import HAL
import Matching
import URITemplates

extension LiveResource {
    static let listKey = "resources"
    static let pathKey = "path"
    static let idKey = "id"
    package static let itemsKey = "items"
    static let uniqueKey = "unique"
    static let referencesKey = "references"
    static let pageKey = "page"

    /// A live resource, without its name; its items are checked when all resources are known.
    static let codec = ObjectCodec(
        "resource",
        "a resource",
        LiveResource("", path: ""),
        KeyTable.Options(
            synonyms: [
                "url": pathKey, "urlpath": pathKey, "data": itemsKey, "seeds": itemsKey, "rows": itemsKey,
                "key": idKey, "idproperty": idKey, "sort": pageKey, "size": pageKey, "relations": "links",
                "file": "persist", "ifmatch": "requireIfMatch", "upsert": "allowCreate", "contenttype": "mediaType",
            ],
            parents: [pageKey]
        ),
        keys: identityKeys + contentKeys + ruleKeys + formKeys
    )

    private static let identityKeys: [Key<LiveResource>] = [
        Key(
            pathKey,
            required: \.path,
            .resourcePath,
            "The path of the collection; each item is below it, at its id.",
            example: "path: /purchase-logs"
        ),
        Key(
            idKey,
            \.idMember,
            .text,
            default: "id",
            "The member of an item that contains its id, a string or an integer.",
            example: "id: number, path: /logs"
        ),
        Key(
            "ids",
            \.identifiers,
            .choice,
            default: .uuid,
            "The ids of new items without one: a `uuid`, the next number (`sequence`), or an error, as the `client` chooses them.",
            example: "ids: sequence, path: /logs"
        ),
    ]

    private static let contentKeys: [Key<LiveResource>] = [
        Key(
            itemsKey,
            \.drafts,
            Codec<JSONObject>.liveItem.list(of: "an item"),
            default: [],
            "The items at the start, and after a reset.",
            example: "items: [{ id: 7, litres: 30.50 }], path: /logs"
        ),
        Key(
            "links",
            .liveLinks,
            "The links of each item by relation: URI templates of its members. A link whose member is missing is omitted.",
            example: "links: { station: '/fuelstations/{station}' }, path: /logs",
            set: { $0.links = $1 }
        ),
        Key(
            "schema",
            .liveSchema,
            "A JSON Schema of the items; an invalid one gets 422 with the place of the error.",
            example: "schema: { required: [litres] }, path: /logs",
            set: { $0.schema = $1 }
        ),
        Key(
            "persist",
            .liveFile,
            "A file beside this one in which the items survive the server; its name begins with `_` and ends with `.json`.",
            example: "persist: _logs.json, path: /logs",
            set: { $0.file = $1 }
        ),
    ]

    private static let ruleKeys: [Key<LiveResource>] = [
        Key(
            uniqueKey,
            \.unique,
            Codec.text.list(of: "a member"),
            default: [],
            "Members whose values are unique; another item with the value gets 409.",
            example: "unique: [receipt], path: /logs"
        ),
        Key(
            referencesKey,
            .liveReferences,
            "Members that contain ids of another resource: they must exist, and are not deleted while something refers to them.",
            example: "references: { station: logs }, path: /logs",
            set: { $0.references = $1 }
        ),
        Key(
            "requireIfMatch",
            \.requiresPrecondition,
            .boolean,
            default: false,
            "Whether PUT, PATCH and DELETE without a precondition get 428.",
            example: "requireIfMatch: true, path: /logs"
        ),
        Key(
            "conflict",
            \.conflict,
            .choice,
            default: .preconditionFailed,
            "The status when `If-Match` or `If-Unmodified-Since` names an older version; 409 has the current one as its body.",
            example: "conflict: 409, path: /logs"
        ),
        Key(
            "allowCreate",
            \.putCreates,
            .boolean,
            default: false,
            "Whether PUT creates an item that does not exist.",
            example: "allowCreate: true, path: /logs"
        ),
        Key(
            "tombstones",
            \.hasTombstones,
            .boolean,
            default: false,
            "Whether a deleted item gets 410 instead of 404.",
            example: "tombstones: true, path: /logs"
        ),
    ]

    private static let formKeys: [Key<LiveResource>] = [
        Key(
            pageKey,
            pageCodec.codec,
            "The number of items on a page.",
            example: "page: { size: 20, max: 100 }, path: /logs",
            set: { $0.page = $1 }
        ),
        Key(
            "forms",
            \.hasForms,
            .boolean,
            default: true,
            "Whether a client that prefers `application/prs.hal-forms+json` gets templates.",
            example: "forms: false, path: /logs"
        ),
        Key(
            "dialect",
            \.dialect,
            .choice,
            default: .object,
            "The form of `_embedded`: by relation, or an `array` of payloads with their media types.",
            example: "dialect: array, path: /logs"
        ),
        Key(
            SharedRepresentation.mediaTypeKey,
            \.mediaType,
            .mediaType,
            default: MediaType.hal.essence,
            "The media type of representations in HAL.",
            example: "mediaType: application/vnd.logs+json, path: /logs"
        ),
    ]

    private static let pageCodec = ObjectCodec(
        "page",
        "'page'",
        PageSize(),
        keys: [
            Key(
                "size",
                \.size,
                .integer(1...10_000),
                default: 20,
                "The number of items on a page without `size` in the query.",
                example: "size: 20"
            ),
            Key(
                "max",
                \.max,
                .integer(1...10_000),
                default: 100,
                "The largest `size`; a larger one gets 400.",
                example: "max: 100"
            ),
        ],
        check: { reader, members, page in
            guard page.size > page.max else { return }
            guard let max = members["max"] else {
                page.max = page.size
                return
            }
            reader.log.error("'max' must not be less than 'size'", at: max.value)
        }
    )
}

extension Codec where Value == String {
    /// The path of a collection: without a query, a final slash or parameters.
    fileprivate static let resourcePath = Codec(reading: .path) { reader, node, name in
        guard let path = reader.text(node, name) else { return nil }
        let isPlain = path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !path.contains { "?#{}".contains($0) }
        guard path.hasPrefix("/"), path.count > 1, !path.hasSuffix("/"), !path.contains("//"), isPlain else {
            reader.log.error(
                "\(name): '\(path)' is not a valid path of a collection",
                at: node,
                suggestion: "for example '/purchase-logs', without a query, a final slash or '{…}'"
            )
            return nil
        }
        let normalized = PercentCoding.normalized(path)
        if let reason = LiveResource.unreachable(normalized) {
            let message = "\(name): no client reaches '\(path)': \(reason)"
            reader.log.error(message, at: node, suggestion: "use another path")
        }
        return normalized
    }
}

extension LiveResource {
    /// Why no request has a path, in normal form; nil if requests may have it.
    fileprivate static func unreachable(_ path: String) -> String? {
        let segments = path.dropFirst().split(separator: "/")
        if segments.contains(where: { $0 == "." || $0 == ".." }) { return "clients remove segments of dots" }
        switch segments.first {
        case "__admin"?: return "the admin API is below '/__admin'"
        case let first? where first.hasPrefix("~"): return "'/\(first)' is the address of a scenario"
        case let first? where first.hasPrefix("@"): return "'/\(first)' is the address of a sandbox"
        case _: break
        }
        let bytes = Array(path.utf8)[...]
        let isBroken = bytes.indices.contains {
            bytes[$0] == UInt8(ascii: "%") && PercentEncoding.octet(bytes, at: $0 + 1) == nil
        }
        return isBroken ? "'%' must be followed by two hexadecimal digits; a percent sign is '%25'" : nil
    }
}

extension Codec where Value == String {
    /// The path of a file in the folder of the scenario; the name is not one of a scenario.
    fileprivate static let liveFile = Codec(reading: .text) { reader, node, name in
        guard let text = reader.text(node, name) else { return nil }
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && !text.contains("/") && !text.contains("\\")
        guard isPlain, text.hasPrefix("_"), text.hasSuffix(".json"), text.utf8.count <= 200 else {
            reader.log.error(
                "\(name): '\(text)' is not a valid name of a file",
                at: node,
                suggestion: "for example '_logs.json': in the folder of this file, beginning with '_'"
            )
            return nil
        }
        let folder = FileName(reader.log.file.path).folder
        return folder == "." ? text : folder.hasSuffix("/") ? folder + text : "\(folder)/\(text)"
    }
}

extension Codec where Value == JSONObject {
    fileprivate static let liveItem = Codec(reading: .object) { reader, node, name in
        guard case .object(let item)? = reader.object(node, name) else { return nil }
        for reserved in LiveResource.reserved where item[reserved] != nil {
            guard let pair = node.pairs.first(where: { $0.key.text == reserved }) else { continue }
            reader.log.error(
                "'\(reserved)' is not a member of an item: the server makes it",
                at: pair.key,
                suggestion: "remove it; 'links' of the resource has the links of its items"
            )
        }
        return item
    }
}

extension LiveResource {
    /// Members of HAL and HAL-FORMS, which are not stored.
    package static let reserved = ["_links", "_embedded", "_templates"]
}

extension Codec where Value == [LiveResource.Link] {
    fileprivate static let liveLinks = Codec(reading: .map(.text)) { reader, node, name in
        reader.entries(node, name)?.compactMap { entry in
            guard let text = reader.text(entry.value, "'\(entry.name)'") else { return nil }
            do throws(URITemplateError) {
                return LiveResource.Link(relation: entry.name, target: try URITemplate(text))
            } catch {
                reader.log.error("'\(entry.name)' is not a valid URI template: \(error.message)", at: entry.value)
                return nil
            }
        }
    }
}

extension Codec where Value == [LiveResource.Reference] {
    fileprivate static let liveReferences = Codec(reading: .map(.text)) { reader, node, name in
        reader.entries(node, name)?.compactMap { entry in
            reader.text(entry.value, "'\(entry.name)'").map {
                LiveResource.Reference(member: entry.name, resource: $0)
            }
        }
    }
}

extension Codec where Value == JSONSchema {
    fileprivate static let liveSchema = Codec(reading: .object) { reader, node, name in
        reader.object(node, name).flatMap { reader.schema($0, version: nil, at: node, name) }
    }
}
