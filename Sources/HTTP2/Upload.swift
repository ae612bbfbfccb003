import Messages

/// A request whose head is complete, while its body and its trailers arrive.
final class Upload {
    private(set) var request: Request
    /// Bytes of the body that have arrived.
    private(set) var count = 0
    /// The size of the head (RFC 9113 §6.5.2).
    let headSize: Int
    private let limits: RequestLimits

    init(_ request: Request, headSize: Int, length: Int, limits: RequestLimits) {
        self.request = request
        self.headSize = headSize
        self.limits = limits
        self.request.body.reserveCapacity(min(length, RequestLimits.unseenBodyBytes))
    }

    var fieldCount: Int { request.fields.count }

    /// Adds bytes of the body.
    ///
    /// - Returns: The reason to reject the request, or nil.
    func add(_ bytes: Span<UInt8>) -> RequestFailure? {
        count += bytes.count
        guard request.body.count + bytes.count <= limits.maxBodyBytes else {
            request.body = []
            return .bodyTooLarge
        }
        unsafe bytes.withUnsafeBufferPointer { unsafe request.body.append(contentsOf: $0) }
        return nil
    }

    /// Adds the trailers.
    ///
    /// - Returns: The reason to reject the request, or nil.
    func add(trailers assembly: borrowing HeadAssembly) -> RequestFailure? {
        if let failure = assembly.failure { return failure }
        let (bytes, fields) = assembly.endTrailers(at: request.head.count)
        request.head += bytes
        request.trailers += fields
        do throws(RequestFailure) {
            try TrailerFields.check(request.trailers, in: request.head)
            return nil
        } catch {
            return error
        }
    }
}
