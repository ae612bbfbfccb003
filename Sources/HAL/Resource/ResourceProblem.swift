/// A deviation of a representation from HAL; the reader skipped it or used its evident meaning.
public struct ResourceProblem: Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: Sendable, Hashable {
        /// `_links` is not an object.
        case linksNotAnObject
        /// A link is not an object or has no `href`; it is left out.
        case badLink
        /// A member of a link has the wrong type; it is kept among the other members.
        case badLinkMember
        /// `templated` is `"true"`; read as true.
        case templatedAsString
        /// `_embedded` is neither object nor array, or an entry has an unknown shape; it is left out.
        case badEmbedded
        /// A date in the array dialect cannot be read.
        case badDate
        /// The weekday of a date is wrong.
        case wrongWeekday
        /// A link in `curies` has no name, or no `{rel}` in its template; it is ignored.
        case badCURIE
        /// `_templates` or a template is not an object, or has no target; it is left out.
        case badTemplate
        /// A member of a template is of the wrong type or not supported; it has its default.
        case badTemplateMember
    }

    /// The class of the problem.
    public let code: Code
    /// The position as a JSON pointer (RFC 6901) from the resource that reports it.
    public let pointer: String
    /// A short description of the problem.
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

    /// The problem with a pointer from a resource that has the reporting one at `path`.
    func inside(_ path: [String]) -> ResourceProblem {
        ResourceProblem(self, inside: JSONPointer.text(path))
    }
}
