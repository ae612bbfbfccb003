package import HTTPTypes

extension URLPattern {
    /// Whether a request target in origin form, path and perhaps query, matches.
    package func matches(target: String) -> Bool {
        switch self {
        case .any: true
        case .url(let url): target.utf8.elementsEqual(url.utf8)
        case .urlPattern(let expression): expression.matches(target)
        case .urlPath(let path): Self.path(of: target).utf8.elementsEqual(path.utf8)
        case .urlPathPattern(let expression): expression.matches(String(Self.path(of: target)))
        case .urlPathTemplate(let template): template.match(String(Self.path(of: target))) != nil
        }
    }

    /// The part of a target before its query.
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
