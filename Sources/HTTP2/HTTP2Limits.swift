package import Messages

/// The limits and settings of one connection.
package struct HTTP2Limits: Sendable {
    /// The limits of each request; its header bytes are announced as SETTINGS_MAX_HEADER_LIST_SIZE.
    package var request: RequestLimits
    /// The maximum number of concurrent requests (SETTINGS_MAX_CONCURRENT_STREAMS).
    package var maxConcurrentStreams: Int
    /// Bytes of all bodies that are not complete; above it, only the oldest upload gets credit (RFC 9113 §5.2).
    package var maxBufferedBytes = 16 << 20
    /// Bytes that a client may send of a body before it gets credit (SETTINGS_INITIAL_WINDOW_SIZE); 0: no upload
    /// proceeds.
    package var uploadWindow = 65_535
    /// Streams that a client may reset at once, and then per second; more end the connection.
    package var resetBurst = 10_000
    package var resetsPerSecond = 33
    /// Frames in a row without effect (PING, SETTINGS, PRIORITY, DATA without content, unknown types, WINDOW_UPDATE
    /// for what was not sent), and malformed requests in all; more end the connection.
    package var maxUselessFrames = 10_000
    /// Whether PING frames are acknowledged (RFC 9113 §6.7).
    package var acknowledgesPings = true

    /// Header bytes above the limit that are decompressed at once, and then per second, to answer with 431 and continue;
    /// more end the connection, because a few bytes can be decompressed into many (RFC 9113 §10.5.1).
    var excessHeaderBytes: Int { 16 * request.maxHeaderBytes }

    /// CONTINUATION frames after HEADERS: what the largest head needs in frames of 16 KiB, and some smaller ones.
    var maxContinuations: Int { 8 + (request.maxHeaderBytes >> 14) }

    package init(request: RequestLimits = RequestLimits(), maxConcurrentStreams: Int = 128) {
        self.request = request
        self.maxConcurrentStreams = maxConcurrentStreams
    }
}
