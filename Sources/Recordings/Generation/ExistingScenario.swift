package import Documents
internal import HAL

/// A scenario file to which recorded interactions are added: its text remains, except for `recorded`.
package struct ExistingScenario: Sendable {
    /// Its interactions, and their lines.
    let interactions: [(content: JSONObject, line: Int)]
    /// The requests of its interactions.
    let requests: Set<JSONObject>
    /// The greatest number of a placeholder in it.
    let greatestPlaceholder: Int

    private let text: String
    private let root: Node
    private let content: JSONObject

    /// Reads a file.
    ///
    /// - Throws: ``SyntaxProblem`` if it is not YAML, or its lists are not in block style.
    package init(_ bytes: [UInt8]) throws(SyntaxProblem) {
        let text = String(decoding: UTF8Check.withoutByteOrderMark(bytes), as: UTF8.self)
        let start = Mark(line: 1, column: 1)
        guard let root = try DocumentSyntax.yaml.compose(bytes).root,
            let content = (try? YAMLText.value(of: bytes))?.object
        else { throw SyntaxProblem(message: "the file is not a scenario", mark: start) }
        let lines = root["interactions"]?.items.map(\.mark.line) ?? []
        interactions = zip(content["interactions"]?.array ?? [], lines).compactMap { value, line in
            value.object.map { ($0, line) }
        }
        requests = Set(interactions.compactMap { $0.content["request"]?.object })
        let numbers = Pseudonyms.placeholders(in: text).compactMap { Int($0.dropFirst(Pseudonyms.prefix.count)) }
        greatestPlaceholder = min(numbers.max() ?? 0, Int(Int32.max))
        (self.text, self.root, self.content) = (text, root, content)
        for key in ["interactions", "contract"] { try checkStyle(of: key) }
    }

    /// Only lines can be added to a list.
    private func checkStyle(of key: String) throws(SyntaxProblem) {
        guard let node = root[key] else {
            guard key == "interactions" else { return }
            throw SyntaxProblem(message: "the file has no 'interactions'", mark: root.mark)
        }
        guard case .sequence(let items) = node.content, let first = items.first,
            line(first.mark.line).drop(while: { $0 == " " }).hasPrefix("-")
        else {
            throw SyntaxProblem(
                message: "'\(key)' must be a list with one item per line, each after a hyphen",
                mark: node.mark
            )
        }
    }

    private func line(_ number: Int) -> Substring {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.contains(number - 1) ? lines[number - 1] : ""
    }

    /// The text with the interactions and the steps of another scenario, which it must not have.
    func text(adding other: JSONObject) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        var additions: [(line: Int, replaced: Int, text: String)] = []
        additions.append(addition(of: other["interactions"]?.array ?? [], to: "interactions", lines))
        additions.append(addition(of: renamed(other["contract"]?.array ?? []), to: "contract", lines))
        if let addition = addition(of: other["recorded"]?["unserved"]?.array ?? [], lines) {
            additions.append(addition)
        }
        // From the end, so that the numbers of the lines before remain.
        for addition in additions.sorted(by: { $0.line > $1.line }) where !addition.text.isEmpty {
            let end = min(addition.line + addition.replaced, lines.count)
            lines.replaceSubrange(addition.line..<end, with: [String(addition.text.dropLast())])
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func addition(
        of items: [JSONValue],
        to key: String,
        _ lines: [String]
    ) -> (line: Int, replaced: Int, text: String) {
        guard !items.isEmpty else { return (0, 0, "") }
        guard let first = root[key]?.items.first else {
            return (lines.count, 0, "\(key):\n" + YAMLWriter.items(items, at: 2))
        }
        let indentation = lines[first.mark.line - 1].prefix { $0 == " " }.count
        return (end(of: key, lines), 0, YAMLWriter.items(items, at: indentation))
    }

    /// The `recorded` of both.
    private func addition(of unserved: [JSONValue], _ lines: [String]) -> (line: Int, replaced: Int, text: String)? {
        let own = content["recorded"]?["unserved"]?.array ?? []
        let new = unserved.filter { !own.contains($0) }
        guard !new.isEmpty || root["recorded"] == nil else { return nil }
        let value = own + new
        let object: JSONObject = ["recorded": value.isEmpty ? [:] : ["unserved": .array(value)]]
        let text = YAMLWriter.document(.object(object))
        guard let pair = root.pairs.first(where: { $0.key.text == "recorded" }) else { return (lines.count, 0, text) }
        let start = pair.key.mark.line - 1
        return (start, end(of: "recorded", lines) - start, text)
    }

    /// The number of the line after the last one of a key of the file.
    private func end(of key: String, _ lines: [String]) -> Int {
        guard let start = root.pairs.first(where: { $0.key.text == key })?.key.mark.line else { return lines.count }
        let next = root.pairs.map(\.key.mark.line).filter { $0 > start }.min()
        var end = next.map { $0 - 1 } ?? lines.count
        while end > start, lines[end - 1].allSatisfy({ $0 == " " }) || lines[end - 1].hasPrefix("#") { end -= 1 }
        return end
    }

    /// The steps with names that the file does not have; `from` of those after them, too.
    private func renamed(_ steps: [JSONValue]) -> [JSONValue] {
        var names = Set((content["contract"]?.array ?? []).compactMap { $0["step"]?.string })
        var new: [String: String] = [:]
        return steps.map { step in
            guard var object = step.object, let name = object["step"]?.string else { return step }
            var unique = name
            var number = 2
            while !names.insert(unique).inserted {
                unique = "\(name) (\(number))"
                number += 1
            }
            new[name] = unique
            object["step"] = .string(unique)
            if var request = object["request"]?.object, var follow = request["follow"]?.object,
                let source = follow["from"]?.string
            {
                follow["from"] = .string(new[source] ?? source)
                request["follow"] = .object(follow)
                object["request"] = .object(request)
            }
            return .object(object)
        }
    }
}
