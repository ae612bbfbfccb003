/// JSON pointers as text, RFC 6901.
package enum JSONPointer {
    /// A name as a segment of a pointer.
    package static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// The pointer of a path from the root.
    package static func text(_ path: [String]) -> String {
        path.map { "/" + escaped($0) }.joined()
    }

    /// The path from the root, or nil if the text is not a pointer.
    package static func path(_ text: some StringProtocol) -> [String]? {
        guard !text.isEmpty else { return [] }
        guard text.hasPrefix("/") else { return nil }
        return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }
}
