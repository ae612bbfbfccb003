internal import Documents
internal import HAL
internal import URITemplates

/// Finds the places of secrets in an exchange by the names of fields, parameters, members and cookies, and replaces the
/// values there.
struct SecretSites {
    /// Parameters of challenges that a server makes for one client (RFC 7616 §3.3).
    private static let challengeParameters = ["nonce", "opaque"]

    let pseudonyms: Pseudonyms

    func replaced(_ exchange: Exchange) -> Exchange {
        var exchange = exchange
        exchange.request.url = url(exchange.request.url)
        exchange.request.fields = exchange.request.fields.map(requestField)
        exchange.request.body = body(exchange.request.body, exchange.request.fields)
        exchange.response.fields = exchange.response.fields.map(responseField)
        exchange.response.body = body(exchange.response.body, exchange.response.fields)
        return exchange
    }

    private func requestField(_ field: FieldLine) -> FieldLine {
        let name = field.name.lowercased()
        if name == "cookie" { return FieldLine(field.name, cookies(field.value)) }
        if name == "referer" || name == "origin" { return FieldLine(field.name, url(field.value)) }
        return secretField(field)
    }

    private func responseField(_ field: FieldLine) -> FieldLine {
        switch field.name.lowercased() {
        case "set-cookie": FieldLine(field.name, setCookie(field.value))
        case "location", "content-location": FieldLine(field.name, url(field.value))
        case "www-authenticate": FieldLine(field.name, challenges(field.value))
        default: secretField(field)
        }
    }

    private func secretField(_ field: FieldLine) -> FieldLine {
        guard Redaction.hides(field.name) else { return field }
        guard let scheme = Redaction.scheme(of: field.name, field.value) else {
            return FieldLine(field.name, pseudonyms.placeholder(of: field.value))
        }
        let credentials = String(field.value.dropFirst(scheme.count).drop { $0 == " " })
        if scheme.lowercased() == "basic" { notePassword(credentials) }
        return FieldLine(field.name, "\(scheme) \(pseudonyms.placeholder(of: credentials))")
    }

    /// A password that is sent elsewhere in another form gets a placeholder, too.
    private func notePassword(_ credentials: String) {
        guard let bytes = Base64.decode(credentials), let text = String(validating: bytes, as: UTF8.self),
            let colon = text.firstIndex(of: ":")
        else { return }
        _ = pseudonyms.placeholder(of: String(text[text.index(after: colon)...]))
    }

    private func cookies(_ value: String) -> String {
        value.split(separator: ";", omittingEmptySubsequences: false).map { cookie($0) }.joined(separator: ";")
    }

    private func cookie(_ pair: Substring) -> String {
        guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
        let value = String(pair[pair.index(after: equals)...]).trimmingSpaces
        return pair[...equals] + pseudonyms.placeholder(of: String(value))
    }

    /// The name and the attributes remain.
    private func setCookie(_ value: String) -> String {
        let end = value.firstIndex(of: ";") ?? value.endIndex
        return cookie(value[..<end]) + value[end...]
    }

    private func challenges(_ value: String) -> String {
        var value = value
        for challenge in Challenge.challenges(in: [value]) {
            for name in Self.challengeParameters {
                guard let secret = challenge.parameter(name), !secret.isEmpty else { continue }
                value = value.replacing(secret, with: pseudonyms.placeholder(of: secret))
            }
        }
        return value
    }
}

extension SecretSites {
    /// The URL without user name and password, and with placeholders in its query and fragment.
    private func url(_ text: String) -> String {
        var uri = URIReference(text)
        if let authority = uri.authority, let at = authority.lastIndex(of: "@") {
            uri.authority = String(authority[authority.index(after: at)...])
        }
        uri.query = uri.query.map(query)
        uri.fragment = uri.fragment.map(query)
        return uri == URIReference(text) ? text : uri.description
    }

    /// A query or a form.
    private func query(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let equals = item.firstIndex(of: "=") else { return String(item) }
            let name = FormText.decoded(item[..<equals])
            let last = name.split(whereSeparator: { $0 == "[" || $0 == "]" }).last.map(String.init) ?? name
            guard Redaction.hides(parameter: last) else { return String(item) }
            return item[...equals] + pseudonyms.placeholder(of: FormText.decoded(item[item.index(after: equals)...]))
        }
        .joined(separator: "&")
    }

    private func body(_ bytes: [UInt8], _ fields: [FieldLine]) -> [UInt8] {
        guard !bytes.isEmpty, let type = fields.mediaType else { return bytes }
        if type.isJSON { return json(bytes) }
        guard type.essence == FormText.mediaType, let text = String(validating: bytes, as: UTF8.self) else {
            return bytes
        }
        return Array(query(text).utf8)
    }

    /// The JSON with placeholders in place of secret strings and numbers; all other bytes remain.
    private func json(_ bytes: [UInt8]) -> [UInt8] {
        var scanner = JSONScanner(bytes)
        var names: [(name: String, isSecret: Bool)] = []
        var edits: [(range: Range<Int>, placeholder: String)] = []
        var isSecret: Bool { names.last?.isSecret ?? false }
        do throws(JSONError) {
            var pending = false
            while let event = try scanner.next() {
                switch event {
                case .key(let text): pending = isSecret || Redaction.hides(member: scanner.string(text))
                case .beginObject, .beginArray:
                    names.append(("", pending))
                case .endObject, .endArray:
                    names.removeLast()
                    pending = isSecret
                case .string(let text):
                    if pending, text.range.count > 0 {
                        edits.append((text.range, pseudonyms.placeholder(of: scanner.string(text))))
                    }
                    pending = isSecret
                case .number(let range):
                    if pending {
                        let digits = String(decoding: bytes[range], as: UTF8.self)
                        edits.append((range, "\"\(pseudonyms.placeholder(of: digits))\""))
                    }
                    pending = isSecret
                case .bool, .null: pending = isSecret
                }
            }
        } catch {
            return bytes
        }
        return Self.applied(edits, to: bytes)
    }

    private static func applied(_ edits: [(range: Range<Int>, placeholder: String)], to bytes: [UInt8]) -> [UInt8] {
        guard !edits.isEmpty else { return bytes }
        var result: [UInt8] = []
        var position = 0
        for edit in edits {
            result += bytes[position..<edit.range.lowerBound]
            result += edit.placeholder.utf8
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }
}

/// The encoding of forms (`application/x-www-form-urlencoded`).
enum FormText {
    static let mediaType = "application/x-www-form-urlencoded"

    static func decoded(_ text: some StringProtocol) -> String {
        PercentEncoding.decoded(String(text).replacing("+", with: " "))
    }

    /// The pairs of a query or a form, decoded.
    static func pairs(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: "&").map { item in
            guard let equals = item.firstIndex(of: "=") else { return (decoded(item), "") }
            return (decoded(item[..<equals]), decoded(item[item.index(after: equals)...]))
        }
    }
}
