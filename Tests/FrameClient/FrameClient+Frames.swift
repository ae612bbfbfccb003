extension [FrameClient.Frame] {
    package func of(_ kind: FrameClient.Kind, stream: Int32? = nil) -> [FrameClient.Frame] {
        filter { $0.type == kind.rawValue && (stream == nil || $0.stream == stream) }
    }

    /// The error code of the last GOAWAY frame (RFC 9113 §6.8).
    package var goAwayCode: UInt32? {
        of(.goAway).last.map { $0.payload[4..<8].reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The error code of the first RST_STREAM frame for a stream (RFC 9113 §6.4).
    package func resetCode(_ stream: Int32) -> UInt32? {
        of(.resetStream, stream: stream).first.map { $0.payload.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The credit for a stream in all WINDOW_UPDATE frames (RFC 9113 §6.9).
    package func credit(_ stream: Int32) -> Int {
        of(.windowUpdate, stream: stream).map { $0.payload.reduce(0) { $0 << 8 | Int($1) } }.reduce(0, +)
    }
}
