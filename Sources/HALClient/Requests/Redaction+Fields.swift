import HAL
import HTTPTypes

extension Redaction {
    /// Whether the values of a field are secret.
    static func hides(_ name: HTTPField.Name) -> Bool {
        hides(name.canonicalName)
    }

    /// The redacted fields in one line: `[Accept: application/hal+json, Authorization: <redacted>]`.
    static func text(of fields: HTTPFields) -> String {
        "[" + fields.map { "\($0.name.rawName): \(hides($0.name) ? mark : $0.value)" }.joined(separator: ", ") + "]"
    }
}
