import Documents
import HAL
import Mocking
import Scenarios

/// The changes that lead from the files to the present state of an engine, without those that later ones have undone.
struct MergedChanges: Sendable {
    /// The number of changes after which they are merged.
    static let interval = 1000
    /// The bytes of bodies after which changes are merged, however few.
    static let mostBytes = 16 << 20

    /// A change, whose body is written on another thread.
    fileprivate struct Draft: Sendable {
        var number = 0
        let address: String
        let method: String
        let path: String
        var mapping: Interaction?
        var settings: MountSettings?
        var items: Mount.SavedResource?
        var body: [UInt8] = []

        var json: JSONValue {
            let document = mapping?.wireMockJSON ?? settings.map { SettingsAPI.json($0) }
            return [
                .number(JSONNumber(number)), .string(address), .string(method), .string(path),
                .string(Base64.encode(document?.serializedBytes() ?? items?.bytes ?? body)),
            ]
        }
    }

    private var drafts: [Draft]

    /// Creates the changes of an engine's mappings, settings, clocks and live resources, and those of `files`.
    init(of engine: Engine, files: [SharedChange]) {
        drafts = files.map {
            Draft(number: $0.number, address: $0.address, method: $0.method, path: $0.path, body: $0.body)
        }
        for mount in engine.changedMounts {
            let address = mount.address.description
            drafts += mount.removedMappings.map {
                Draft(address: address, method: "DELETE", path: "/mappings/\($0)")
            }
            drafts += mount.replacedMappings.map { mapping in
                let path = "/mappings/\(mapping.interaction.identifier)"
                return Draft(mapping, at: address, "PUT", path)
            }
            drafts += mount.addedMappings.map { Draft($0, at: address, "POST", "/mappings") }
            if mount.hasSettings {
                drafts.append(Draft(address: address, method: "POST", path: "/settings", settings: mount.settings))
            }
            if mount.clock.isMoved { drafts.append(Draft(mount.clock, at: address)) }
            drafts += mount.savedResources.map { Draft($0, at: address) }
        }
    }

    /// The changes as bytes, which take long if there are many.
    var bytes: [UInt8] { JSONValue.array(drafts.map(\.json)).serializedBytes() }

    /// Reads what `bytes` has written; nil if the bytes are anything else.
    static func read(_ bytes: [UInt8]) -> [SharedChange]? {
        guard case .array(let elements)? = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: .max)) else {
            return nil
        }
        var changes: [SharedChange] = []
        for element in elements {
            guard let number = element[0]?.number?.int.flatMap({ SharedNumber.value($0) }),
                let address = element[1]?.string, let method = element[2]?.string, let path = element[3]?.string,
                let body = element[4]?.string.flatMap({ Base64.decode($0) })
            else { return nil }
            changes.append(
                SharedChange(number: number, address: address, method: method, path: path, body: body)
            )
        }
        return changes
    }
}

extension MergedChanges.Draft {
    fileprivate init(_ clock: MountClock, at address: String) {
        self.init(address: address, method: SharedChange.OwnKind.clock.rawValue, path: "")
        body = Array(clock.description.utf8)
    }

    fileprivate init(_ items: Mount.SavedResource, at address: String) {
        self.init(address: address, method: SharedChange.OwnKind.items.rawValue, path: items.name, items: items)
    }

    fileprivate init(_ mapping: Mount.ChangedMapping, at address: String, _ method: String, _ path: String) {
        self.init(
            number: mapping.change,
            address: address,
            method: method,
            path: path,
            mapping: mapping.interaction
        )
    }
}
