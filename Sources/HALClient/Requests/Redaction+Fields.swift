import HAL
import HTTPTypes

extension Redaction {
    /// Whether the values of that field are secrets.
    static func hides(_ name: HTTPField.Name) -> Bool {
        hides(name.canonicalName)
    }

    /// The fields in one line: `[Accept: application/hal+json, Authorization: <redacted>]`.
    static func text(of fields: HTTPFields) -> String {
        "[" + fields.map { "\($0.name.rawName): \(hides($0.name) ? mark : $0.value)" }.joined(separator: ", ") + "]"
    }
}
