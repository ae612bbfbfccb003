import HTTPTypes

/// Requests only the missing rest of a file, RFC 9110 §14.2, if the content has not changed since, §13.1.5.
///
/// It is below the middlewares, so that a retry continues the file too.
struct ResumingTransport: Transport {
    /// The maximum number of parts of one file.
    private static let maximumParts = 1000

    let transport: any Transport

    private static let ownFields: [HTTPField.Name] = [
        .range, .ifRange, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince,
    ]

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        guard let file = request.transfer?.file, request.method == .get,
            !Self.ownFields.contains(where: { request.fields[$0] != nil })
        else { return try await transport.send(request) }
        var parts = 0
        while true {
            parts += 1
            let resumption = file.resumption(of: request.url)
            let response = try await transport.send(request.resuming(at: resumption, isUncompressed: file.isResumable))
            guard let offset = resumption?.offset else { return response }
            if response.status == 416 {
                // The content is shorter than the part, or complete; only the whole one is certain to be right.
                file.forgetSource()
                continue
            }
            guard response.status == 206 else { return response }
            if !file.hasBegun { try write(response, to: file) }
            guard !file.isComplete else { return response.with(contentType: file.contentType) }
            guard file.size > offset, parts < Self.maximumParts else {
                throw ConnectionFailure(.truncated, bytesReceived: file.size, request: response.request)
            }
        }
    }

    /// Writes the part that a transport without support for files has returned.
    private func write(_ response: TransportResponse, to file: PartialFile) throws(ConnectionFailure) {
        do {
            try file.begin(response.status, response.fields, url: response.url, ofRange: true)
            try file.write(response.body)
        } catch {
            let kind: ConnectionFailure.Kind = error is RangeMismatch ? .protocolViolation : .other
            throw ConnectionFailure(kind, underlying: error, request: response.request)
        }
    }
}

extension TransportResponse {
    /// The response with `Content-Type` of the first part if it has none, RFC 9110 §15.3.7.
    fileprivate func with(contentType: String?) -> TransportResponse {
        guard self.fields[.contentType] == nil, let contentType else { return self }
        var fields = fields
        fields[.contentType] = contentType
        return TransportResponse(request: request, status: status, fields: fields, body: body, receivedAt: receivedAt)
    }
}

extension TransportRequest {
    /// The request for the rest of a file, or for the whole.
    fileprivate func resuming(at resumption: (offset: Int, validator: String)?, isUncompressed: Bool)
        -> TransportRequest
    {
        var request = self
        if isUncompressed || resumption != nil, request.fields[.acceptEncoding] == nil {
            request.fields[.acceptEncoding] = "identity"
        }
        if let resumption {
            request.fields[.range] = "bytes=\(resumption.offset)-"
            request.fields[.ifRange] = resumption.validator
        }
        return request
    }
}
