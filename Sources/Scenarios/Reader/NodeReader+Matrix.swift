extension NodeReader {
    private static let excludeKey = "exclude"

    func matrix(_ node: Node) -> Matrix? {
        guard case .mapping(let pairs) = node.content else {
            log.error("'matrix' must be an object, not \(node.kind)", at: node)
            return nil
        }
        var matrix = Matrix()
        for pair in pairs where pair.key.text != Self.excludeKey {
            checkName(pair.key)
            matrix.names.append(pair.key.text)
            matrix.values.append(matrixValues(pair.value, of: pair.key.text))
        }
        guard !matrix.names.isEmpty else {
            log.error("'matrix' needs at least one name with a list of values", at: node)
            return nil
        }
        if let exclude = node[Self.excludeKey] { matrix.exclusions = exclusions(exclude, of: matrix) }
        return checkSize(of: matrix, at: node) ? matrix : nil
    }

    private func checkName(_ key: Node) {
        let isName =
            !key.text.isEmpty
            && key.text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "_-".contains(Character(scalar)))
            }
        if !isName { log.error("'\(key.text)' is no name: letters, digits, '_' and '-' only", at: key) }
    }

    private func matrixValues(_ node: Node, of name: String) -> [Node.Scalar] {
        guard let items = items(node, "'\(name)'") else { return [] }
        if items.isEmpty { log.error("'\(name)' has no values", at: node) }
        var known: Set<String> = []
        return items.flatMap { item in
            expanded(item, of: name).filter { value in
                if known.insert(value.text).inserted { return true }
                log.error("'\(value.text)' stands twice in '\(name)'", at: item)
                return false
            }
        }
    }

    /// The value itself, or the members of a range like `200-299`.
    private func expanded(_ item: Node, of name: String) -> [Node.Scalar] {
        guard let scalar = item.scalar, let text = text(item, "a value of '\(name)'") else {
            if item.scalar == nil {
                log.error("a value of '\(name)' must be a single value, not \(item.kind)", at: item)
            }
            return []
        }
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt32($0) }
        if scalar.isPlain, bounds.count == 2, let lower = bounds[0], let upper = bounds[1] {
            guard lower <= upper, upper - lower < Matrix.maximumVariants else {
                log.error("'\(text)' is no range: it must go up, by less than \(Matrix.maximumVariants)", at: item)
                return []
            }
            return (lower...upper).map { Node.Scalar(text: String($0), isPlain: true) }
        }
        checkAddress(text, at: item)
        return [scalar]
    }

    /// Values stand in addresses: `/~slug:value:value/`.
    private func checkAddress(_ value: String, at node: Node) {
        let isAllowed =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy { scalar in
                scalar.value > 0x20 && scalar.value < 0x7F && !"/:@?#%\"<>\\^`{|}".unicodeScalars.contains(scalar)
            }
        if !isAllowed { log.error("'\(value)' can not be a value: it stands in the variant's address", at: node) }
    }

    private func exclusions(_ node: Node, of matrix: Matrix) -> [Matrix.Exclusion] {
        (items(node, "'\(Self.excludeKey)'") ?? []).compactMap { item in
            var exclusion: Matrix.Exclusion = [:]
            for entry in entries(item, "an item of '\(Self.excludeKey)'") ?? [] {
                guard let index = matrix.names.firstIndex(of: entry.name) else {
                    let suggestion = Spelling.suggestion(for: entry.name, among: matrix.names)
                    log.error("'\(entry.name)' is no name of the matrix", at: entry.key, suggestion: suggestion)
                    continue
                }
                let known = Set(matrix.values[index].map(\.text))
                exclusion[entry.name] = excluded(entry.value, of: entry.name, known: known)
            }
            if case .mapping(let pairs) = item.content, pairs.isEmpty {
                log.error("an item of '\(Self.excludeKey)' needs at least one name", at: item)
            }
            return exclusion.isEmpty ? nil : exclusion
        }
    }

    private func excluded(_ node: Node, of name: String, known: Set<String>) -> Set<String> {
        var items = [node]
        if case .sequence(let list) = node.content { items = list }
        var values: Set<String> = []
        for item in items {
            let texts = expanded(item, of: name).map(\.text)
            values.formUnion(texts)
            guard let text = texts.first, known.isDisjoint(with: texts) else { continue }
            let suggestion = Spelling.suggestion(for: text, among: known.sorted())
            log.error("'\(item.text)' is no value of '\(name)'", at: item, suggestion: suggestion)
        }
        return values
    }

    private func checkSize(of matrix: Matrix, at node: Node) -> Bool {
        if let count = matrix.count, count <= Matrix.maximumVariants {
            let isUsed = count == 0 || !matrix.combinations().isEmpty
            if !isUsed { log.error("'\(Self.excludeKey)' leaves no variant", at: node) }
            return count > 0 && isUsed
        }
        log.error("the matrix has more than \(Matrix.maximumVariants) variants", at: node)
        return false
    }
}
