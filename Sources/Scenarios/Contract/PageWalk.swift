import Documents

/// A walk from the page that a call requests to the last page of the series.
package struct PageWalk: Sendable, Hashable {
    /// The relation of the link to the next page.
    package var relation = "next"
    /// The maximum number of pages; a client that finds another one reports a failure.
    package var limit = 100

    package init() {}
}

extension PageWalk {
    static let codec = ObjectCodec(
        "pages",
        "pages",
        PageWalk(),
        keys: [
            Key(
                "relation",
                \.relation,
                .text,
                default: "next",
                "The relation of the link to the next page.",
                example: "relation: next"
            ),
            Key(
                "limit",
                \.limit,
                .integer(1...10_000),
                default: 100,
                "The maximum number of pages; another one is a failure.",
                example: "limit: 5"
            ),
        ]
    )
}
