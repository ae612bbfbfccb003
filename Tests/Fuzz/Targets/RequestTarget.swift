import Messages

@testable import HTTP1Server

/// The request parser: what it finds does not depend on how the bytes arrive, and limits hold.
enum RequestTarget {
    /// A request, or the refusal that ends all; of which kind, may depend on what has not arrived yet.
    private enum Finding: Equatable {
        case request([[UInt8]], body: [UInt8], Request.Version)
        case refusal
    }

    private static let limits = RequestLimits(maxHeaderBytes: 512, maxFields: 10, maxBodyBytes: 512)

    static func take(_ bytes: [UInt8]) {
        let whole = requests(in: [bytes])
        let cut = bytes.count / 2
        precondition(requests(in: [Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut in two")
        if bytes.count <= 256 { precondition(requests(in: bytes.map { [$0] }) == whole, "byte by byte") }
    }

    private static func requests(in inputs: [[UInt8]]) -> [Finding] {
        let parser = RequestParser(limits: limits)
        var found: [Finding] = []
        for input in inputs {
            var offset = 0
            while offset < input.count {
                switch parser.parse(input.span, from: &offset) {
                case .complete: found.append(finding(parser.takeRequest()))
                case .failed(let failure):
                    precondition((400..<600).contains(failure.status) && !failure.reason.isEmpty, "\(failure)")
                    return found + [.refusal]
                case .betweenRequests, .inHead, .inBody: precondition(offset == input.count, "bytes are left over")
                }
            }
        }
        return found
    }

    private static func finding(_ request: Request) -> Finding {
        precondition(request.head.count <= limits.maxHeaderBytes, "head: \(request.head.count)")
        precondition(request.fields.count <= limits.maxFields, "fields: \(request.fields.count)")
        precondition(request.trailers.count <= limits.maxFields, "trailers: \(request.trailers.count)")
        precondition(request.body.count <= limits.maxBodyBytes, "body: \(request.body.count)")
        let fields = (request.fields + request.trailers).flatMap { [$0.name, $0.value] }
        let parts = ([request.method, request.target] + fields).map { Array(request.head[$0]) }
        return .request(parts, body: request.body, request.version)
    }
}
