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
        let (whole, isComplete) = document(bytes)
        guard !isComplete else { return whole }
        // Several documents, one per line; or a document that is cut, of which the beginning counts.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count > 1 else { return whole }
        return Array(lines.map { document(Array($0)).bytes }.joined(separator: [UInt8(ascii: "\n")]))
    }

    private func document(_ bytes: [UInt8]) -> (bytes: [UInt8], isComplete: Bool) {
        var scanner = JSONScanner(bytes)
        var marker = SecretMembers(pseudonyms: pseudonyms)
        do throws(JSONError) {
            while let event = try scanner.next() { marker.visit(event, scanner) }
        } catch {
            return (Self.applied(marker.edits, to: bytes), false)
        }
        return (Self.applied(marker.edits, to: bytes), true)
    }

    private static func applied(_ edits: [SecretMembers.Edit], to bytes: [UInt8]) -> [UInt8] {
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

/// Finds the secret members of a JSON document.
private struct SecretMembers {
    struct Edit {
        let range: Range<Int>
        let placeholder: String
    }

    let pseudonyms: Pseudonyms
    private(set) var edits: [Edit] = []
    /// Whether the values in each open list or object are secret.
    private var open: [Bool] = []
    /// Whether the next value is secret.
    private var isPending = false

    init(pseudonyms: Pseudonyms) {
        self.pseudonyms = pseudonyms
    }

    private var isInSecret: Bool { open.last ?? false }

    mutating func visit(_ event: JSONScanner.Event, _ scanner: JSONScanner) {
        switch event {
        case .key(let text):
            isPending = isInSecret || Redaction.hides(member: scanner.string(text))
            return
        case .beginObject, .beginArray:
            open.append(isPending)
            return
        case .endObject, .endArray: open.removeLast()
        case .string(let text):
            if isPending, !text.range.isEmpty {
                edits.append(Edit(range: text.range, placeholder: pseudonyms.placeholder(of: scanner.string(text))))
            }
        case .number(let range):
            if isPending {
                let digits = String(decoding: scanner.bytes[range], as: UTF8.self)
                edits.append(Edit(range: range, placeholder: "\"\(pseudonyms.placeholder(of: digits))\""))
            }
        case .bool, .null: break
        }
        isPending = isInSecret
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
