import Matching
import Messages

/// Recent explanations of an engine, for clients that repeat the same request.
///
/// A fixed number of slots, each with the latest explanation whose hash belongs there. An explanation is kept when its
/// request comes for the second time: if all requests differ, reusing freed memory at once is cheaper than caching.
final class DiagnosisCache {
    /// The largest request, in bytes, whose explanation is cached.
    private static let largestRequest = 4096
    private static let places = 64

    private struct Entry {
        let mount: ObjectIdentifier
        /// The version of the mount's state at the time of the explanation.
        let version: Int
        let head: [UInt8]
        let body: [UInt8]
        let security: ConnectionSecurity?
        let diagnosis: Diagnosis
    }

    private var entries: [Entry?] = Array(repeating: nil, count: places)
    /// The hash of the latest request of each slot.
    private var seen: [UInt64] = Array(repeating: 0, count: places)

    /// The cached explanation of an equal request, or the result of `make`, which is cached the second time.
    func diagnosis(of request: Request, in mount: Mount, make: () -> Diagnosis) -> Diagnosis {
        guard request.head.count + request.body.count <= Self.largestRequest else { return make() }
        var hash = ByteHash(request.head)
        for byte in request.body { hash.add(byte) }
        let place = Int(truncatingIfNeeded: hash.value % UInt64(Self.places))
        if let entry = entries[place], entry.mount == ObjectIdentifier(mount),
            entry.version == mount.contents.state.version,
            entry.head == request.head, entry.body == request.body, entry.security === request.security
        {
            return entry.diagnosis
        }
        guard seen[place] == hash.value else {
            seen[place] = hash.value
            return make()
        }
        var diagnosis = make()
        diagnosis.kept = diagnosis.rendered
        entries[place] = Entry(
            mount: ObjectIdentifier(mount),
            version: mount.contents.state.version,
            head: request.head,
            body: request.body,
            security: request.security,
            diagnosis: diagnosis
        )
        return diagnosis
    }
}
