import Messages
import Scenarios

/// The last explanations of an engine, for clients that send the same request again and again.
///
/// A fixed number of places, each of which holds the explanation that came there last. One that is asked for the first
/// time is not kept: where no request is like another, memory that is used again at once is what makes them cheap.
final class DiagnosisCache {
    /// Of larger requests nothing is kept.
    private static let largestRequest = 4096
    private static let places = 64

    private struct Entry {
        let mount: ObjectIdentifier
        /// That of the mount when the explanation was made.
        let version: Int
        let head: [UInt8]
        let body: [UInt8]
        let diagnosis: Diagnosis
    }

    private var entries: [Entry?] = Array(repeating: nil, count: places)
    /// The hashes of the requests that came to each place last.
    private var seen: [UInt64] = Array(repeating: 0, count: places)

    /// The explanation of the same request, or what `make` says, which is kept the second time.
    func diagnosis(of request: Request, in mount: Mount, make: () -> Diagnosis) -> Diagnosis {
        guard request.head.count + request.body.count <= Self.largestRequest else { return make() }
        var hash = ByteHash(request.head)
        for byte in request.body { hash.add(byte) }
        let place = Int(truncatingIfNeeded: hash.value % UInt64(Self.places))
        if let entry = entries[place], entry.mount == ObjectIdentifier(mount),
            entry.version == mount.contents.state.version,
            entry.head == request.head, entry.body == request.body
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
            diagnosis: diagnosis
        )
        return diagnosis
    }
}
