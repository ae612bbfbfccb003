/// JSON pointers (RFC 6901) as text.
package enum JSONPointer {
    /// A name as it stands in a pointer.
    package static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// The pointer of a way from the root.
    static func text(_ path: [String]) -> String {
        path.map { "/" + escaped($0) }.joined()
    }

    /// The way from the root; nil when the text is no pointer.
    static func path(_ text: some StringProtocol) -> [String]? {
        guard !text.isEmpty else { return [] }
        guard text.hasPrefix("/") else { return nil }
        return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }
}
