import HAL
package import Scenarios
import Synchronization

/// The file in which a live resource survives the server.
///
/// Requests of any thread use it; an older state never replaces a newer one.
final class LiveKeeper: Sendable {
    private static let largestFile = 256 << 20
    /// Far more than a server can count.
    private static let largestRevision = 1 << 52
    private static let revisionKey = "revision"
    private static let nextKey = "next"
    private static let removedKey = "removed"

    private let resource: LiveResource
    let path: String
    /// The revision that the file has; 0: none is written yet.
    private let saved = Mutex(0)

    /// Nil without a file.
    init?(_ resource: LiveResource) {
        guard let path = resource.file else { return nil }
        self.resource = resource
        self.path = path
    }

    /// The collection in the file; nil without the file.
    ///
    /// - Throws: `DiskFile.Failure` if the file cannot be read, or has items that the resource would reject.
    func load() throws(DiskFile.Failure) -> LiveCollection? {
        guard DiskFile.kind(of: path) != nil else {
            guard DiskFile.canReplace(path) else { throw DiskFile.Failure(reason: "'\(path)' cannot be written") }
            return nil
        }
        let bytes = try DiskFile.contents(of: path, limit: Self.largestFile)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw DiskFile.Failure(reason: "'\(path)' is not valid JSON: \(error)")
        }
        let items = value[LiveResource.itemsKey]?.array
        guard let items, items.allSatisfy({ $0.object != nil }) else {
            throw DiskFile.Failure(reason: "'\(path)' does not contain '\(LiveResource.itemsKey)', a list of objects")
        }
        let checked: LiveItems
        do throws(LiveRefusal) {
            checked = try LiveItems(items.compactMap(\.object), of: resource)
        } catch {
            throw DiskFile.Failure(reason: "'\(path)': \(error.detail)")
        }
        let removed = value[Self.removedKey] ?? .array([])
        guard let removed = removed.array, removed.allSatisfy({ $0.string != nil }) else {
            throw DiskFile.Failure(reason: "'\(path)': '\(Self.removedKey)' must be a list of strings")
        }
        return LiveCollection(
            checked,
            revision: try number(value, Self.revisionKey, upTo: Self.largestRevision),
            nextNumber: try number(value, Self.nextKey, upTo: LiveResource.maximumNumber),
            removed: removed.compactMap(\.string)
        )
    }

    /// A number in the file, by default 1.
    private func number(_ value: JSONValue, _ key: String, upTo limit: Int) throws(DiskFile.Failure) -> Int {
        guard let found = value[key] else { return 1 }
        guard let number = found.number?.int, (1...limit).contains(number) else {
            throw DiskFile.Failure(reason: "'\(path)': '\(key)' must be an integer from 1 to \(limit)")
        }
        return number
    }

    /// Writes a state of the collection, unless a newer one is written.
    ///
    /// - Throws: `DiskFile.Failure` if the file cannot be written.
    func save(_ collection: LiveCollection) throws(DiskFile.Failure) {
        try saved.withLock { revision throws(DiskFile.Failure) in
            guard collection.lastRevision > revision else { return }
            try DiskFile.replace(path, with: Self.bytes(of: collection))
            revision = collection.lastRevision
        }
    }

    private static func bytes(of collection: LiveCollection) -> [UInt8] {
        var bytes = Array("{\"\(revisionKey)\":\(collection.lastRevision),\"\(nextKey)\":\(collection.nextNumber)".utf8)
        if !collection.removed.isEmpty {
            bytes += Array(",\"\(removedKey)\":".utf8)
            bytes += JSONValue.array(collection.removed.sorted().map { .string($0.text) }).serializedBytes()
        }
        bytes += Array(",\"\(LiveResource.itemsKey)\":[".utf8)
        for (index, item) in collection.all.enumerated() {
            bytes += Array((index > 0 ? ",\n" : "\n").utf8) + item.bytes
        }
        return bytes + Array("\n]}\n".utf8)
    }
}

/// The files of live resources, checked before a server starts.
package enum SavedResources {
    /// The reason why the items of a resource's file cannot be used, or that file not be written; nil if there is none.
    package static func problem(of resource: LiveResource) -> String? {
        do throws(DiskFile.Failure) {
            _ = try LiveKeeper(resource)?.load()
            return nil
        } catch {
            return error.reason
        }
    }
}
