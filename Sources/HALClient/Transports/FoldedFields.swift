#if os(Linux)
    import NIOCore

    /// Replaces the folds in the fields of a response with spaces, RFC 9112 §5.2; the parser of NIO rejects folds.
    struct FoldedFields {
        /// The number of bytes that followed the head.
        private(set) var bytesAfterHead = 0
        private var isHead = true
        private var isStatusLine = true
        private var isInterim = false
        /// The number of bytes of the current line that were read earlier.
        private var lineLength = 0
        /// The end of a line whose next byte has not arrived.
        private var held: ByteBuffer?

        private static let carriageReturn: UInt8 = 13
        private static let lineFeed: UInt8 = 10
        private static let space: UInt8 = 32
        private static let tab: UInt8 = 9

        /// Replaces each line end before a space or a tab in the head of a response with two spaces.
        ///
        /// The end of a line at the end of the bytes is kept for the next call.
        mutating func unfold(_ bytes: inout ByteBuffer) {
            guard isHead else { return bytesAfterHead += bytes.readableBytes }
            if var head = held {
                held = nil
                head.writeBuffer(&bytes)
                bytes = head
            }
            var position = bytes.readerIndex
            while isHead, let end = Self.index(of: Self.lineFeed, in: bytes, from: position) {
                if isStatusLine { noteStatus(bytes, position) }
                lineLength += end - position
                let hasReturn = end > bytes.readerIndex && bytes.getInteger(at: end - 1) == Self.carriageReturn
                guard lineLength > 1 || !hasReturn else {
                    endHead()
                    position = end + 1
                    continue
                }
                guard let next = bytes.getInteger(at: end + 1, as: UInt8.self) else {
                    lineLength -= hasReturn ? 1 : 0
                    return hold(&bytes, hasReturn ? 2 : 1)
                }
                if hasReturn, !isStatusLine, next == Self.space || next == Self.tab {
                    bytes.setRepeatingByte(Self.space, count: 2, at: end - 1)
                    lineLength += 1
                } else {
                    lineLength = 0
                    isStatusLine = false
                }
                position = end + 1
            }
            guard isHead else { return bytesAfterHead = bytes.writerIndex - position }
            if isStatusLine { noteStatus(bytes, position) }
            if bytes.writerIndex > position, bytes.getInteger(at: bytes.writerIndex - 1) == Self.carriageReturn {
                hold(&bytes, 1)
            }
            lineLength += bytes.writerIndex - position
        }

        /// Keeps the last bytes.
        private mutating func hold(_ bytes: inout ByteBuffer, _ count: Int) {
            held = bytes.getSlice(at: bytes.writerIndex - count, length: count)
            bytes.moveWriterIndex(to: bytes.writerIndex - count)
        }

        /// A final head is the last one.
        private mutating func endHead() {
            isHead = isInterim
            isStatusLine = true
            lineLength = 0
        }

        /// Reads the first digit of the status, the tenth byte.
        private mutating func noteStatus(_ bytes: ByteBuffer, _ position: Int) {
            let index = position + 9 - lineLength
            guard index >= position, index < bytes.writerIndex else { return }
            isInterim = bytes.getInteger(at: index) == UInt8(ascii: "1")
        }

        private static func index(of byte: UInt8, in bytes: ByteBuffer, from position: Int) -> Int? {
            bytes.viewBytes(at: position, length: bytes.writerIndex - position)?.firstIndex(of: byte)
        }
    }
#endif
