import HTTPTypes
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A received request taken apart as far as patterns look into it.
struct ReceivedFacts {
    private let request: ReceivedRequest
    /// By name, decoded.
    let query: [String: [String]]

    init(_ request: ReceivedRequest) {
        self.request = request
        let text = request.target.firstIndex(of: "?").map { request.target[request.target.index(after: $0)...] }
        query = Self.pairs(text ?? "")
    }

    /// The values of a header, its name in any case.
    func header(_ name: String) -> [String] {
        request.fields.filter { $0.name.rawName.lowercased() == name.lowercased() }.map(\.value)
    }

    /// Nil when there is none.
    var body: String? {
        request.body.isEmpty ? nil : String(decoding: request.body, as: UTF8.self)
    }

    /// By name, decoded; empty when the body is no form.
    var form: [String: [String]] {
        let type = header("content-type").first ?? ""
        return type.lowercased().hasPrefix("application/x-www-form-urlencoded") ? Self.pairs((body ?? "")[...]) : [:]
    }

    /// Nil when the body is no multipart form.
    var parts: [BodyPart]? {
        header("content-type").first.flatMap { MultipartBody.parts(of: request.body, contentType: $0) }
    }

    var cookies: [String: String] {
        let pairs = header("cookie").flatMap { $0.split(separator: ";") }.compactMap { pair -> (String, String)? in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            return (String(parts[0].drop { $0 == " " }), String(parts[1]))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    var basic: BasicCredentials? {
        guard let value = header("authorization").first, value.lowercased().hasPrefix("basic "),
            let data = Data(base64Encoded: String(value.dropFirst(6)))
        else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: ":",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return parts.count == 2 ? BasicCredentials(username: String(parts[0]), password: String(parts[1])) : nil
    }

    /// Without the port.
    var host: String? {
        authority.map { String($0.host) }
    }

    var port: Int? {
        authority.flatMap { Int($0.port) ?? 80 }
    }

    private var authority: (host: Substring, port: Substring)? {
        guard let value = header("host").first else { return nil }
        guard let colon = value.lastIndex(of: ":"), !value[colon...].contains("]") else { return (value[...], "") }
        return (value[..<colon], value[value.index(after: colon)...])
    }

    private static func pairs(_ text: Substring) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[decoded(parts[0]), default: []].append(parts.count == 2 ? decoded(parts[1]) : "")
        }
        return values
    }

    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decoded(text.replacing("+", with: " "))
    }
}
