public import HAL
public import HTTPTypes

/// A complete response.
public struct Response: Sendable {
    /// The request that it answers: the last one, if there were redirects.
    public let request: Request
    /// The status code as it was sent; it may be outside 100 to 599.
    public let status: Int
    /// The fields, in order, several of one name apart where the transport can tell.
    public let fields: HTTPFields
    /// The whole body.
    public let body: [UInt8]
    /// When the head had arrived.
    public let receivedAt: WallTime
    /// The media type of the body, or nil if the field is missing or names no type; malformed parameters are
    /// left out.
    public let mediaType: MediaType?
    /// The hops that led here, in order.
    public internal(set) var redirects: [Redirect] = []
    /// Where the chain of calls began that led here: what the credentials of a call that follows a link are for.
    var start: String
    /// How a cache came to give this answer; nil if the server gave it now.
    public internal(set) var cacheStatus: CacheStatus?
    /// What the application's own error mapping makes of it, or nil; see ``ExecutorConfiguration/errorMapping``.
    public internal(set) var applicationError: (any Error)?

    /// Makes a response.
    public init(
        request: Request,
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

extension Response {
    /// The URI that answered, without a fragment.
    public var url: String {
        request.url
    }

    /// `Location`, resolved against the URI that answered; nil if it is missing or malformed.
    public var location: String? {
        reference(.location)
    }

    /// `Content-Location`, resolved against the URI that answered; nil if it is missing or malformed.
    public var contentLocation: String? {
        reference(.contentLocation)
    }

    /// `Last-Modified`, or nil if it is missing or no date.
    public var lastModified: HTTPDate? {
        fields[values: .lastModified].lazy.compactMap { HTTPDate($0) }.first
    }

    /// `ETag` as it was sent, quotes and all; what ``Precondition`` wants.
    public var entityTag: String? {
        fields[values: .eTag].first
    }

    /// What links in the body resolve against: for a 201 `Location`, else the URI that answered.
    ///
    /// `Content-Location` does not count: RFC 7231 appendix B took that away.
    public var baseURI: String {
        (status == 201 ? location : nil) ?? url
    }

    private func reference(_ name: HTTPField.Name) -> String? {
        guard let value = fields[values: name].first else { return nil }
        return URIReference(String(value.trimmingSpaces)).resolved(against: URIReference(url)).description
    }
}

extension Response: CustomStringConvertible, CustomReflectable {
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
