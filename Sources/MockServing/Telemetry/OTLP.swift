import HAL

/// The parts that all documents of OTLP/JSON share (OpenTelemetry Protocol 1.x, `opentelemetry-proto`).
///
/// Identifiers are hexadecimal, and integers of 64 bits are strings.
package enum OTLP {
    /// A name and a value.
    package typealias Attribute = (name: String, value: String)

    /// The attributes that are integers.
    private static let integers: Set = ["http.response.status_code", "server.port"]

    /// The attributes that describe the server, as `service.name`, as the attributes of a resource.
    static func resource(_ attributes: [Attribute]) -> JSONValue { ["attributes": list(attributes)] }

    /// The code that has recorded the data.
    static var scope: JSONValue { ["name": "hypermock", "version": .string(Product.version)] }

    static func list(_ attributes: [Attribute]) -> JSONValue {
        .array(
            attributes.map { name, value in
                let kind = integers.contains(name) ? "intValue" : "stringValue"
                return ["key": .string(name), "value": .object([kind: .string(value)])]
            }
        )
    }

    /// A time as nanoseconds since 1970.
    static func nanoseconds(_ milliseconds: Int64) -> JSONValue {
        let (nanoseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        return .string(String(overflow ? 0 : max(0, nanoseconds)))
    }
}
