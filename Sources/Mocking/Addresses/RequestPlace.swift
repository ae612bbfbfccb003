import Matching
package import Messages

/// Separates the address from the rest in the targets of requests to one mount.
package struct RequestPlace: Sendable {
    /// Whether targets begin with the address.
    let isPrefixed: Bool

    /// The path and query of a request, below the address.
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

/// Recognizes the admin API below each address.
package enum AdministrationPath {
    private static let prefix = Array("/__admin".utf8)

    /// Whether a request target belongs to the admin API of any address, existing or not.
    package static func contains(_ target: [UInt8]) -> Bool {
        var range = OriginForm.range(of: target.indices, in: target)
        if Address.begins(target, at: range.lowerBound, before: range.upperBound) {
            let rest = target[range].dropFirst()
            range = (rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex)..<range.upperBound
        }
        return below(RequestTarget(target, range)) != nil
    }

    /// Returns the target after `/__admin`, query included; nil if the target is outside the admin API.
    @inline(__always)
    static func below(_ target: RequestTarget) -> String? {
        let start = target.whole.lowerBound
        guard target.path.count >= prefix.count, target.bytes[start + 1] == UInt8(ascii: "_") else { return nil }
        guard target.bytes.begins(with: prefix, at: start) else { return nil }
        let end = start + prefix.count
        guard end == target.path.upperBound || target.bytes[end] == UInt8(ascii: "/") else { return nil }
        return String(decoding: target.bytes[end..<target.whole.upperBound], as: UTF8.self)
    }
}
