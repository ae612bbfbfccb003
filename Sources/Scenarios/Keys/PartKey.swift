internal import HAL

/// The keys of what a part of a multipart body looks like; WireMock's.
enum PartKey: String, KnownKey {
    case name, fileName, matchingType, headers, bodyPatterns

    static let owner = "a multipart pattern"
    static let definition = "part"
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .name: KeyEntry(.text, "The name of the form field.", example: "name: receipt")
        case .fileName: KeyEntry(.text, "The file name, exactly.", example: "fileName: receipt.pdf")
        case .matchingType:
            KeyEntry(
                .choice(PartPattern.Matching.allCases.map(\.rawValue)),
                default: "ANY",
                "Whether at least one part matches (`ANY`), or every part does (`ALL`).",
                example: "matchingType: ALL"
            )
        case .headers:
            KeyEntry(
                .map(.definition(MultiValueKey.keyTable)),
                "Matchers for header fields of the part, by name.",
                example: "headers: { Content-Type: { contains: pdf } }"
            )
        case .bodyPatterns:
            KeyEntry(
                .list(.definition(MatcherKey.keyTable)),
                "Matchers for the body of the part; all must match.",
                example: "bodyPatterns: [{ contains: total }]"
            )
        }
    }
}
