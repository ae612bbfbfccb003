import CNGHTTP2
import Messages

/// Counts frames that are cheap for the client and expensive for the server (RFC 9113 §10.5).
///
/// Each method returns the limit that is exceeded, in words, or nil.
final class FloodGuard {
    private let limits: HTTP2Limits
    private var resets: RateLimit
    private var excess: RateLimit
    private var uselessFrames = 0
    private var malformedRequests = 0
    /// WINDOW_UPDATE frames that the client owes for DATA frames: one for the stream, one for the connection.
    private var expectedUpdates = 0

    init(_ limits: HTTP2Limits) {
        self.limits = limits
        resets = RateLimit(burst: limits.resetBurst, perSecond: limits.resetsPerSecond)
        excess = RateLimit(burst: limits.excessHeaderBytes, perSecond: limits.excessHeaderBytes)
    }

    /// Counts a frame of the client.
    func count(_ kind: UInt32, isUseful: Bool, at time: Int) -> String? {
        guard !isUseful else {
            uselessFrames = 0
            return nil
        }
        switch kind {
        case NGHTTP2_RST_STREAM.rawValue where !resets.take(1, at: time): return "the client resets too many streams"
        case NGHTTP2_WINDOW_UPDATE.rawValue where expectedUpdates > 0:
            expectedUpdates -= 1
            return nil
        default: break
        }
        uselessFrames += 1
        return uselessFrames > limits.maxUselessFrames ? "too many frames in a row have no effect" : nil
    }

    func countMalformed() -> String? {
        malformedRequests += 1
        return malformedRequests > limits.maxUselessFrames ? "too many invalid frames" : nil
    }

    /// Counts bytes of a field in a head that is already rejected.
    func countExcess(_ bytes: Int, at time: Int) -> String? {
        excess.take(bytes, at: time) ? nil : "header sections are many times larger than this server accepts"
    }

    /// Called for each DATA frame of the server.
    func sentData() {
        expectedUpdates += 2
    }
}
