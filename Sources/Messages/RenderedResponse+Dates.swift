/// Copies with other dates, for responses at a time that is not the server's.
extension RenderedResponse {
    /// Returns the response with its dates written; `text` is given the seconds that a date is ahead, and returns 29 bytes.
    package func dated(_ text: (_ secondsAhead: Int) -> [UInt8]) -> RenderedResponse {
        guard !dates.isEmpty else { return self }
        var message = message
        let length = HTTP1Framing.dateLength
        for stamp in dates where stamp.offset >= 0 && stamp.offset + length <= min(headLength, message.count) {
            let date = text(stamp.secondsAhead)
            guard date.count == length else { continue }
            message.replaceSubrange(stamp.offset..<(stamp.offset + length), with: date)
        }
        return copy(message: message, dates: [])
    }

    /// Returns the response with later dates, or with a negative number of seconds, earlier ones.
    package func movingDates(bySeconds seconds: Int) -> RenderedResponse {
        guard !dates.isEmpty, seconds != 0 else { return self }
        let moved = dates.map { DateStamp(offset: $0.offset, secondsAhead: $0.secondsAhead &+ seconds) }
        return copy(dates: moved)
    }
}
