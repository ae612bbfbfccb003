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
