import HAL
import HTTPTypes

/// The text of requests and responses in logs: without secrets and control characters, and of limited length.
struct LogText: Sendable {
    let redaction: LogRedaction
    /// The maximum number of characters of a body.
    let bodyLimit: Int

    /// The size in bytes above which a body is not parsed.
    private static let readingLimit = 1 << 20

    func url(_ url: String) -> String {
        redaction.redacted(url: url).escaped
    }

    /// `Accept: application/json, Authorization: <redacted>`.
    func fields(_ fields: HTTPFields) -> String {
        fields.map { "\($0.name.rawName): \(value(of: $0))" }.joined(separator: ", ")
    }

    /// The value of a field, with the URIs in it redacted.
    func value(of field: HTTPField) -> String {
        guard !redaction.hides(field: field.name.rawName) else { return Redaction.mark }
        return redaction.redacted(text: field.value).escaped
    }

    /// The redacted body if it is JSON or a form, else its size and type.
    func body(_ bytes: [UInt8], _ mediaType: MediaType?) -> String {
        guard let text = text(bytes, mediaType) else { return Self.summary(bytes.count, mediaType) }
        let printable = text.escaped
        guard printable.count > bodyLimit else { return printable }
        return "\(printable.prefix(bodyLimit))… (\(bytes.count) bytes)"
    }

    func body(of request: TransportRequest) -> String? {
        let mediaType = request.fields[.contentType].flatMap { MediaType($0) }
        if let stream = request.stream { return Self.summary(stream.length, mediaType) }
        return request.body.map { body($0, mediaType) }
    }

    private func text(_ bytes: [UInt8], _ mediaType: MediaType?) -> String? {
        guard bytes.count <= Self.readingLimit, let mediaType else { return nil }
        if mediaType.isJSON {
            guard let value = try? JSONValue(parsing: bytes) else { return nil }
            return String(decoding: redaction.redacted(value).serializedBytes(), as: UTF8.self)
        }
        guard mediaType.essence == MediaType.form.essence else { return nil }
        return redaction.redacted(query: String(decoding: bytes, as: UTF8.self))
    }

    /// `<312 bytes of image/png>`.
    private static func summary(_ count: Int?, _ mediaType: MediaType?) -> String {
        "<\(count.map { "\($0) bytes" } ?? "an unknown number of bytes") of \(mediaType?.essence ?? "no type")>"
    }
}

extension String {
    /// The text with unprintable characters escaped, so that it neither controls a terminal nor starts a log line.
    var escaped: String {
        guard !unicodeScalars.allSatisfy(\.isPrintable) else { return self }
        return unicodeScalars.map { $0.isPrintable ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
    }
}

/// A request as a command line for `curl`, with secrets redacted.
struct CurlLine: CustomStringConvertible {
    let description: String

    init(_ request: TransportRequest, _ text: LogText) {
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
