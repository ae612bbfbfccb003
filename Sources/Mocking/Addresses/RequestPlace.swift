package import Messages
import Scenarios

/// The address that requests came to, as far as their targets tell it from what follows.
package struct RequestPlace: Sendable {
    /// Whether targets begin with the address.
    let isPrefixed: Bool

    /// The path and query of a request to this address, below it.
    package func url(of request: Request) -> String {
        String(decoding: request.head[localRange(of: request)], as: UTF8.self)
    }

    func target(of request: Request) -> RequestTarget {
        RequestTarget(request.head, localRange(of: request))
    }

    private func localRange(of request: Request) -> Range<Int> {
        let range = OriginForm.range(of: request.target, in: request.head)
        guard isPrefixed, !range.isEmpty else { return range }
        let ends = [UInt8(ascii: "/"), UInt8(ascii: "?")]
        let end = request.head[(range.lowerBound + 1)..<range.upperBound].firstIndex { ends.contains($0) }
        return (end ?? range.upperBound)..<range.upperBound
    }
}
