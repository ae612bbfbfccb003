import HAL
package import Scenarios

/// Decides which entries of a mount a query lets through; what is expensive is found out once for each interaction.
struct JournalFilter {
    private let query: JournalQuery
    private let mount: Mount
    private let pattern: PatternTest?
    private var verdicts: [ObjectIdentifier: Bool] = [:]

    init(_ query: JournalQuery, in mount: Mount) {
        self.query = query
        self.mount = mount
        pattern = query.pattern.map(PatternTest.init)
    }

    mutating func lets(_ record: JournalRecord) -> Bool {
        guard record.receivedAt >= query.since ?? .min else { return false }
        if query.unmatchedOnly, record.verdict.source != nil { return false }
        if query.answeredBy != nil || query.metadata != nil {
            guard let source = record.verdict.source, isWanted(source) else { return false }
        }
        guard let pattern else { return true }
        let request = mount.journalStore.entry(record).request
        return pattern.holds(for: request, mount.target(of: request))
    }

    private mutating func isWanted(_ source: InteractionSource) -> Bool {
        if let known = verdicts[ObjectIdentifier(source)] { return known }
        let definition = source.definition
        let isWanted =
            (query.answeredBy.map { $0 == definition.identifier } ?? true)
            && (query.metadata.map { definition.hasMetadata($0) } ?? true)
        verdicts[ObjectIdentifier(source)] = isWanted
        return isWanted
    }
}

extension Interaction {
    /// Whether the metadata, none being absent, are as the matcher says.
    package func hasMetadata(_ matcher: Matcher) -> Bool {
        matcher.matches(metadata?.serialized(), json: metadata)
    }
}
