/// The requests of an engine, oldest first, bounded in entries and in bytes.
///
/// One for all addresses, so that the limits hold for the whole server; each address sees its own entries.
final class Journal {
    let isOn: Bool
    private var ring: JournalRing

    init(_ configuration: EngineConfiguration) {
        ring = JournalRing(entryLimit: configuration.journalEntries, byteLimit: configuration.journalBytes)
        isOn = configuration.journalEntries > 0 && configuration.journalBytes > 0
    }

    var count: Int { ring.count }

    /// What the entries hold, about.
    var bytes: Int { ring.bytes }

    func append(_ request: IncomingRequest, _ verdict: JournalEntry.Verdict, space: Int) {
        guard isOn else { return }
        ring.append(request, verdict, space: space)
    }

    /// From the newest to the oldest, until `body` says false.
    func forEachNewestFirst(_ body: (JournalRecord) -> Bool) {
        ring.forEachNewestFirst(body)
    }

    /// The request of a record, with its bytes.
    func entry(_ record: JournalRecord) -> JournalEntry {
        ring.entry(record)
    }

    /// Drops the entries of one address.
    func removeAll(of space: Int) {
        ring.removeAll { $0.space == space }
    }
}
