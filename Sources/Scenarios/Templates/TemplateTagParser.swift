import Documents
internal import HAL
import Matching

/// Reads the helper, the arguments and the options of a tag.
struct TemplateTagParser {
    private let scalars: ArraySlice<Unicode.Scalar>
    private var place: Int

    init(_ scalars: ArraySlice<Unicode.Scalar>) {
        self.scalars = scalars
        place = scalars.startIndex
        skipSpaces()
    }

    var isAtEnd: Bool { place >= scalars.endIndex }

    /// The unread rest, without the spaces at its ends.
    var rest: String {
        var rest = scalars[place...]
        while rest.last?.properties.isWhitespace == true { rest.removeLast() }
        return String(String.UnicodeScalarView(rest))
    }

    /// The whole tag.
    mutating func tag() throws(InvalidPattern) -> (name: String, head: TemplateExpression, names: [String]) {
        let start = place
        let name = String(String.UnicodeScalarView(scalars[start...].prefix { !$0.properties.isWhitespace }))
        let head = try call(depth: 0)
        let names = try takeNames()
        guard isAtEnd else { throw InvalidPattern("unexpected '\(rest.prefix(20))'", at: place) }
        return (name, head, names)
    }

    /// A head with its arguments and options.
    private mutating func call(depth: Int) throws(InvalidPattern) -> TemplateExpression {
        let start = place
        let head = try argument(depth)
        var arguments: [TemplateExpression] = []
        var options: [String: TemplateExpression] = [:]
        while let scalar = next, scalar != ")", scalar != "|", !isNames {
            if let key = takeKey() {
                let value = try argument(depth)
                guard options.updateValue(value, forKey: key) == nil else {
                    throw InvalidPattern("the option '\(key)' is defined twice", at: place)
                }
            } else {
                arguments.append(try argument(depth))
            }
        }
        guard case .path(let path) = head, path.parents == 0, !path.isData, path.segments.count == 1 else {
            guard arguments.isEmpty, options.isEmpty else {
                throw InvalidPattern("arguments are not allowed here", at: start)
            }
            return head
        }
        let name = path.segments[0]
        guard let helper = TemplateHelper.named[name] else {
            guard arguments.isEmpty, options.isEmpty, !TemplateHelper.unsupported.contains(name) else {
                throw TemplateHelper.unknown(name, at: start)
            }
            return head
        }
        return try helper.checked(arguments, options, at: start)
    }

    private mutating func argument(_ depth: Int) throws(InvalidPattern) -> TemplateExpression {
        guard depth < Template.maximumDepth else {
            throw InvalidPattern("has more than \(Template.maximumDepth) nested calls", at: place)
        }
        guard let scalar = next else { throw InvalidPattern("a value is missing", at: place) }
        defer { skipSpaces() }
        if scalar == "'" || scalar == "\"" { return .literal(.string(try takeString(scalar))) }
        guard scalar == "(" else { return try takePath() }
        let start = place
        place += 1
        skipSpaces()
        let call = try call(depth: depth + 1)
        guard next == ")" else { throw InvalidPattern("'(' is not closed", at: start) }
        place += 1
        return call
    }

    private mutating func takeString(_ quote: Unicode.Scalar) throws(InvalidPattern) -> String {
        let start = place
        var text = String.UnicodeScalarView()
        place += 1
        while let scalar = next {
            place += 1
            if scalar == quote { return String(text) }
            let isEscape = scalar == "\\" && next == quote
            text.append(isEscape ? quote : scalar)
            if isEscape { place += 1 }
        }
        throw InvalidPattern("a quote is not closed", at: start)
    }

    private mutating func takePath() throws(InvalidPattern) -> TemplateExpression {
        let start = place
        var path = TemplatePath()
        if next == "@" {
            path.isData = true
            place += 1
        }
        while begins("../") {
            path.parents += 1
            place += 3
        }
        if begins(".."), isEnd(at: place + 2) {
            place += 2
            path.parents += 1
            return .path(path)
        }
        let segmentsStart = place
        while let scalar = next, !Self.isDelimiter(scalar) {
            if scalar == "[" {
                path.segments.append(try takeBracketed())
            } else if scalar == "." || scalar == "/" {
                place += 1
            } else {
                path.segments.append(takeWord())
            }
        }
        let text = String(String.UnicodeScalarView(scalars[start..<place]))
        guard place > segmentsStart || path.parents > 0 else {
            throw InvalidPattern("unexpected '\(next.map { String($0) } ?? "")'", at: place)
        }
        if let literal = Self.literal(text) { return .literal(literal) }
        if path.segments.first == "this" { path.segments.removeFirst() }
        if path.segments.count > 1, path.segments[0] == "request" {
            try RequestModelNames.check(path.segments, at: start)
        }
        return .path(path)
    }

    private static func literal(_ text: String) -> JSONValue? {
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null", "undefined": .null
        case _: JSONNumber(text).map { .number($0) }
        }
    }

    private mutating func takeBracketed() throws(InvalidPattern) -> String {
        let start = place
        guard let end = scalars[start...].firstIndex(of: "]") else {
            throw InvalidPattern("'[' is not closed", at: start)
        }
        place = end + 1
        return String(String.UnicodeScalarView(scalars[(start + 1)..<end]))
    }

    private mutating func takeWord() -> String {
        let word = scalars[place...].prefix { !Self.isDelimiter($0) && $0 != "." && $0 != "/" && $0 != "[" }
        place += word.count
        return String(String.UnicodeScalarView(word))
    }

    /// The key of an option, and its equals sign.
    private mutating func takeKey() -> String? {
        let word = scalars[place...].prefix { $0.properties.isAlphabetic || $0 == "_" || $0 == "-" }
        guard !word.isEmpty, word.endIndex < scalars.endIndex, scalars[word.endIndex] == "=" else { return nil }
        place = word.endIndex + 1
        return String(String.UnicodeScalarView(word))
    }

    private var isNames: Bool { begins("as |") }

    /// `as |item index|`.
    private mutating func takeNames() throws(InvalidPattern) -> [String] {
        guard isNames else { return [] }
        let start = place
        place += 4
        guard let end = scalars[place...].firstIndex(of: "|") else {
            throw InvalidPattern("'|' is not closed", at: start)
        }
        let names = scalars[place..<end].split { $0.properties.isWhitespace }
        place = end + 1
        skipSpaces()
        return names.map { String(String.UnicodeScalarView($0)) }
    }

    private var next: Unicode.Scalar? { isAtEnd ? nil : scalars[place] }

    private mutating func skipSpaces() {
        while let scalar = next, scalar.properties.isWhitespace { place += 1 }
    }

    private func begins(_ text: String) -> Bool {
        scalars[place...].starts(with: text.unicodeScalars)
    }

    private func isEnd(at index: Int) -> Bool {
        index >= scalars.endIndex || Self.isDelimiter(scalars[index])
    }

    private static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "()=|'\"".unicodeScalars.contains(scalar)
    }
}

/// The members of `request` in templates.
enum RequestModelNames {
    static let known = [
        "method", "url", "path", "pathSegments", "query", "headers", "cookies", "body", "bodyAsBase64", "scheme",
        "host", "port", "tls", "baseUrl", "requestLine", "id", "clientIp", "multipart", "parts",
    ]

    /// Checks the first name after `request`.
    ///
    /// - Throws: ``InvalidPattern`` if requests have no member of that name.
    static func check(_ segments: [String], at offset: Int) throws(InvalidPattern) {
        guard !known.contains(segments[1]) else { return }
        let suggestion =
            Spelling.suggestion(for: segments[1], among: known) ?? "supported: " + known.joined(separator: ", ")
        throw InvalidPattern("'request.\(segments[1])' is not supported; \(suggestion)", at: offset)
    }
}
