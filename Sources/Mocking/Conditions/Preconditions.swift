import HAL
import HTTPTypes
import Matching
import Messages
import Scenarios

/// The preconditions of a request, evaluated against the validators of a response (RFC 9110 §13.2.2).
struct Preconditions: Sendable {
    /// The result of evaluation, which says how the server responds.
    enum Result {
        /// The response itself.
        case met
        /// 304: the client has the current representation.
        case notModified
        /// 412: the state of the resource is not that which the client expects.
        case failed
    }

    /// The entity tags of the current state, in any form.
    private let eTags: [String]
    /// Those of the form that a read request gets.
    private let ownTags: [String]
    private let lastModified: HTTPDate?

    init(_ fields: [HTTPField]) {
        let tag = fields.first { $0.name == .eTag }.map { [$0.value] } ?? []
        let date = fields.first { $0.name == .lastModified }.flatMap { HTTPDate($0.value) }
        self.init(tag, comparingReadsTo: tag, lastModified: date)
    }

    init(_ eTags: [String], comparingReadsTo ownTags: [String], lastModified: HTTPDate?) {
        self.eTags = eTags
        self.ownTags = ownTags
        self.lastModified = lastModified
    }

    /// Evaluates the conditions in the order of precedence; an invalid date is ignored.
    func result(for request: Request) -> Result {
        let fields = ConditionalFields(request)
        if let tags = fields.ifMatch {
            guard matches(tags, eTags, weakly: false) else { return .failed }
        } else if let date = fields.ifUnmodifiedSince, let lastModified {
            guard lastModified <= date else { return .failed }
        }
        if let tags = fields.ifNoneMatch {
            guard matches(tags, ownTags, weakly: true) else { return .met }
            return fields.isRead ? .notModified : .failed
        }
        guard fields.isRead, let date = fields.ifModifiedSince, let lastModified, lastModified <= date else {
            return .met
        }
        return .notModified
    }

    /// Whether `*` or one of the entity tags in a list matches (RFC 9110 §8.8.3.2).
    private func matches(_ list: String, _ current: [String], weakly: Bool) -> Bool {
        guard list != "*" else { return true }
        return EntityTags.all(in: list).contains { tag in
            weakly
                ? current.contains { EntityTags.isWeaklyEqual(tag, $0) }
                : current.contains(tag) && !tag.hasPrefix("W/")
        }
    }
}

/// The conditional fields of a request (RFC 9110 §13.1).
private struct ConditionalFields {
    /// Whether the method is GET or HEAD.
    let isRead: Bool
    private(set) var ifMatch: String?
    private(set) var ifNoneMatch: String?
    private var modifiedSince: String?
    private var unmodifiedSince: String?

    /// Nil without a valid date, also if the field is repeated (RFC 9110 §13.1.3).
    var ifModifiedSince: HTTPDate? { modifiedSince.flatMap { HTTPDate($0) } }
    var ifUnmodifiedSince: HTTPDate? { unmodifiedSince.flatMap { HTTPDate($0) } }

    init(_ request: Request) {
        isRead = ["GET", "HEAD"].contains(String(decoding: request.head[request.method], as: UTF8.self))
        for field in request.fields {
            guard request.head[field.name].first.map({ $0 | 0x20 }) == UInt8(ascii: "i") else { continue }
            let value = String(decoding: request.head[field.value], as: UTF8.self)
            switch String(decoding: request.head[field.name], as: UTF8.self).lowercased() {
            case "if-match": ifMatch = Self.joined(ifMatch, value)
            case "if-none-match": ifNoneMatch = Self.joined(ifNoneMatch, value)
            case "if-modified-since": modifiedSince = Self.joined(modifiedSince, value)
            case "if-unmodified-since": unmodifiedSince = Self.joined(unmodifiedSince, value)
            case _: break
            }
        }
    }

    private static func joined(_ list: String?, _ line: String) -> String {
        list.map { $0 + ", " + line } ?? line
    }
}

/// The responses that a conditional response has instead of itself.
final class ConditionalResponses: Sendable {
    private let preconditions: Preconditions
    private let notModified: ResponseBlueprint
    private let failed: ResponseBlueprint

    init(_ definition: ResponseDefinition, _ context: ResponseContext) {
        preconditions = Preconditions(definition.fields)
        notModified = ResponseBlueprint(definition.withoutContent(304), context)
        failed = ResponseBlueprint(definition.withoutContent(412), context)
    }

    /// Whether a precondition of a request is false.
    func refuses(_ request: Request) -> Bool { preconditions.result(for: request) == .failed }

    /// The response to a request whose preconditions the response itself does not meet; nil if it meets them.
    func response(to request: Request) -> ResponseBlueprint? {
        switch preconditions.result(for: request) {
        case .met: nil
        case .notModified: notModified
        case .failed: failed
        }
    }
}

extension ResponseDefinition {
    /// A response of another status without content, and without the metadata of the content (RFC 9110 §15.4.5).
    fileprivate func withoutContent(_ status: Int) -> ResponseDefinition {
        let hasTag = fields.contains { $0.name == .eTag }
        let kept = fields.filter { field in
            switch field.name {
            case .contentType, .contentEncoding, .contentLanguage, .contentLength, .transferEncoding: false
            case .eTag, .contentLocation: status == 304
            case .lastModified: status == 304 && !hasTag
            case _: true
            }
        }
        return ResponseDefinition(status: status, fields: kept)
    }
}
