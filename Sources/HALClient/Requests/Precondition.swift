public import HAL
import HTTPTypes

/// A condition on the state of the resource, RFC 9110 §13.
public struct Precondition: Sendable, Hashable {
    let fields: [HTTPField.Name: String]

    private init(_ name: HTTPField.Name, _ value: String) {
        fields = [name: value]
    }

    /// Only if the resource has one of these tags, or any with `*`; the text is sent unchanged, including quotes.
    public static func ifMatch(_ entityTags: String) -> Precondition {
        Precondition(.ifMatch, entityTags)
    }

    /// Only if the resource has none of these tags, or none with `*`; the text is sent unchanged, including quotes.
    public static func ifNoneMatch(_ entityTags: String) -> Precondition {
        Precondition(.ifNoneMatch, entityTags)
    }

    /// Only if the resource was changed after that date.
    public static func ifModifiedSince(_ date: HTTPDate) -> Precondition {
        Precondition(.ifModifiedSince, date.description)
    }

    /// Only if the resource was not changed after that date.
    public static func ifUnmodifiedSince(_ date: HTTPDate) -> Precondition {
        Precondition(.ifUnmodifiedSince, date.description)
    }

    /// Only if the resource has changed since this response, whose validators are sent unchanged; nil if it has none.
    public static func ifChanged(since response: TransportResponse) -> Precondition? {
        if let tag = response.entityTag { return Precondition(.ifNoneMatch, tag) }
        return response.fields[values: .lastModified].first.map { Precondition(.ifModifiedSince, $0) }
    }

    /// Only if the resource has not changed since this response, whose validators are sent unchanged; nil if it has
    /// none.
    ///
    /// A weak tag never matches here (RFC 9110 §13.1.1), so the date is used instead.
    public static func ifUnchanged(since response: TransportResponse) -> Precondition? {
        if let tag = response.entityTag, !tag.hasPrefix("W/") { return Precondition(.ifMatch, tag) }
        return response.fields[values: .lastModified].first.map { Precondition(.ifUnmodifiedSince, $0) }
    }
}
