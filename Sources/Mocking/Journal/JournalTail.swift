import Messages

/// The entries of a journal that follow those a reader has, oldest first.
package struct JournalTail: Sendable {
    /// The entries; at most as many as the reader has asked for.
    package let entries: [JournalEntry]
    /// The id up to which the reader has the journal now.
    package let last: Int
    /// The number of requests that the reader does not get, at most: they left the journal, or were passed over.
    ///
    /// Ids count the requests to all addresses, so an address may have missed fewer.
    package let missed: Int
    /// The id of the newest entry of the journal.
    package let newest: Int
    /// The number of removals on request so far: after another one, a reader may have entries that are gone.
    package let removals: Int
}

extension Journal {
    /// The entries after the one with the id `reader`, in one chain or, without `chain`, in all of them.
    func tail(after reader: Int, limit: Int, inChainEndingWith chain: Int?) -> JournalTail {
        var records: [JournalRecord] = []
        let visit = { (record: JournalRecord) in
            if record.id > reader { records.append(record) }
            return record.id > reader
        }
        if let chain { forEach(endingWith: chain, visit) } else { forEach(visit) }
        let next = records.suffix(limit).reversed().map { entry($0) }
        return JournalTail(
            entries: next,
            last: next.count < records.count ? next.last?.id ?? reader : max(reader, newestID),
            missed: missed(by: reader, before: oldestID),
            newest: newestID,
            removals: removals
        )
    }

    /// The number of requests between the reader's last one and the first that it gets; a new reader misses none.
    private func missed(by reader: Int, before first: Int) -> Int { reader > 0 ? max(0, first - 1 - reader) : 0 }

    /// The newest entries after the one with the id `reader`; older ones beyond the limit are passed over.
    func newest(after reader: Int, limit: Int, inChainEndingWith chain: Int?) -> JournalTail {
        var records: [JournalRecord] = []
        var isWhole = true
        let visit = { (record: JournalRecord) in
            guard record.id > reader else { return false }
            isWhole = records.count < limit
            if isWhole { records.append(record) }
            return isWhole
        }
        if let chain { forEach(endingWith: chain, visit) } else { forEach(visit) }
        let oldest = isWhole ? oldestID : records.last?.id ?? newestID + 1
        return JournalTail(
            entries: records.reversed().map { entry($0) },
            last: max(reader, newestID),
            missed: missed(by: reader, before: oldest),
            newest: newestID,
            removals: removals
        )
    }
}

extension Engine {
    /// The id of the newest entry ever; 0 before the first.
    package var newestRequest: Int { journal.newestID }

    /// The requests to all addresses after the one with the id `reader`.
    package func journalTail(after reader: Int, limit: Int) -> JournalTail {
        journal.tail(after: reader, limit: limit, inChainEndingWith: nil)
    }
}

extension Mount {
    /// The requests to this address, or to all addresses, after the one with the id `reader`.
    package func journalTail(after reader: Int, limit: Int, ofAllAddresses isWhole: Bool) -> JournalTail {
        journalStore.tail(after: reader, limit: limit, inChainEndingWith: isWhole ? nil : lastEntry)
    }

    /// The number of requests after the one with the id `reader` that have left the journal, at most.
    package func missedRequests(after reader: Int) -> Int {
        journalStore.tail(after: reader, limit: 0, inChainEndingWith: lastEntry).missed
    }

    /// The newest of these requests; older ones beyond the limit are passed over.
    package func newestRequests(after reader: Int, limit: Int, ofAllAddresses isWhole: Bool) -> JournalTail {
        journalStore.newest(after: reader, limit: limit, inChainEndingWith: isWhole ? nil : lastEntry)
    }
}
