package import Documents
package import HAL
package import Messages

/// A HAR file, version 1.2 (http://www.softwareishard.com/blog/har-12-spec/).
package struct HTTPArchive: Sendable {
    /// The names of the members that readers and writers use.
    package enum Member {
        package static let log = "log"
        package static let version = "version"
        package static let entries = "entries"
        package static let started = "startedDateTime"
        package static let request = "request"
        package static let response = "response"
        package static let method = "method"
        package static let url = "url"
        package static let status = "status"
        package static let headers = "headers"
        package static let name = "name"
        package static let value = "value"
        package static let content = "content"
        package static let postData = "postData"
        package static let parameters = "params"
        package static let mimeType = "mimeType"
        package static let text = "text"
        package static let encoding = "encoding"
        /// Of a request, for which version 1.2 has no such member.
        package static let ownEncoding = "_encoding"
        package static let size = "size"
        package static let redirect = "redirectURL"
        package static let timings = "timings"
        package static let wait = "wait"
        package static let receive = "receive"
        package static let error = "_error"
        package static let own = "_hypermock"
    }

    package static let base64 = "base64"

    /// The entries, the oldest first.
    package var entries: [Entry]
    /// The version of Hypermock.
    package var creatorVersion: String

    package init(_ entries: [Entry], creatorVersion: String) {
        self.entries = entries
        self.creatorVersion = creatorVersion
    }

    /// A request and its response.
    package struct Entry: Sendable {
        /// The time of the request: ISO 8601, in UTC, with milliseconds.
        package var started: String
        package var method: String
        /// An absolute URL.
        package var url: String
        /// The version of HTTP, for example `HTTP/1.1`.
        package var version: String
        package var fields: [Named<String>]
        package var body: [UInt8]
        /// 0: no complete response.
        package var status: Int
        package var responseFields: [Named<String>] = []
        /// The body; nil if it is not known.
        package var responseBody: [UInt8]?
        /// The failure of the connection, in the words of browsers.
        package var error: String?
        /// Milliseconds until the first byte of the response.
        package var wait = 0
        /// The members of `_hypermock`.
        package var own = JSONObject()

        package init(
            started: String,
            method: String,
            url: String,
            version: String,
            fields: [Named<String>],
            body: [UInt8],
            status: Int
        ) {
            self.started = started
            self.method = method
            self.url = url
            self.version = version
            self.fields = fields
            self.body = body
            self.status = status
        }
    }

    /// The network errors of browsers, which the reader finds by a word of them.
    package enum NetworkError {
        package static let reset = "CONNECTION_RESET"
        package static let empty = "EMPTY_RESPONSE"
        package static let timedOut = "TIMED_OUT"
        package static let chunks = "INCOMPLETE_CHUNKED_ENCODING"
        package static let length = "CONTENT_LENGTH_MISMATCH"
        private static let prefix = "net::ERR_"

        /// The error of a fault.
        package static func text(of fault: Fault) -> String {
            let isWithinBody = if case .bodyBytes = fault.phase { true } else { fault.phase == .head }
            switch fault.effect {
            case .reset: return prefix + reset
            case .close, .truncated, .goAway: return prefix + (isWithinBody ? length : empty)
            case .stall: return prefix + timedOut
            case .badChunk: return prefix + chunks
            case .garbage: return prefix + "INVALID_HTTP_RESPONSE"
            }
        }
    }
}

extension HTTPArchive {
    /// The document.
    package var json: JSONValue { [Member.log: log] }

    /// The object `log` of the document.
    package var log: JSONValue {
        [
            Member.version: "1.2", "creator": [Member.name: "Hypermock", Member.version: .string(creatorVersion)],
            Member.entries: .array(entries.map { .object($0.json) }),
        ]
    }
}

extension HTTPArchive.Entry {
    private typealias Member = HTTPArchive.Member

    /// Longer bodies are left out.
    private static let longestBody = 1 << 20

    /// The entry without secrets: those of fields, queries, forms and members of JSON.
    package var withoutSecrets: HTTPArchive.Entry {
        var entry = self
        entry.url = Redaction.hidden(target: url)
        entry.fields = fields.map(Self.hidden)
        entry.responseFields = responseFields.map(Self.hidden)
        entry.body = Self.hidden(body, Self.type(fields))
        entry.responseBody = responseBody.map { Self.hidden($0, Self.type(responseFields)) }
        return entry
    }

    private static func hidden(_ field: Named<String>) -> Named<String> {
        guard Redaction.hides(field.name) else { return field }
        return Named(field.name, Redaction.hidden(field.name, field.pattern))
    }

    private static func hidden(_ body: [UInt8], _ type: MediaType?) -> [UInt8] {
        guard !body.isEmpty else { return body }
        if type?.essence == "application/x-www-form-urlencoded" {
            return Array(Redaction.hidden(target: "?" + String(decoding: body, as: UTF8.self)).utf8.dropFirst())
        }
        guard type?.isJSON == true, let value = try? JSONValue(parsing: body) else { return body }
        let hidden = value.withoutSecrets
        return hidden == value ? body : hidden.serializedBytes()
    }

    private static func type(_ fields: [Named<String>]) -> MediaType? {
        fields.first { $0.name.lowercased() == "content-type" }.flatMap { MediaType(leniently: $0.pattern) }
    }

    fileprivate var json: JSONObject {
        let zero = JSONValue.number(JSONNumber(0))
        var entry: JSONObject = [
            Member.started: .string(started), "time": .number(JSONNumber(wait)), Member.request: .object(request),
            Member.response: .object(response), "cache": [:],
            Member.timings: ["send": zero, Member.wait: .number(JSONNumber(wait)), Member.receive: zero],
        ]
        if !own.isEmpty { entry[Member.own] = .object(own) }
        return entry
    }

    private var request: JSONObject {
        var request: JSONObject = [
            Member.method: .string(method), Member.url: .string(url), "httpVersion": .string(version),
            "cookies": [], Member.headers: Self.json(fields), "queryString": queryString, "headersSize": -1,
            "bodySize": .number(JSONNumber(body.count)),
        ]
        guard !body.isEmpty else { return request }
        var data: JSONObject = [Member.mimeType: .string(Self.text(ofType: fields))]
        if body.count > Self.longestBody {
            data[Member.text] = ""
            data["comment"] = "the body is left out"
        } else if let text = String(validating: body, as: UTF8.self) {
            data[Member.text] = .string(text)
        } else {
            data[Member.text] = .string(Base64.encode(body))
            data[Member.ownEncoding] = .string(HTTPArchive.base64)
        }
        request[Member.postData] = .object(data)
        return request
    }

    private var response: JSONObject {
        let location = responseFields.first { $0.name.lowercased() == "location" }?.pattern ?? ""
        var response: JSONObject = [
            Member.status: .number(JSONNumber(error == nil ? status : 0)),
            "statusText": .string(error == nil ? ReasonPhrase.of(status) : ""),
            "httpVersion": .string(error == nil ? version : ""), "cookies": [],
            Member.headers: Self.json(responseFields), Member.content: .object(content),
            Member.redirect: .string(location), "headersSize": -1,
            "bodySize": .number(JSONNumber(responseBody?.count ?? -1)),
        ]
        if let error { response[Member.error] = .string(error) }
        return response
    }

    private var content: JSONObject {
        let body = responseBody ?? []
        var content: JSONObject = [
            Member.size: .number(JSONNumber(body.count)), Member.mimeType: .string(Self.text(ofType: responseFields)),
        ]
        guard !body.isEmpty else {
            if responseBody == nil { content["comment"] = "the body is not known" }
            return content
        }
        guard body.count <= Self.longestBody else {
            content["comment"] = "the body is left out"
            return content
        }
        if let text = String(validating: body, as: UTF8.self) {
            content[Member.text] = .string(text)
        } else {
            content[Member.text] = .string(Base64.encode(body))
            content[Member.encoding] = .string(HTTPArchive.base64)
        }
        return content
    }

    private var queryString: JSONValue {
        guard let query = URIReference(url).query else { return [] }
        return .array(
            query.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return Self.json(Named(String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
            }
        )
    }

    private static func text(ofType fields: [Named<String>]) -> String {
        fields.first { $0.name.lowercased() == "content-type" }?.pattern ?? ""
    }

    private static func json(_ fields: [Named<String>]) -> JSONValue { .array(fields.map(json)) }

    private static func json(_ field: Named<String>) -> JSONValue {
        [Member.name: .string(field.name), Member.value: .string(field.pattern)]
    }
}

extension JSONValue {
    /// The value with marks in place of secret members.
    fileprivate var withoutSecrets: JSONValue {
        switch self {
        case .array(let items): return .array(items.map(\.withoutSecrets))
        case .object(var object):
            for index in object.members.indices {
                let member = object.members[index]
                let isHidden = Redaction.hides(member: member.name) && (member.value.string ?? "x") != ""
                let isText = member.value.string != nil || member.value.number != nil
                object.members[index].value =
                    isHidden && isText ? .string(Redaction.mark) : member.value.withoutSecrets
            }
            return .object(object)
        default: return self
        }
    }
}
