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
        var path: [String] = []
        for segment in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let name = name(String(segment)) else { return nil }
            path.append(name)
        }
        return path
    }

    /// The name that a segment means; nil if a `~` begins neither `~0` nor `~1`.
    private static func name(_ segment: String) -> String? {
        guard segment.utf8.has(UInt8(ascii: "~")) else { return segment }
        let parts = segment.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.dropFirst().allSatisfy({ $0.first == "0" || $0.first == "1" }) else { return nil }
        return parts.dropFirst().reduce(into: String(parts[0])) { name, part in
            name += part.first == "0" ? "~" : "/"
            name += part.dropFirst()
        }
    }
}
