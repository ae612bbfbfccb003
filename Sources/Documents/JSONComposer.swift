internal import HAL

/// Reads JSON into the nodes that YAML becomes too.
package struct JSONComposer {
    private var scanner: JSONScanner
    private var builder = NodeBuilder()
    private var positions: PositionTracker

    /// The document and the problems that did not stop reading.
    ///
    /// - Throws: ``SyntaxProblem`` when the text is not valid JSON.
    package static func compose(_ bytes: [UInt8]) throws(SyntaxProblem) -> (root: Node?, problems: [SyntaxProblem]) {
        try UTF8Check.refuseUTF16(bytes)
        var composer = JSONComposer(scanner: JSONScanner(bytes), positions: PositionTracker(bytes))
        try composer.read()
        return (composer.builder.root, composer.builder.problems)
    }

    /// Does the same for JSON as WireMock takes it; `complaint` says why it is not JSON, and is nil if it is.
    ///
    /// - Throws: ``SyntaxProblem`` when WireMock does not take the text either.
    package static func composeRelaxed(
        _ bytes: [UInt8]
    ) throws(SyntaxProblem) -> (root: Node?, problems: [SyntaxProblem], complaint: SyntaxProblem?) {
        do throws(SyntaxProblem) {
            let document = try compose(bytes)
            return (document.root, document.problems, nil)
        } catch {
            guard let document = try? compose(RelaxedJSON.strict(UTF8Check.withoutByteOrderMark(bytes))) else {
                throw error
            }
            return (document.root, document.problems, error)
        }
    }

    private mutating func read() throws(SyntaxProblem) {
        while let event = try next() {
            let mark = positions.mark(of: scanner.eventOffset)
            switch event {
            case .beginObject: try builder.begin(mapping: true, at: mark)
            case .beginArray: try builder.begin(mapping: false, at: mark)
            case .endObject, .endArray: try builder.end()
            case .key(let text), .string(let text): try add(scanner.string(text), isPlain: false, at: mark)
            case .number(let range):
                try add(String(decoding: scanner.bytes[range], as: UTF8.self), isPlain: true, at: mark)
            case .bool(let value): try add(value ? "true" : "false", isPlain: true, at: mark)
            case .null: try add("null", isPlain: true, at: mark)
            }
        }
    }

    private mutating func next() throws(SyntaxProblem) -> JSONScanner.Event? {
        do throws(JSONError) {
            return try scanner.next()
        } catch {
            throw SyntaxProblem(
                message: "invalid JSON: \(error.message)",
                mark: Mark(line: error.line, column: error.column)
            )
        }
    }

    private mutating func add(_ text: String, isPlain: Bool, at mark: Mark) throws(SyntaxProblem) {
        let length = isPlain ? text.unicodeScalars.count : text.unicodeScalars.count + 2
        try builder.scalar(Node.Scalar(text: text, isPlain: isPlain), at: mark, length: length)
    }
}

/// Lines and columns of offsets that only grow, in one pass over the text.
private struct PositionTracker {
    private let bytes: [UInt8]
    private var offset = 0
    private var mark = Mark(line: 1, column: 1)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    mutating func mark(of target: Int) -> Mark {
        while offset < min(target, bytes.count) {
            if bytes[offset] == UInt8(ascii: "\n") {
                mark = Mark(line: mark.line + 1, column: 1)
            } else if bytes[offset] & 0xC0 != 0x80 {
                mark.column += 1
            }
            offset += 1
        }
        return mark
    }
}
