import Documents

extension NodeReader {
    private static let excludeKey = "exclude"

    func matrix(_ node: Node) -> Matrix? {
        guard case .mapping(let pairs) = node.content else {
            log.error("'matrix' must be an object, not \(node.kind)", at: node)
            return nil
        }
        let names = pairs.filter { $0.key.text != Self.excludeKey }
        guard !names.isEmpty else {
            log.error("'matrix' needs at least one name with a list of values", at: node)
            return nil
        }
        guard names.count <= Matrix.maximumNames else {
            log.error("'matrix' has more than \(Matrix.maximumNames) names", at: names[Matrix.maximumNames].key)
            return nil
        }
        var matrix = Matrix(
            names.map { pair in
                checkName(pair.key)
                return Matrix.Name(pair.key.text, values: matrixValues(pair.value, of: pair.key.text))
            }
        )
        guard checkSize(of: matrix, at: node) else { return nil }
        guard let exclude = node[Self.excludeKey] else { return matrix }
        matrix.leaveOut(exclusions(exclude, of: matrix))
        if matrix.count == 0 { log.error("'\(Self.excludeKey)' leaves no variant", at: node) }
        return matrix.count == 0 ? nil : matrix
    }

    private func checkName(_ key: Node) {
        let isName =
            !key.text.isEmpty
            && key.text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "_-".contains(Character(scalar)))
            }
        if !isName { log.error("'\(key.text)' is not a valid name: use only letters, digits, '_' and '-'", at: key) }
    }

    private func matrixValues(_ node: Node, of name: String) -> [Node.Scalar] {
        guard let items = items(node, "'\(name)'") else { return [] }
        if items.isEmpty { log.error("'\(name)' has no values", at: node) }
        var known: Set<String> = []
        return items.flatMap { item in
            expanded(item, of: name).filter { value in
                if known.insert(value.text).inserted { return true }
                log.error("'\(value.text)' is listed twice in '\(name)'", at: item)
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
                log.error(
                    "'\(text)' is not a valid range: it must ascend, by less than \(Matrix.maximumVariants)",
                    at: item
                )
                return []
            }
            return (lower...upper).map { Node.Scalar(text: String($0), isPlain: true) }
        }
        checkAddress(text, at: item)
        return [scalar]
    }

    /// Logs a value that an address, `/~slug:value:value/`, cannot contain.
    private func checkAddress(_ value: String, at node: Node) {
        let isAllowed =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy { scalar in
                scalar.value > 0x20 && scalar.value < 0x7F && !"/:@?#%\"<>\\^`{|}".unicodeScalars.contains(scalar)
            }
        if !isAllowed { log.error("'\(value)' is not a valid value: it is part of the variant's address", at: node) }
    }

    private func exclusions(_ node: Node, of matrix: Matrix) -> [Matrix.Exclusion] {
        let items = items(node, "'\(Self.excludeKey)'") ?? []
        if items.count > Matrix.maximumExclusions {
            log.error("'\(Self.excludeKey)' has more than \(Matrix.maximumExclusions) items", at: node)
            return []
        }
        return items.compactMap { item in
            var exclusion: Matrix.Exclusion = [:]
            for entry in entries(item, "an item of '\(Self.excludeKey)'") ?? [] {
                guard let position = matrix.names.firstIndex(where: { $0.name == entry.name }) else {
                    let suggestion = Spelling.suggestion(for: entry.name, among: matrix.names.map(\.name))
                    log.error("'\(entry.name)' is not a name of the matrix", at: entry.key, suggestion: suggestion)
                    continue
                }
                exclusion[position] = excluded(entry.value, of: matrix.names[position])
            }
            if case .mapping(let pairs) = item.content, pairs.isEmpty {
                log.error("an item of '\(Self.excludeKey)' needs at least one name", at: item)
            }
            return exclusion.isEmpty ? nil : exclusion
        }
    }

    /// The positions of the values, each once; a range may contain numbers that are not values.
    private func excluded(_ node: Node, of name: Matrix.Name) -> [Int] {
        var items = [node]
        if case .sequence(let list) = node.content { items = list }
        var places: Set<Int> = []
        for item in items {
            let texts = expanded(item, of: name.name).map(\.text)
            let known = texts.compactMap(name.place)
            places.formUnion(known)
            guard let text = texts.first, known.isEmpty else { continue }
            let suggestion = Spelling.suggestion(for: text, among: name.values.map(\.text).sorted())
            log.error("'\(item.text)' is not a value of '\(name.name)'", at: item, suggestion: suggestion)
        }
        return Array(places)
    }

    /// Logs a matrix with too many variants; a name without values was logged before.
    private func checkSize(of matrix: Matrix, at node: Node) -> Bool {
        guard let count = matrix.count else {
            log.error("the matrix has more than \(Matrix.maximumVariants) variants", at: node)
            return false
        }
        return count > 0
    }
}
