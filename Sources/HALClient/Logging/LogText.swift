import HAL
import HTTPTypes

/// What a log says of a request or an answer; no secrets, no control characters, and not too much.
struct LogText: Sendable {
    let redaction: LogRedaction
    /// How many characters of a body are shown.
    let bodyLimit: Int

    /// A body larger than this is not even read.
    private static let readingLimit = 1 << 20

    func url(_ url: String) -> String {
        redaction.redacted(url: url).escaped
    }

    /// `Accept: application/json, Authorization: <redacted>`.
    func fields(_ fields: HTTPFields) -> String {
        fields.map { "\($0.name.rawName): \(value(of: $0))" }.joined(separator: ", ")
    }

    /// The value of a field, that of a location without what it hides.
    func value(of field: HTTPField) -> String {
        guard !redaction.hides(field: field.name.rawName) else { return Redaction.mark }
        let holdsURI = field.name == .location || field.name == .contentLocation
        return holdsURI ? url(field.value) : field.value.escaped
    }

    /// The body if it is JSON or a form, whose secrets can be found; else how much there is of what.
    func body(_ bytes: [UInt8], _ mediaType: MediaType?) -> String {
        guard let text = text(bytes, mediaType) else { return Self.summary(bytes.count, mediaType) }
        let printable = text.escaped
        guard printable.count > bodyLimit else { return printable }
        return "\(printable.prefix(bodyLimit))… (\(bytes.count) bytes)"
    }

    func body(of request: Request) -> String? {
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
        "<\(count.map { "\($0) bytes" } ?? "bytes without an end known") of \(mediaType?.essence ?? "no type")>"
    }
}

extension String {
    /// The text with control characters written out: nobody draws on a terminal or begins a line of a log with them.
    var escaped: String {
        guard !unicodeScalars.allSatisfy(\.isPrintable) else { return self }
        return unicodeScalars.map { $0.isPrintable ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
    }
}
