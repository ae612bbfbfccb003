internal import HAL
import Matching

extension TemplateHelper {
    /// The helpers for texts that Handlebars.java has, except those that WireMock documents itself.
    static let handlebars: [TemplateHelper] = [
        .text("abbreviate", arguments: 2...2, block: .section) { (text, call, renderer) throws(TemplateFailure) in
            guard let width = try renderer.argument(1, of: call).number?.int, width >= 4 else {
                return .error("'abbreviate' needs a width of at least 4")
            }
            return .text(text.count <= width ? text : text.prefix(width - 3) + "...")
        },
        .text("capitalizeFirst") { text, _, _ in .text(text.prefix(1).uppercased() + text.dropFirst()) },
        .padded("center") { ($0 / 2, $0 - $0 / 2) },
        .padded("ljust") { (0, $0) },
        .padded("rjust") { ($0, 0) },
        .text("cut", arguments: 1...2, block: .section) { (text, call, renderer) throws(TemplateFailure) in
            let part = call.arguments.count > 1 ? try renderer.text(1, of: call) : " "
            return .text(part.isEmpty ? text : TextSearch.replace(part, in: text, by: ""))
        },
        .text("slugify") { text, _, _ in .text(text.slug) },
        .text("stripTags") { text, _, _ in .text(text.withoutTags) },
        .text("wordWrap", arguments: 2...2, block: .section) { (text, call, renderer) throws(TemplateFailure) in
            guard let length = try renderer.argument(1, of: call).number?.int else {
                return .error("'wordWrap' needs a length")
            }
            return .text(text.wrapped(at: max(1, length)))
        },
        TemplateHelper(
            "yesno",
            arguments: 1...1,
            options: ["yes", "no", "maybe"]
        ) { (call, renderer) throws(TemplateFailure) in
            let name: String
            switch try renderer.argument(0, of: call) {
            case .json(.bool(let value)): name = value ? "yes" : "no"
            case .missing, .json(.null): name = "maybe"
            case .json, .date, .values, .model, .fields, .parts, .xml: return .error("'yesno' needs a boolean")
            }
            return call.options[name] == nil ? .text(name) : try renderer.option(name, of: call)
        },
        TemplateHelper("defaultIfEmpty", arguments: 1...2) { (call, renderer) throws(TemplateFailure) in
            let value = try renderer.argument(0, of: call)
            return value.isTruthy ? value : try renderer.argument(1, of: call)
        },
        // Without effect: the log of WireMock is Java's.
        TemplateHelper("log", arguments: 0...20, options: ["level"]) { _, _ in .missing },
    ]

    /// A helper that fills a text up to a size; `shares` divides the missing characters between its two sides.
    private static func padded(_ name: String, _ shares: @escaping @Sendable (Int) -> (Int, Int)) -> TemplateHelper {
        .text(name, options: ["size", "pad"], block: .onlyContent) { (text, call, renderer) throws(TemplateFailure) in
            guard let size = try renderer.option("size", of: call).number?.int, size <= 100_000 else {
                return .error("'\(name)' needs a size of at most 100000")
            }
            let missing = max(0, max(0, size) - text.count)
            let option = try renderer.text(option: "pad", of: call)
            let pad = Array(option.isEmpty ? " " : option)
            try renderer.step(missing / 256)
            let (left, right) = shares(missing)
            func fill(_ count: Int) -> String { String((0..<count).map { pad[$0 % pad.count] }) }
            return .text(fill(left) + text + fill(right))
        }
    }
}

extension String {
    /// The letters and digits in lower case; each white space between them is a hyphen.
    fileprivate var slug: String {
        var kept = self.filter { $0.isLetter || $0.isNumber || $0.isWhitespace }[...]
        while kept.first?.isWhitespace == true { kept.removeFirst() }
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return String(kept.lowercased().map { $0.isWhitespace ? "-" : $0 })
    }

    /// The text without what is between `<` and `>`.
    fileprivate var withoutTags: String {
        var text: [UInt8] = []
        var rest = utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")),
            let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            text += rest[..<start]
            rest = rest[rest.index(after: end)...]
        }
        return String(decoding: text + Array(rest), as: UTF8.self)
    }

    /// The text in lines of at most that many characters, broken at spaces; a longer word is not broken.
    fileprivate func wrapped(at length: Int) -> String {
        let characters = Array(self)
        var wrapped = ""
        var start = 0
        while start < characters.count {
            guard characters[start] != " " else {
                start += 1
                continue
            }
            guard characters.count - start > length else { break }
            let space =
                characters[start...(start + length)].lastIndex(of: " ")
                ?? characters[(start + length)...].firstIndex(of: " ")
            guard let space else { break }
            wrapped += String(characters[start..<space]) + "\n"
            start = space + 1
        }
        return wrapped + String(characters[min(start, characters.count)...])
    }
}
