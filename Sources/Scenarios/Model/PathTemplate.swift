/// A path with `{name}` segments, as in WireMock's `urlPathTemplate`; `**` stands for any rest.
package struct PathTemplate: Sendable, Hashable {
    package enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
        case anyRest
    }

    package let text: String
    package let segments: [Segment]

    package init(text: String, segments: [Segment]) {
        self.text = text
        self.segments = segments
    }
}
