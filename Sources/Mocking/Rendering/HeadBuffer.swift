import Messages

/// The head of a response while it is written, and where dates belong in it.
struct HeadBuffer {
    /// As long as each HTTP-date, and a valid one for whoever forgets to fill it in.
    static let datePlaceholder = "Thu, 01 Jan 1970 00:00:00 GMT"

    private(set) var bytes: [UInt8] = []
    private(set) var dates: [DateStamp] = []

    mutating func add(_ text: String) {
        bytes += text.utf8
    }

    mutating func add(field name: String, _ value: [UInt8]) {
        bytes += name.utf8
        bytes += ": ".utf8
        bytes += value
        bytes += "\r\n".utf8
    }

    mutating func addDate(field name: String, secondsAhead: Int) {
        dates.append(DateStamp(offset: bytes.count + name.utf8.count + 2, secondsAhead: secondsAhead))
        add(field: name, Array(Self.datePlaceholder.utf8))
    }
}
