/// The limits of one connection.
package struct HTTP2Limits: Sendable {
    /// Requests that may be open at a time (SETTINGS_MAX_CONCURRENT_STREAMS).
    package var maxConcurrentStreams = 128
    /// Bytes of the fields of a request, names and values (SETTINGS_MAX_HEADER_LIST_SIZE); more: 431.
    package var maxHeaderBytes = 32 * 1024
    /// Fields of a request; more: 431.
    package var maxFields = 256
    /// Bytes of a request's body; more: 413.
    package var maxBodyBytes = 4 << 20
    /// Streams that a client may reset at once, and then per second; more end the connection.
    package var resetBurst: UInt64 = 10_000
    package var resetsPerSecond: UInt64 = 33

    package init() {}
}
