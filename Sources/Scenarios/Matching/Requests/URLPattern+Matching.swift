internal import HAL
package import HTTPTypes
import Messages

extension URLPattern {
    /// Whether the URL of a request with that target, path and perhaps query, matches.
    package func matches(target: String) -> Bool {
        // Lint compares very many: where a target is in normal form there is nothing to parse.
        guard target.hasPrefix("/"), target.utf8.areAll(\.isPlainInTarget) else { return matches(parsing: target) }
        return switch self {
        case .any: true
        case .url(let text): PercentCoding.isNormalForm(target.utf8, of: text)
        case .urlPath(let text): PercentCoding.isNormalForm(Self.path(of: target).utf8, of: text)
        case .urlPattern, .urlPathPattern, .urlPathTemplate: matches(parsing: target)
        }
    }

    private func matches(parsing target: String) -> Bool {
        DecodedRequest(Request(method: "GET", target: target)).matches(self)
    }

    /// The path of a target.
    package static func path(of target: String) -> Substring {
        target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
    }
}

extension MethodPattern {
    /// Whether the method matches; methods are case-sensitive.
    package func matches(_ method: HTTPRequest.Method) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let methods): methods.contains(method)
        case .noneOf(let methods): !methods.contains(method)
        }
    }
}
