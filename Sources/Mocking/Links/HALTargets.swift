import HAL

/// Walks through a HAL document and finds the strings that are link targets.
struct HALTargets {
    /// The role of an open container.
    private enum Container {
        /// A resource or any other value, in which `_links` and `_embedded` are reserved names.
        case value
        /// The object of `_links`.
        case links
        /// The array of one relation's links.
        case linkArray
        /// A link object.
        case link
        /// An array that is the value of `_embedded`.
        case embeddedArray
        /// An element of such an array.
        case embeddedEntry
        /// The object of `_templates` (HAL-FORMS).
        case templates
        /// A template.
        case template
        /// The properties of a template, or one of them.
        case properties
        /// The `options` of a property.
        case options
        /// `curies` and everything below it.
        case opaque
    }

    private var scanner: JSONScanner
    private let bytes: [UInt8]
    private var containers: [Container] = []
    /// The key of the next value.
    private var key: String?
    private var found: [JSONScanner.Text] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        scanner = JSONScanner(bytes)
    }

    /// Returns the ranges of the targets, without their quotes; nil if the bytes are not valid JSON.
    mutating func ranges() -> [JSONScanner.Text]? {
        do {
            while let event = try scanner.next() { take(event) }
            return found
        } catch {
            return nil
        }
    }

    private mutating func take(_ event: JSONScanner.Event) {
        switch event {
        case .key(let text):
            key = keyText(text)
        case .beginObject:
            containers.append(container(isObject: true))
            key = nil
        case .beginArray:
            containers.append(container(isObject: false))
            key = nil
        case .endObject, .endArray:
            containers.removeLast()
            key = nil
        case .string(let text):
            if isTarget { found.append(text) }
            key = nil
        case .number, .bool, .null:
            key = nil
        }
    }

    private var isTarget: Bool {
        switch containers.last {
        case .link: key == "href"
        case .embeddedEntry: key == "location"
        case .template: key == "target"
        case .value, .links, .linkArray, .embeddedArray, .templates, .properties, .options, .opaque, nil: false
        }
    }

    private func container(isObject: Bool) -> Container {
        switch containers.last {
        case .opaque: .opaque
        case .links: key == "curies" ? .opaque : isObject ? .link : .linkArray
        case .linkArray: isObject ? .link : .opaque
        case .embeddedArray: isObject ? .embeddedEntry : .value
        case .templates: isObject ? .template : .opaque
        case .template: key == "properties" ? .properties : .opaque
        case .properties: key == nil ? .properties : key == "options" ? .options : .opaque
        case .options: key == "link" && isObject ? .link : .opaque
        case .value, .link, .embeddedEntry, nil:
            switch (key, isObject) {
            case ("_links", true): .links
            case ("_embedded", false): .embeddedArray
            case ("_templates", true): .templates
            case _: .value
            }
        }
    }

    private func keyText(_ text: JSONScanner.Text) -> String {
        scanner.string(text)
    }
}
