/// A body that is made while it is sent, part by part, and anew each time it is sent again.
///
/// A transport asks for the next part when the one before has left, so that a large body is never in memory at once.
public struct StreamedBody: Sendable {
    /// Gives one part after the other, then nil.
    struct Reader {
        let next: () async throws -> [UInt8]?
    }

    /// How many bytes there will be, for `Content-Length`; nil if that is not known, for chunks.
    public let length: Int?
    private let makeReader: @Sendable () async throws -> Reader

    /// Takes what makes the parts, from the first one, each time it is called.
    public init<Parts: AsyncSequence & SendableMetatype>(
        length: Int? = nil,
        _ makeParts: @escaping @Sendable () async throws -> Parts
    ) where Parts.Element == [UInt8], Parts.AsyncIterator: SendableMetatype {
        self.length = length
        makeReader = {
            var iterator = try await makeParts().makeAsyncIterator()
            return Reader { try await iterator.next() }
        }
    }

    /// All parts, for transports that cannot stream.
    ///
    /// - Throws: what the parts throw, and ``FileFailure`` if they are more than `limit` bytes.
    public func collect(limit: Int = 64 << 20) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        var parts = parts().makeAsyncIterator()
        while let part = try await parts.next() {
            guard part.count <= limit - bytes.count else {
                throw FileFailure(.tooLarge, "the body is larger than \(limit) bytes")
            }
            bytes += part
        }
        return bytes
    }

    /// The parts of one sending.
    public func parts() -> Parts {
        Parts(body: self)
    }

    /// The parts of one sending, in order; none of them is empty.
    public struct Parts: AsyncSequence, Sendable {
        fileprivate let body: StreamedBody

        /// Begins to make them.
        public func makeAsyncIterator() -> Iterator {
            Iterator(body: body)
        }

        /// Gives one part after the other.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let body: StreamedBody
            private var reader: Reader?
            private var isOver = false

            fileprivate init(body: StreamedBody) {
                self.body = body
            }

            /// The next part, or nil at the end.
            public mutating func next() async throws -> [UInt8]? {
                guard !isOver else { return nil }
                if reader == nil { reader = try await body.makeReader() }
                while let part = try await reader?.next() {
                    if !part.isEmpty { return part }
                }
                reader = nil
                isOver = true
                return nil
            }
        }
    }
}
