/// Something in a representation that does not follow HAL; reading went on without it or took what was meant.
public struct ResourceProblem: Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: Sendable, Hashable {
        /// `_links` is no object.
        case linksNotAnObject
        /// A link is no object or has no `href`; it is left out.
        case badLink
        /// A member of a link is not of its type; it is kept among the other members.
        case badLinkMember
        /// `templated` is `"true"`; read as true.
        case templatedAsString
        /// `_embedded` is neither object nor array, or an entry is of no known shape; it is left out.
        case badEmbedded
        /// A date in the array dialect cannot be read.
        case badDate
        /// The weekday of a date is not that of the date.
        case wrongWeekday
        /// A link in `curies` has no name, or no `{rel}` in its template; it names nothing.
        case badCURIE
    }

    /// The class of the problem.
    public let code: Code
    /// Where, as a JSON pointer (RFC 6901) from the resource that reports it.
    public let pointer: String
    /// What is wrong, in a few words.
    public let message: String

    init(_ code: Code, at path: [String], _ message: String) {
        self.code = code
        pointer = JSONPointer.text(path)
        self.message = message
    }

    private init(_ problem: ResourceProblem, inside outer: String) {
        code = problem.code
        pointer = outer + problem.pointer
        message = problem.message
    }

    /// One line for people: `/_links/next: a link needs an href`.
    public var description: String {
        "\(pointer): \(message)"
    }

    /// The same problem as seen from a resource that has the reporting one at `path`.
    func inside(_ path: [String]) -> ResourceProblem {
        ResourceProblem(self, inside: JSONPointer.text(path))
    }
}
