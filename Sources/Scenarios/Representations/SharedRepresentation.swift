import Documents
import HAL

/// The keys of a representation: content and metadata that responses and expectations share by its name.
enum SharedRepresentation {
    static let listKey = "representations"
    static let useKey = "representation"
    static let patchKey = "with"
    static let mediaTypeKey = "mediaType"
    static let lastModifiedKey = "lastModified"

    /// The codec only checks a representation: responses and expectations are read after its members have replaced its name.
    static let codec = ObjectCodec(
        "representation",
        "a representation",
        ResponseDefinition(),
        KeyTable.Options(
            synonyms: [
                "contenttype": mediaTypeKey, "content-type": mediaTypeKey, "type": mediaTypeKey, "json": "jsonBody",
                "content": "body", "text": "body", "file": "bodyFileName", "model": "jsonBody",
                "last-modified": lastModifiedKey,
            ],
            exclusive: [KeyGroup(ResponseDefinition.bodyKeys)]
        ),
        keys: [
            Key(
                ignored: mediaTypeKey,
                .mediaType,
                "The `Content-Type`; by default that of the body.",
                example: "mediaType: application/hal+json"
            ),
            Key(
                ignored: lastModifiedKey,
                .date,
                "The `Last-Modified`, an HTTP-date.",
                example: "lastModified: 'Tue, 03 Nov 2026 10:00:00 GMT'"
            ),
        ] + ResponseDefinition.keysOfContent
    )

    /// The keys with which a response or an expectation uses a representation.
    static func keysOfUse<Model>(rest: String = "") -> [Key<Model>] {
        [
            Key(
                ignored: useKey,
                .expanded,
                "The name of one of the `representations`, whose content, media type and validators it has.",
                example: "representation: station" + rest
            ),
            Key(
                ignored: patchKey,
                .expanded(.object),
                "Changes of the representation's `jsonBody`: a merge patch (RFC 7396), in which null removes a member.",
                example: "representation: station, with: { price: 2.950 }" + rest
            ),
        ]
    }

    static let key = Key<SharedParts>(
        listKey,
        Codec<Node>(reading: .map(.definition(codec.table))) { reader, node, name in
            reader.entries(node, name).map { _ in node }
        },
        "Content that several responses and expectations share, by name.",
        example: "representations: { station: { etag: '\"v1\"', jsonBody: { price: 2.890 } } }",
        set: { $0.representations = $1 }
    )
}

extension Codec where Value == Node {
    /// A key that was replaced before the object is read; elsewhere it has no meaning.
    fileprivate static let expanded = expanded(.text)

    fileprivate static func expanded(_ shape: Shape) -> Codec {
        Codec(reading: shape) { reader, node, name in
            if reader.dialect == .wireMock {
                reader.log.error("\(name) is supported in scenario files only", at: node)
            }
            return node
        }
    }
}
