import Messages
import Scenarios

/// What is left to check of a URL pattern once the index has found it.
enum URLTest {
    /// The index has proved it, or there is nothing to prove.
    case proved
    case path(RegularExpression, prefix: [UInt8])
    case whole(RegularExpression, prefix: [UInt8])
    case template(PathTemplate)

    init(_ pattern: URLPattern) {
        switch pattern {
        case .any, .url, .urlPath: self = .proved
        case .urlPattern(let expression): self = .whole(expression, prefix: LiteralPrefix.of(expression.pattern))
        case .urlPathPattern(let expression): self = .path(expression, prefix: LiteralPrefix.of(expression.pattern))
        case .urlPathTemplate(let template):
            self = template.segments.count > TemplateTrie.maximumDepth ? .template(template) : .proved
        }
    }

    /// Expressions see the normalised target and, where it differs, the target as it was sent.
    @inline(__always)
    func holds(for request: Request, _ target: RequestTarget, _ facts: inout LazyFacts) -> Bool {
        if case .proved = self { return true }
        return evaluates(for: request, target, &facts)
    }

    private func evaluates(for request: Request, _ target: RequestTarget, _ facts: inout LazyFacts) -> Bool {
        switch self {
        case .proved: return true
        case .path(let expression, let prefix):
            guard target.isCopy || target.bytes.begins(with: prefix, at: target.path.lowerBound) else { return false }
            return facts.of(request, target).matches(expression) { $0.paths }
        case .whole(let expression, let prefix):
            guard target.isCopy || target.bytes.begins(with: prefix, at: target.whole.lowerBound) else { return false }
            return facts.of(request, target).matches(expression) { $0.targets }
        case .template(let template):
            return facts.of(request, target).matches(template)
        }
    }
}
