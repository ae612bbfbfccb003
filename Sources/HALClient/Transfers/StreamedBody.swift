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

/// A stretch of a body that is in memory or in a file.
enum BodySegment: Sendable {
    case bytes([UInt8])
    /// As much of the file as it had when the request was made.
    case file(String, size: Int)

    /// How much is read of a file at once.
    static let partSize = 64 << 10

    init(file path: String) throws(InvalidRequest) {
        let size: Int?
        do {
            size = try SmallFile.regularFileSize(path)
        } catch {
            throw InvalidRequest(.content, "cannot read '\(path)': \(error)")
        }
        // A pipe has no length, and opening one may wait for ever.
        guard let size else { throw InvalidRequest(.content, "cannot send '\(path)': it is no regular file") }
        self = .file(path, size: size)
    }

    var size: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let size): size
        }
    }
}

extension StreamedBody {
    /// Sends one segment after the other.
    init(_ segments: [BodySegment]) {
        self.init(length: segments.reduce(0) { $0 + $1.size }) { SegmentParts(segments: segments) }
    }
}

/// The parts of segments; one file at a time is open.
private struct SegmentParts: AsyncSequence {
    let segments: [BodySegment]

    func makeAsyncIterator() -> Iterator {
        Iterator(rest: segments[...])
    }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<BodySegment>
        private var file: (reader: FileReader, path: String, size: Int, sent: Int)?

        init(rest: ArraySlice<BodySegment>) {
            self.rest = rest
        }

        mutating func next() async throws -> [UInt8]? {
            while true {
                if let part = try await nextOfFile() { return part }
                guard let segment = rest.popFirst() else { return nil }
                switch segment {
                case .bytes(let bytes): return bytes
                case .file(let path, let size): file = (try await FileReader(path), path, size, 0)
                }
            }
        }

        /// What comes next of the file that is open; nil once all of it has been sent.
        private mutating func nextOfFile() async throws -> [UInt8]? {
            guard let open = file else { return nil }
            guard open.sent < open.size else {
                file = nil
                return nil
            }
            let part = try await open.reader.read(upTo: Swift.min(BodySegment.partSize, open.size - open.sent))
            guard !part.isEmpty else {
                let sent = "it ended after \(open.sent) of \(open.size) bytes"
                throw FileFailure(.shrank, "'\(open.path)' shrank while it was sent: \(sent)")
            }
            file?.sent += part.count
            return part
        }
    }
}
