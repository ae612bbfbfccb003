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

        /// The limit of NIO for a field, which it does not apply to the status line.
        private static let mostStatusBytes = 80 << 10
        private static let carriageReturn: UInt8 = 13
        private static let lineFeed: UInt8 = 10
        private static let space: UInt8 = 32
        private static let tab: UInt8 = 9

        /// Whether the status line exceeds the limit.
        var isTooLong: Bool { isHead && isStatusLine && lineLength > Self.mostStatusBytes }

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
            // A copy, because a buffer checks each access at run time.
            let text = Array(bytes.readableBytesView)
            var position = 0
            while isHead, let end = text[position...].firstIndex(of: Self.lineFeed) {
                if isStatusLine { noteStatus(text, position) }
                lineLength += end - position
                let hasReturn = end > 0 && text[end - 1] == Self.carriageReturn
                guard lineLength > 1 || !hasReturn else {
                    endHead()
                    position = end + 1
                    continue
                }
                guard end + 1 < text.count else {
                    lineLength -= hasReturn ? 1 : 0
                    return hold(&bytes, hasReturn ? 2 : 1)
                }
                if hasReturn, !isStatusLine, text[end + 1] == Self.space || text[end + 1] == Self.tab {
                    bytes.setRepeatingByte(Self.space, count: 2, at: bytes.readerIndex + end - 1)
                    lineLength += 1
                } else {
                    lineLength = 0
                    isStatusLine = false
                }
                position = end + 1
            }
            guard isHead else { return bytesAfterHead = text.count - position }
            if isStatusLine { noteStatus(text, position) }
            if position < text.count, text.last == Self.carriageReturn { hold(&bytes, 1) }
            lineLength += bytes.readableBytes - position
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
        private mutating func noteStatus(_ text: [UInt8], _ position: Int) {
            let index = position + 9 - lineLength
            guard index >= position, index < text.count else { return }
            isInterim = text[index] == UInt8(ascii: "1")
        }
    }
#endif
