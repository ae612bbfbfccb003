/// 29 bytes of a head that are filled with an HTTP-date (RFC 9110 §5.6.7) when the head is sent.
package struct DateStamp: Sendable, Hashable {
    /// Where the bytes begin.
    package var offset: Int
    /// Seconds that the date is ahead of the moment of sending.
    package var secondsAhead: Int

    package init(offset: Int, secondsAhead: Int) {
        self.offset = offset
        self.secondsAhead = secondsAhead
    }
}
