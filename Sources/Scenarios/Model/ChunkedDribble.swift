import Documents
internal import HAL

/// A body sent in pieces, with the same pause before each of them.
package struct ChunkedDribble: Sendable, Hashable {
    package var numberOfChunks: Int
    package var totalMilliseconds: Int

    package init(numberOfChunks: Int, totalMilliseconds: Int) {
        self.numberOfChunks = numberOfChunks
        self.totalMilliseconds = totalMilliseconds
    }
}

extension ChunkedDribble {
    static let codec = ObjectCodec(
        "chunkedDribbleDelay",
        "chunkedDribbleDelay",
        ChunkedDribble(numberOfChunks: 1, totalMilliseconds: 0),
        keys: [
            Key(
                "numberOfChunks",
                required: \.numberOfChunks,
                .integer(1...1_000_000),
                "The number of chunks.",
                example: "numberOfChunks: 4, totalDuration: 200"
            ),
            Key(
                "totalDuration",
                required: \.totalMilliseconds,
                .milliseconds,
                "The sum of all pauses, in milliseconds.",
                example: "numberOfChunks: 2, totalDuration: 1000"
            ),
        ]
    )
}

extension Codec where Value == Int {
    /// The speed of a body, an object with `bytesPerSecond`.
    static let throttle = ObjectCodec(
        "throttle",
        "throttle",
        1,
        keys: [
            Key(
                "bytesPerSecond",
                required: \.self,
                .integer(1...Int(Int32.max)),
                "Bytes of the body per second.",
                example: "bytesPerSecond: 1000"
            )
        ]
    ).codec
}
