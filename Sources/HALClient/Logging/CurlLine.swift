import HTTPTypes

/// A request as a command line for `curl`, with secrets redacted.
struct CurlLine: CustomStringConvertible {
    let description: String

    init(_ request: Request, _ text: LogText) {
        var words = ["curl"]
        switch request.method {
        case .get: break
        case .head: words.append("--head")
        case _: words += ["--request", Self.quoted(request.method.rawValue)]
        }
        for field in request.fields {
            words += ["--header", Self.quoted("\(field.name.rawName): \(text.value(of: field))")]
        }
        if let body = text.body(of: request) { words += ["--data-raw", Self.quoted(body)] }
        words.append(Self.quoted(text.url(request.url)))
        description = words.joined(separator: " ")
    }

    /// Any text as one word for a POSIX shell.
    private static func quoted(_ word: String) -> String {
        "'\(word.replacing("'", with: #"'\''"#))'"
    }
}
