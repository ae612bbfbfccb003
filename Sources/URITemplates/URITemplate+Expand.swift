extension URITemplate {
    /// The maximum length of an expansion in bytes, unless the template itself is longer.
    package static let maximumLength = 1 << 20

    /// Expands the template to a URI reference; undefined variables are omitted, RFC 6570 §3.
    ///
    /// - Throws: ``URITemplateError`` if a prefix modifier applies to a list or a map, or if the result exceeds 1 MiB and
    ///   the length of the template.
    public func expand(_ variables: Variables = [:]) throws(URITemplateError) -> String {
        var expanded = ""
        let limit = max(Self.maximumLength, text.utf8.count)
        for part in parts {
            switch part {
            case .literal(_, let encoded): expanded += encoded
            case .expression(let expression):
                expanded += try expression.expand(variables)
                guard expanded.utf8.count <= limit else {
                    let offset = expression.variables.first?.offset ?? 0
                    throw URITemplateError(.tooLong, "the expansion exceeds \(limit) bytes", at: offset)
                }
            }
        }
        return expanded
    }

    /// Expands only the given variables; returns the remaining template.
    ///
    /// Expanding it with the other variables has the same result as expanding with all at once. An expression whose
    /// parts depend on each other (`{a,b}`, `{+a,b}`, `{#a,b}`, `{?a,b}` without `a`) keeps the values until all its
    /// variables have one, and keeps its text. To drop a variable, set it to an empty list.
    ///
    /// - Throws: ``URITemplateError`` if a prefix modifier applies to a list or a map.
    public func expand(partially variables: Variables) throws(URITemplateError) -> URITemplate {
        var remaining: [Part] = []
        for part in parts {
            switch part {
            case .literal(_, let encoded): remaining.append(.literal(encoded, encoded: encoded))
            case .expression(let expression): remaining += try expression.expand(partially: variables)
            }
        }
        return URITemplate(parts: remaining.filter { !$0.text.isEmpty })
    }
}

extension URITemplate.Expression {
    private typealias Specification = URITemplate.VariableSpecification
    private typealias Pair = URITemplate.Value.Pair

    func expand(_ variables: URITemplate.Variables) throws(URITemplateError) -> String {
        var expanded: [String] = []
        for variable in self.variables {
            guard let value = bound[variable.name] ?? variables[variable.name], !value.isUndefined else { continue }
            expanded.append(try expand(variable, value))
        }
        return expanded.isEmpty ? "" : style.first + expanded.joined(separator: style.separator)
    }

    /// Returns text for known variables and expressions for the others.
    func expand(partially added: URITemplate.Variables) throws(URITemplateError) -> [URITemplate.Part] {
        var known = bound
        for name in missingNames { known[name] = added[name] }
        let isKnown = variables.map { known[$0.name] != nil }
        guard isKnown.contains(false) else { return [Self.literal(try expand(known))] }
        switch style {
        case .simple, .reserved, .fragment:
            return [.expression(Self(style: style, variables: variables, bound: known))]
        case .label, .path, .parameter, .continuation:
            return try variables.map { variable throws(URITemplateError) in
                let single = Self(style: style, variables: [variable])
                return known[variable.name] == nil ? .expression(single) : Self.literal(try single.expand(known))
            }
        case .query:
            return try splitQuery(known, count: isKnown.prefix { $0 }.count)
        }
    }

    /// Expands the first `count` variables, which are known, and continues with `&` for the others.
    private func splitQuery(
        _ known: URITemplate.Variables,
        count: Int
    ) throws(URITemplateError) -> [URITemplate.Part] {
        let head = try Self(style: .query, variables: Array(variables.prefix(count))).expand(known)
        let rest = Array(variables.dropFirst(count))
        // Without a '?' in the text, the rest still has to write one.
        guard !head.isEmpty else { return [.expression(Self(style: .query, variables: rest, bound: known))] }
        return try [Self.literal(head)] + Self(style: .continuation, variables: rest).expand(partially: known)
    }

    private static func literal(_ text: String) -> URITemplate.Part {
        .literal(text, encoded: text)
    }

    private func expand(
        _ variable: URITemplate.VariableSpecification,
        _ value: URITemplate.Value
    ) throws(URITemplateError) -> String {
        switch (variable.modifier, value) {
        case (.prefix(let length), .string(let string)):
            return assign(variable.name, encode(prefix(of: string, length)))
        case (.prefix, .list), (.prefix, .map):
            throw URITemplateError(
                .prefixOfComposite,
                "'\(variable.name)' is a list or a map, which cannot have a prefix",
                at: variable.offset
            )
        case (.none, .string(let string)), (.explode, .string(let string)):
            return assign(variable.name, encode(string))
        case (.none, .list(let members)):
            return assign(variable.name, members.map(encode).joined(separator: ","))
        case (.none, .map(let pairs)):
            return assign(variable.name, pairs.flatMap { [encode($0.name), encode($0.value)] }.joined(separator: ","))
        case (.explode, .list(let members)):
            return members.map { assign(variable.name, encode($0)) }.joined(separator: style.separator)
        case (.explode, .map(let pairs)):
            return pairs.map(explode).joined(separator: style.separator)
        }
    }

    private func explode(_ pair: URITemplate.Value.Pair) -> String {
        let value = encode(pair.value)
        return encode(pair.name) + (style.isNamed && value.isEmpty ? style.emptyAssignment : "=" + value)
    }

    /// `name=value` in named styles, else only the value.
    private func assign(_ name: String, _ value: String) -> String {
        guard style.isNamed else { return value }
        return name + (value.isEmpty ? style.emptyAssignment : "=" + value)
    }

    private func encode(_ string: String) -> String {
        PercentEncoding.encode(string, keepingReserved: style.keepsReserved)
    }

    /// The first characters of a value; kept triplets are never cut.
    private func prefix(of string: String, _ length: Int) -> String {
        guard style.keepsReserved else { return String(string.unicodeScalars.prefix(length)) }
        let bytes = Array(string.utf8)
        var end = 0
        for _ in 0..<length where end < bytes.count {
            end += PercentEncoding.isTriplet(bytes[end...]) ? 3 : 1
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
