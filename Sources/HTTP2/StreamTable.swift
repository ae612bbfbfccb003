/// The open streams of a connection, and reusable objects for the next ones.
///
/// Streams are found by a search that begins after the last one found, because they usually come in turn.
struct StreamTable {
    /// Objects that are kept when no stream is open.
    private static let kept = 16

    /// The open streams, then objects to use again.
    private var streams: [HTTP2Stream] = []
    /// The identifiers of the open streams.
    private var ids: [Int32] = []
    private var last = 0

    var count: Int { ids.count }

    var open: ArraySlice<HTTP2Stream> { streams[..<ids.count] }

    mutating func open(_ id: Int32, at time: Int) {
        last = ids.count
        if streams.count == last { streams.append(HTTP2Stream()) }
        streams[last].open(id, at: time)
        ids.append(id)
    }

    mutating func find(_ id: Int32) -> HTTP2Stream? {
        guard let index = index(of: id) else { return nil }
        return streams[index]
    }

    mutating func close(_ id: Int32) {
        guard let index = index(of: id) else { return }
        let end = ids.count - 1
        streams[index].close()
        if index != end { streams.swapAt(index, end) }
        ids[index] = ids[end]
        ids.removeLast()
        if ids.isEmpty, streams.count > Self.kept { streams.removeLast(streams.count - Self.kept) }
    }

    private mutating func index(of id: Int32) -> Int? {
        for index in last..<ids.count where ids[index] == id {
            last = index
            return index
        }
        for index in 0..<min(last, ids.count) where ids[index] == id {
            last = index
            return index
        }
        return nil
    }
}
