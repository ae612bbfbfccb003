import Mocking
import Valkey

/// The keys of one shared state in the store.
///
/// All have the same hash tag, so that scripts may use several.
struct SharedKeys {
    /// The version: the epoch, the number of the last change, and that of the last one before any request.
    let version: String
    /// The stream of changes by the admin API; the number of a change is its id.
    let changes: String
    /// The changes, merged, that the stream has no longer.
    let base: String
    /// The stream of requests; the id of a request is its id in the journal.
    let journal: String
    /// The sandboxes by the time of their last use.
    let sandboxes: String
    /// The servers of that name, whatever their scenario files.
    let replicas: String
    /// The scenario files of that name by the time of their last use.
    let files: String
    private let name: String
    private let prefix: String

    init(name: String, fingerprint: String) {
        self.name = name
        prefix = "{hypermock:\(name):\(fingerprint)}:"
        version = prefix + "version"
        changes = prefix + "changes"
        base = prefix + "base"
        journal = prefix + "journal"
        sandboxes = prefix + "sandboxes"
        replicas = "{hypermock:\(name)}:replicas"
        files = "{hypermock:\(name)}:files"
    }

    /// The keys of servers with other files.
    func keys(ofFiles fingerprint: String) -> SharedKeys { SharedKeys(name: name, fingerprint: fingerprint) }

    /// The beginning of the keys of all addresses' states; those of another epoch are meaningless.
    func states(_ epoch: String) -> String { "\(prefix)state:\(epoch):" }

    /// The hash with the counts and the machine states of an address.
    func state(_ address: Address, _ epoch: String) -> String { states(epoch) + address.description }

    /// The hash with the outages and quotas of an address; no address has a space.
    func rules(_ address: Address, _ epoch: String) -> String { state(address, epoch) + Self.rulesSuffix }

    static let rulesSuffix = " rules"
}

/// The numbers of changes and requests: those that Lua counts exactly.
enum SharedNumber {
    private static let range = 0...1 << 53

    /// Reads a number; nil if the text is anything else.
    static func value(_ text: some StringProtocol) -> Int? { Int(text).flatMap(value) }

    /// The number; nil if it is out of range.
    static func value(_ number: Int) -> Int? { range.contains(number) ? number : nil }
}

extension StoreReply {
    /// The number of a change or of a request; nil for any other reply.
    var number: Int? { integer.flatMap { SharedNumber.value($0) } }
}

/// The version of a shared state.
struct SharedVersion: Hashable {
    /// A random text; another one after the store has lost its data.
    let epoch: String
    /// The number of the last change.
    var number: Int
    /// The number of the last change that a server must have made before it responds to any request.
    ///
    /// Later ones changed items of live resources, which concern only requests for these.
    var needed: Int

    init(epoch: String, number: Int) {
        self.epoch = epoch
        self.number = number
        needed = number
    }

    /// Parses the text in the store; nil if it is anything else.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, let number = SharedNumber.value(parts[1]),
            let needed = SharedNumber.value(parts[2]), needed <= number
        else { return nil }
        epoch = String(parts[0])
        self.number = number
        self.needed = needed
    }

    var text: String { "\(epoch):\(number):\(needed)" }

    /// Notes a change.
    mutating func advance(past change: SharedChange) {
        number = change.number
        if change.ownKind != .write { needed = number }
    }
}
