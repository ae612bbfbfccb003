#if os(Linux)
    import NIOCore

    /// The parts of a streamed body for async-http-client; each is reported when the next one is requested.
    struct SentParts: AsyncSequence, Sendable {
        typealias Element = ByteBuffer

        private let body: StreamedBody
        private let onProgress: (@Sendable (TransferProgress) -> Void)?
        private let onPart: @Sendable () -> Void
        private let onEnd: @Sendable () -> Void

        init(
            _ body: StreamedBody,
            _ onProgress: (@Sendable (TransferProgress) -> Void)?,
            onPart: @escaping @Sendable () -> Void,
            onEnd: @escaping @Sendable () -> Void
        ) {
            self.body = body
            self.onProgress = onProgress
            self.onPart = onPart
            self.onEnd = onEnd
        }

        func makeAsyncIterator() -> Iterator {
            Iterator(parts: body.parts().makeAsyncIterator(), whole: self)
        }

        struct Iterator: AsyncIteratorProtocol {
            var parts: StreamedBody.Parts.Iterator
            let whole: SentParts
            private var sent = 0
            private var last = 0

            fileprivate init(parts: StreamedBody.Parts.Iterator, whole: SentParts) {
                self.parts = parts
                self.whole = whole
            }

            mutating func next() async throws -> ByteBuffer? {
                tell()
                guard let part = try await parts.next() else {
                    whole.onEnd()
                    return nil
                }
                last = part.count
                return ByteBuffer(bytes: part)
            }

            private mutating func tell() {
                whole.onPart()
                guard last > 0 else { return }
                sent += last
                last = 0
                let progress = TransferProgress(direction: .upload, bytes: sent, total: whole.body.length)
                whole.onProgress?(progress)
            }
        }
    }
#endif
