import Documents
import HAL
import Mocking
import Scenarios

/// The changes that lead from the files to the present state of an engine, without those that later ones have undone.
enum MergedChanges {
    /// The number of changes after which they are merged.
    static let interval = 1000

    /// The changes of mappings and settings, and of `files`.
    static func of(_ engine: Engine, files: some Sequence<SharedChange>) -> [SharedChange] {
        var merged = Array(files)
        for mount in engine.changedMounts {
            let address = mount.address.description
            let add = { (number: Int, method: String, path: String, body: JSONValue?) in
                merged.append(
                    SharedChange(
                        number: number,
                        address: address,
                        method: method,
                        path: path,
                        body: body?.serializedBytes() ?? []
                    )
                )
            }
            for id in mount.removedMappings { add(0, "DELETE", "/mappings/\(id)", nil) }
            for mapping in mount.replacedMappings {
                let id = mapping.interaction.identifier
                add(mapping.change, "PUT", "/mappings/\(id)", mapping.interaction.wireMockJSON)
            }
            for mapping in mount.addedMappings {
                add(mapping.change, "POST", "/mappings", mapping.interaction.wireMockJSON)
            }
            if mount.hasSettings { add(0, "POST", "/settings", SettingsAPI.json(mount.settings)) }
        }
        return merged
    }

    static func bytes(_ changes: [SharedChange]) -> [UInt8] {
        JSONValue.array(
            changes.map { change in
                [
                    .number(JSONNumber(change.number)), .string(change.address), .string(change.method),
                    .string(change.path), .string(Base64.encode(change.body)),
                ]
            }
        ).serializedBytes()
    }

    /// Reads what `bytes` has written; nil if the bytes are anything else.
    static func read(_ bytes: [UInt8]) -> [SharedChange]? {
        guard case .array(let elements)? = try? JSONValue(parsing: bytes) else { return nil }
        var changes: [SharedChange] = []
        for element in elements {
            guard let number = element[0]?.number?.int, let address = element[1]?.string,
                let method = element[2]?.string, let path = element[3]?.string,
                let body = element[4]?.string.flatMap({ Base64.decode($0) })
            else { return nil }
            changes.append(
                SharedChange(number: number, address: address, method: method, path: path, body: body)
            )
        }
        return changes
    }
}
