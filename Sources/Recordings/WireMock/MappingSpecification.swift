/// The form of the mappings that WireMock's recorder makes: the keys of its record spec that concern one mapping.
package struct MappingSpecification: Sendable, Hashable {
    /// How a mapping compares the body of requests.
    package enum BodyMatcher: String, Sendable, CaseIterable {
        /// By the media type of the recorded request.
        case auto
        case equalTo, equalToJson, equalToXml
    }

    /// A header field that mappings compare, if the recorded request has it.
    package struct CapturedField: Sendable, Hashable {
        let name: String
        /// Whether the case of the value is ignored; nil: the key is left out.
        let ignoresCase: Bool?

        package init(_ name: String, ignoresCase: Bool?) {
            self.name = name
            self.ignoresCase = ignoresCase
        }
    }

    package var capturedFields: [CapturedField] = []
    package var matcher = BodyMatcher.auto
    /// Options of the operators; nil: those of `auto`, or with another matcher, the defaults of the operator.
    package var ignoresArrayOrder: Bool?
    package var ignoresExtraElements: Bool?
    package var ignoresCase: Bool?
    /// Longer text is in a file of its own, in bytes; nil: never.
    package var longestText: Int?
    /// Longer content that is not text is in a file of its own, in bytes; nil: never.
    package var longestBytes: Int?
    /// Whether repeated requests become the states of a scenario; else only the first counts.
    package var repeatsAreScenarios = true
    /// Whether secrets are kept as they are.
    package var keepsSecrets = false

    /// WireMock's defaults.
    package init() {}
}

/// The media types whose content WireMock's recorder writes as text.
enum RecordedText {
    private static let kinds = ["text/", "json", "xml", "yaml", "csv", "x-www-form-urlencoded"]

    static func isText(_ type: String) -> Bool {
        let type = type.lowercased()
        return kinds.contains { type.contains($0) }
    }
}
