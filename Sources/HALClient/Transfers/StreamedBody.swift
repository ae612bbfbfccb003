/// A body that is produced while it is sent, part by part, and again for each retry.
///
/// A transport requests the next part when the previous one was sent, so that a large body is never completely in
/// memory.
public struct StreamedBody: Sendable {
    /// Returns one part after the other, then nil.
    struct Reader {
        let next: () async throws -> [UInt8]?
    }

    /// The number of bytes, for `Content-Length`; nil if it is unknown, for chunks.
    public let length: Int?
    private let makeReader: @Sendable () async throws -> Reader

    /// Makes a body; `makeParts` makes the parts, from the first one, each time it is called.
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

    /// Collects all parts, for transports that cannot stream.
    ///
    /// - Throws: errors of the parts, and ``FileFailure`` if they exceed `limit` bytes.
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

    /// The parts for sending the body once.
    public func parts() -> Parts {
        Parts(body: self)
    }

    /// The parts for sending the body once, in order; no part is empty.
    public struct Parts: AsyncSequence, Sendable {
        fileprivate let body: StreamedBody

        /// Begins to produce the parts.
        public func makeAsyncIterator() -> Iterator {
            Iterator(body: body)
        }

        /// Returns one part after the other.
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

/// A segment of a body, in memory or in a file.
enum BodySegment: Sendable {
    case bytes([UInt8])
    /// A file with its size at the time of the request.
    case file(String, size: Int)

    /// The number of bytes to read from a file at once.
    static let partSize = 64 << 10

    init(file path: String) throws(InvalidRequest) {
        let size: Int?
        do {
            size = try SmallFile.regularFileSize(path)
        } catch {
            throw InvalidRequest(.content, "cannot read '\(path)': \(error)")
        }
        // A pipe has no length, and opening one may block forever.
        guard let size else { throw InvalidRequest(.content, "cannot send '\(path)': it is not a regular file") }
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
    /// Makes a body of segments, which are sent in order.
    init(_ segments: [BodySegment]) {
        self.init(length: segments.reduce(0) { $0 + $1.size }) { SegmentParts(segments: segments) }
    }
}

/// The parts of segments; at most one file is open at a time.
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

        /// The next part of the open file; nil when all of it has been sent.
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
