import HAL
import HTTPTypes

/// Reads a response part by part, within the limits of its request.
struct ResponseReader: Sendable {
    let request: TransportRequest
    private var head: (status: Int, fields: HTTPFields, receivedAt: WallTime)?
    private(set) var body: [UInt8] = []
    private var transfer: ReceivedTransfer?

    init(_ request: TransportRequest) {
        self.request = request
    }

    /// Whether the head is complete; a connection that ends earlier is reset, one that ends later is truncated.
    var hasHead: Bool { head != nil }

    /// The status, once the head is complete.
    var status: Int? { head?.status }

    /// Reads the head; fields with invalid names are left out.
    mutating func take(
        status: Int,
        fields: some Sequence<(name: String, value: String)>,
        at time: WallTime = .now()
    ) throws(ConnectionFailure) {
        guard status != 101 else { throw failure(.protocolViolation) }
        var taken: [HTTPField] = []
        taken.reserveCapacity(fields.underestimatedCount)
        var size = 0
        for (name, value) in fields {
            size += name.utf8.count + value.utf8.count
            guard size <= request.limits.fieldBytes else { throw failure(.tooLarge) }
            guard let fieldName = HTTPField.Name(name) else { continue }
            taken.append(HTTPField(name: fieldName, value: value))
        }
        guard taken.allSatisfy(\.isKnownFraming) else { throw failure(.protocolViolation) }
        // All at once: one by one takes four times as long.
        var allFields = HTTPFields()
        allFields.replaceSubrange(0..<0, with: taken)
        head = (status, allFields, time)
        body = []
        do {
            transfer = try ReceivedTransfer(request, status: status, fields: allFields)
        } catch let mismatch as RangeMismatch {
            throw failure(.protocolViolation, mismatch)
        } catch {
            throw failure(.other, error)
        }
    }

    /// Reads a part of the body.
    mutating func take(_ bytes: some Collection<UInt8>) throws(ConnectionFailure) {
        guard bytes.count <= request.limits.bodyBytes - received else { throw failure(.tooLarge) }
        if transfer?.isStored != true { body.append(contentsOf: bytes) }
        do {
            try transfer?.take(bytes)
        } catch {
            throw failure(.other, error)
        }
    }

    private var received: Int { transfer?.bytes ?? body.count }

    /// The complete response.
    func response() throws(ConnectionFailure) -> TransportResponse {
        guard let head else { throw failure(.reset) }
        return TransportResponse(
            request: request,
            status: head.status,
            fields: head.fields,
            body: body,
            receivedAt: head.receivedAt
        )
    }

    /// A failure with the request and the bytes received so far.
    func failure(_ kind: ConnectionFailure.Kind, _ underlying: (any Error)? = nil) -> ConnectionFailure {
        ConnectionFailure(kind, bytesReceived: received, underlying: underlying, request: request)
    }
}

extension HTTPField {
    /// Whether this is not an unknown transfer coding, with which the end of the body would be unknown, RFC 9112 §6.1.
    fileprivate var isKnownFraming: Bool {
        guard name == .transferEncoding else { return true }
        return value.split(separator: ",").allSatisfy { coding in
            ["chunked", "identity", "gzip", "x-gzip", "deflate", "compress", "x-compress"]
                .contains(coding.trimmingSpaces.lowercased())
        }
    }
}
