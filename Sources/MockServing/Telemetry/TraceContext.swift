import Messages

/// The position of a request in a distributed trace: its `traceparent` and `tracestate` (W3C Trace Context).
struct TraceContext: Sendable, Hashable {
    /// The maximum number of characters of `tracestate` that are kept (§3.3.1.5).
    private static let longestState = 512

    /// 32 hexadecimal digits in lower case.
    let traceID: String
    /// The span of the caller: 16 hexadecimal digits in lower case.
    let parentID: String
    /// The flags, of which the lowest bit says whether the caller records the trace.
    let flags: UInt8
    /// The value of `tracestate`, which vendors add to; empty without it.
    let state: String

    var isSampled: Bool { flags & 1 == 1 }

    /// The context of a request; nil without a valid `traceparent`.
    init?(_ request: Request) {
        let parents = request.values(of: "traceparent")
        guard let parent = parents.first, parents.dropFirst().isEmpty else { return nil }
        self.init(parent: parent, state: request.values(of: "tracestate").joined(separator: ","))
    }

    /// Parses `traceparent` (§3.2.2); nil if it is not valid.
    init?(parent: String, state: String = "") {
        let bytes = Array(parent.utf8)
        // A later version may have more parts.
        guard bytes.count >= 55, bytes.count == 55 || (bytes[55] == UInt8(ascii: "-") && !parent.hasPrefix("00-"))
        else { return nil }
        let parts = parent.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count >= 4, zip(parts, [2, 32, 16, 2]).allSatisfy({ $0.utf8.count == $1 }),
            parts.prefix(4).allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }), parts[0] != "ff",
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" }),
            let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        (traceID, parentID, self.flags) = (String(parts[1]), String(parts[2]), flags)
        self.state = state.utf8.count <= Self.longestState ? state : ""
    }

    /// The hexadecimal digits in lower case, the only valid ones.
    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
