/// The keys of what a part of a multipart body looks like; WireMock's.
enum PartKey: String, KnownKey {
    case name, fileName, matchingType, headers, bodyPatterns

    static let owner = "a multipart pattern"
    static let definition = "part"
    static let table = makeTable()

    var shape: Shape {
        switch self {
        case .name, .fileName: .text
        case .matchingType: .choice(PartPattern.Matching.allCases.map(\.rawValue))
        case .headers: .map(.definition(MultiValueKey.definition))
        case .bodyPatterns: .list(.definition(MatcherKey.definition))
        }
    }

    var summary: String {
        switch self {
        case .name: "The name of the field."
        case .fileName: "The name of the file, exactly."
        case .matchingType: "ANY part is like this (default), or ALL are."
        case .headers: "What the part's header fields look like."
        case .bodyPatterns: "What the part's body looks like; all must match."
        }
    }
}
