/// The time of a request to an address whose time is not the server's, and the advice that it got.
package struct JournalNote: Sendable, Hashable {
    /// The time of the address, in milliseconds since 1970.
    package var time: Int64
    /// How long the server has asked the client to wait, if it has computed that; in milliseconds.
    package var advisedMilliseconds: Int64?
}

/// The notes of entries by id; those of entries that are gone are removed now and then.
struct JournalNotes {
    private var notes: [Int: JournalNote] = [:]
    /// The number of notes at which those of old entries are removed.
    private var limit = 1024

    subscript(id: Int) -> JournalNote? { notes.isEmpty ? nil : notes[id] }

    mutating func add(_ note: JournalNote, to id: Int, oldestID: Int) {
        notes[id] = note
        guard notes.count >= limit else { return }
        notes = notes.filter { $0.key >= oldestID }
        limit = max(1024, 2 * notes.count)
    }
}
