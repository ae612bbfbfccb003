import HAL
import HTTPTypes

#if os(Linux)
    import SystemPackage
#else
    import System
#endif

/// The source of the bytes of an incomplete file: the URI and its strong validator, RFC 9110 §8.8.1.
struct PartialSource: Sendable, Hashable {
    /// The URI that sent the bytes.
    let url: String
    /// A strong `ETag`, or `Last-Modified`, for `If-Range`.
    let validator: String
    /// `Content-Type`, or nil.
    let contentType: String?
    /// The size of the whole content in bytes, or nil.
    let total: Int?

    /// The source of a response; nil if its rest cannot be requested later.
    ///
    /// Ranges count the bytes of the encoded content, so that the response must not be compressed.
    init?(url: String, _ status: Int, _ fields: HTTPFields) {
        guard status == 200, Self.isUncompressed(fields),
            fields[.acceptRanges]?.lowercased() != "none", let validator = Self.strongValidator(fields)
        else { return nil }
        self.url = url
        self.validator = validator
        contentType = fields[.contentType]
        total = fields[.contentLength].flatMap { Int($0) }
    }

    /// A strong entity tag; else a date that is at least a second before the response, RFC 9110 §8.8.2.2.
    private static func strongValidator(_ fields: HTTPFields) -> String? {
        if let tag = fields[values: .eTag].first { return tag.hasPrefix("\"") && tag.utf8.count >= 2 ? tag : nil }
        guard let text = fields[values: .lastModified].first, let modified = HTTPDate(text),
            let date = fields[values: .date].first.flatMap({ HTTPDate($0) }),
            date.secondsSinceEpoch > modified.secondsSinceEpoch
        else { return nil }
        return text
    }

    private static func isUncompressed(_ fields: HTTPFields) -> Bool {
        ["", "identity"].contains(fields[.contentEncoding]?.lowercased() ?? "")
    }

    /// Whether a partial response is of the same content: it has no content coding and no other entity tag.
    func isConfirmed(by fields: HTTPFields) -> Bool {
        guard Self.isUncompressed(fields) else { return false }
        guard validator.hasPrefix("\""), let tag = fields[values: .eTag].first else { return true }
        return tag == validator
    }

    /// Reads the file that ``write(to:)`` has written; nil if it is missing or malformed.
    init?(path: String) {
        guard let bytes = try? SmallFile.read(path, limit: 1 << 16), let value = try? JSONValue(parsing: bytes),
            let url = value["url"]?.string, let validator = value["validator"]?.string,
            validator.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        self.url = url
        self.validator = validator
        contentType = value["contentType"]?.string
        total = value["total"]?.number?.int
    }

    /// Writes the source to a file.
    func write(to path: String) throws {
        do {
            let file = try FileDescriptor.open(
                FilePath(path),
                .writeOnly,
                options: [.create, .truncate],
                permissions: [.ownerReadWrite]
            )
            let value: JSONValue = [
                "url": .string(url), "validator": .string(validator),
                "contentType": contentType.map { .string($0) } ?? .null,
                "total": total.map { .number(JSONNumber($0)) } ?? .null,
            ]
            try file.closeAfter { _ = try file.writeAll(value.serializedBytes()) }
        } catch {
            throw FileFailure(.unwritable, "cannot write '\(path)'", underlying: error)
        }
    }
}

/// A partial response that is not the requested part.
struct RangeMismatch: Error, Sendable, Hashable, CustomStringConvertible {
    /// `Content-Range`, or nil if it is missing.
    let value: String?
    /// The first byte that was requested.
    let offset: Int

    var description: String {
        "the partial response does not begin at byte \(offset) of the same content: \(value ?? "no Content-Range")"
    }
}

/// The value of `Content-Range` of a partial response, RFC 9110 §14.4.
struct ContentRange: Sendable, Hashable {
    let first: Int
    let last: Int
    /// The size of the complete content; nil if it is unknown.
    let total: Int?

    /// Reads the field; nil if it is missing or malformed.
    init?(_ fields: HTTPFields) {
        let parts = (fields[.contentRange] ?? "").split { " -/".contains($0) }.map(String.init)
        guard parts.count == 4, parts[0].lowercased() == "bytes", let first = Int(parts[1]), let last = Int(parts[2]),
            first >= 0, last >= first
        else { return nil }
        total = parts[3] == "*" ? nil : Int(parts[3])
        guard parts[3] == "*" || total.map({ $0 > last }) == true else { return nil }
        self.first = first
        self.last = last
    }

    /// Whether the range is in a content of that size, or of an unknown one.
    func isPart(of size: Int?) -> Bool {
        guard let size else { return true }
        return last < size && (total ?? size) == size
    }
}
