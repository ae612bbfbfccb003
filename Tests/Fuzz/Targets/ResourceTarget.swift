import HAL

/// JSON and HAL: what was read is written and read again as the same, digits and order of keys included.
enum ResourceTarget {
    static func take(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes) else { return }
        let written = document.value.serializedBytes()
        precondition((try? JSONDocument(parsing: written))?.value == document.value, "JSON")
        guard let resource = HALResource(document.value) else { return }
        let again = HALResource(resource.value)
        precondition(again?.value == resource.value, "HAL")
    }
}
