/// The four forms of a request target (RFC 9112 §3.2), as far as llhttp does not check them.
///
/// A fragment in a path is served as a part of it, as other servers do: to look for one costs each request a percent.
enum TargetForm {
    private static let schemes = ["http://", "https://"].map { [UInt8]($0.utf8) }

    /// - Throws: `ParseFailure` with 400 for a target that is in none of the forms, or that the method does not have.
    static func check(_ target: Range<Int>, method: Range<Int>, in head: [UInt8]) throws(ParseFailure) {
        guard let first = target.first else { return }
        // Nearly all targets are paths, and CONNECT is the only method in question for them: its length rules out most.
        let isPath = head[first] == UInt8(ascii: "/")
        if isPath, method.count != 7 { return }
        if head[method].elementsEqual("CONNECT".utf8) {
            guard head.isHost(target), isPortGiven(target, in: head) else { throw .malformedAuthority }
        } else if head[first] == UInt8(ascii: "*") {
            guard target.count == 1, head[method].elementsEqual("OPTIONS".utf8) else { throw .malformedTarget }
        } else if !isPath {
            guard let authority = authority(of: target, in: head), head.isHost(authority) else {
                throw .malformedTarget
            }
        }
    }

    /// Where the authority of an `http` URL is; nil for another scheme.
    private static func authority(of target: Range<Int>, in head: [UInt8]) -> Range<Int>? {
        for scheme in schemes where target.count >= scheme.count {
            let lower = target.lowerBound + scheme.count
            guard head.matches(target.lowerBound..<lower, scheme) else { continue }
            let end = head[lower..<target.upperBound].firstIndex { "/?#".utf8.contains($0) }
            return lower..<(end ?? target.upperBound)
        }
        return nil
    }

    private static func isPortGiven(_ target: Range<Int>, in head: [UInt8]) -> Bool {
        guard let colon = head[target].lastIndex(of: UInt8(ascii: ":")) else { return false }
        let port = head[(colon + 1)..<target.upperBound]
        return !port.isEmpty && port.allSatisfy { (0x30...0x39).contains($0) }
    }
}
