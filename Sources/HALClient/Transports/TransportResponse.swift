public import HAL
public import HTTPTypes

/// A complete response.
public struct TransportResponse: Sendable {
    /// The request of this response: the last one, if there were redirects.
    public let request: TransportRequest
    /// The status code as it was sent; it may be outside 100 to 599.
    public let status: Int
    /// The fields in order; fields of one name are separate if the transport preserves them.
    public let fields: HTTPFields
    /// The whole body.
    public let body: [UInt8]
    /// The time at which the head had arrived.
    public let receivedAt: WallTime
    /// The media type of the body, or nil if the field is missing or malformed; malformed parameters are left out.
    public let mediaType: MediaType?
    /// The redirects that led to this response, in order.
    public internal(set) var redirects: [FollowedRedirect] = []
    /// The URI at which the chain of calls began; credentials of calls that follow a link are for its origin.
    var start: String
    /// The way in which a cache served the response; nil if the server sent it.
    public internal(set) var cacheStatus: CacheStatus?
    /// The error of the application's mapping, or nil; see ``HypermediaClient/Configuration/errorMapping``.
    public internal(set) var applicationError: (any Error)?

    /// Makes a response.
    public init(
        request: TransportRequest,
        status: Int,
        fields: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        receivedAt: WallTime = .now()
    ) {
        self.request = request
        self.status = status
        self.fields = fields
        self.body = body
        self.receivedAt = receivedAt
        start = request.url
        mediaType = fields[values: .contentType].first.flatMap { MediaType(leniently: $0) }
    }
}

extension TransportResponse {
    /// The URI of the request, without a fragment.
    public var url: String {
        request.url
    }

    /// `Location`, resolved against the URI of the request; nil if it is missing or malformed.
    public var location: String? {
        reference(.location)
    }

    /// `Content-Location`, resolved against the URI of the request; nil if it is missing or malformed.
    public var contentLocation: String? {
        reference(.contentLocation)
    }

    /// `Last-Modified`, or nil if it is missing or malformed.
    public var lastModified: HTTPDate? {
        fields[values: .lastModified].lazy.compactMap { HTTPDate($0) }.first
    }

    /// `ETag` as sent, including quotes, for use in a ``Precondition``.
    public var entityTag: String? {
        fields[values: .eTag].first
    }

    /// The base URI of links in the body: for a 201 `Location`, else the URI of the request.
    ///
    /// `Content-Location` is ignored, as RFC 7231 appendix B requires.
    public var baseURI: String {
        (status == 201 ? location : nil) ?? url
    }

    private func reference(_ name: HTTPField.Name) -> String? {
        guard let value = fields[values: name].first else { return nil }
        return URIReference(String(value.trimmingSpaces)).resolved(against: URIReference(url)).description
    }
}

extension TransportResponse: CustomStringConvertible, CustomReflectable {
    /// `200 for GET https://fp.example.com/fuelstations, 312 bytes`.
    public var description: String {
        "\(status) for \(request), \(body.count) bytes"
    }

    /// Status, request and the redacted fields.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "status": status, "request": request, "fields": Redaction.text(of: fields), "bodyBytes": body.count,
                "redirects": redirects,
            ]
        )
    }
}
