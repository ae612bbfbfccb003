private import CYAML
internal import HAL

/// Reads YAML by libyaml's events; the one place that knows libyaml.
package struct YAMLComposer {
    private var builder = NodeBuilder()
    /// The last text in quotes: the next problem may come of where it ends.
    private var lastQuoted: YAMLDiagnosis.Span?
    /// Lists and objects that have begun; nil for those that indentation ends.
    private var brackets: [YAMLDiagnosis.OpenBracket?] = []

    /// The document and the problems that did not stop reading; no document for a file that is empty.
    ///
    /// - Throws: ``SyntaxProblem`` when the text is not UTF-8, is not valid YAML, or holds several documents.
    package static func compose(_ bytes: [UInt8]) throws(SyntaxProblem) -> (root: Node?, problems: [SyntaxProblem]) {
        try UTF8Check.check(bytes)
        var composer = YAMLComposer()
        try composer.read(bytes)
        return (composer.builder.root, composer.builder.problems)
    }

    private mutating func read(_ bytes: [UInt8]) throws(SyntaxProblem) {
        let failure: SyntaxProblem? = unsafe bytes.withUnsafeBufferPointer { buffer in
            let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
            defer { unsafe parser.deallocate() }
            guard unsafe yaml_parser_initialize(parser) == 1 else {
                return SyntaxProblem(message: "out of memory", mark: Mark(line: 1, column: 1))
            }
            defer { unsafe yaml_parser_delete(parser) }
            unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
            unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            do throws(SyntaxProblem) {
                unsafe try take(all: parser, of: bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    private mutating func take(
        all parser: UnsafeMutablePointer<yaml_parser_t>,
        of bytes: [UInt8]
    ) throws(SyntaxProblem) {
        var documents = 0
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else {
                throw unsafe problem(of: parser, in: bytes)
            }
            defer { unsafe yaml_event_delete(&event) }
            switch unsafe event.type {
            case YAML_STREAM_END_EVENT: return
            case YAML_DOCUMENT_START_EVENT:
                documents += 1
                guard documents == 1 else {
                    let mark = unsafe Mark(event.start_mark)
                    throw SyntaxProblem(
                        message: "a file contains one document; this is the second",
                        mark: mark,
                        suggestion: "move it to its own file"
                    )
                }
            default: try unsafe take(event)
            }
        }
    }

    private mutating func take(_ event: yaml_event_t) throws(SyntaxProblem) {
        let mark = unsafe Mark(event.start_mark)
        switch unsafe event.type {
        case YAML_SCALAR_EVENT:
            try unsafe takeScalar(event)
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            try unsafe Self.check(tag: start.tag, allowed: "tag:yaml.org,2002:seq", at: mark)
            let isFlow = unsafe start.style == YAML_FLOW_SEQUENCE_STYLE
            brackets.append(isFlow ? YAMLDiagnosis.OpenBracket(mark: mark, isObject: false) : nil)
            try builder.begin(mapping: false, at: mark, anchor: unsafe Self.text(start.anchor))
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            try unsafe Self.check(tag: start.tag, allowed: "tag:yaml.org,2002:map", at: mark)
            let isFlow = unsafe start.style == YAML_FLOW_MAPPING_STYLE
            brackets.append(isFlow ? YAMLDiagnosis.OpenBracket(mark: mark, isObject: true) : nil)
            try builder.begin(mapping: true, at: mark, anchor: unsafe Self.text(start.anchor))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            brackets.removeLast()
            try builder.end()
        case YAML_ALIAS_EVENT:
            try builder.alias(unsafe Self.text(event.data.alias.anchor) ?? "", at: mark)
        default:
            return
        }
    }

    private mutating func takeScalar(_ event: yaml_event_t) throws(SyntaxProblem) {
        let scalar = unsafe event.data.scalar
        let start = unsafe Mark(event.start_mark)
        let end = unsafe Mark(event.end_mark)
        try unsafe Self.check(tag: scalar.tag, allowed: "tag:yaml.org,2002:str", at: start)
        let buffer = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE && scalar.tag == nil
        let isQuoted =
            unsafe scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE || scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
        if isQuoted { lastQuoted = YAMLDiagnosis.Span(start: start, end: end) }
        try builder.scalar(
            Node.Scalar(text: unsafe String(decoding: buffer, as: UTF8.self), isPlain: isPlain),
            at: start,
            length: end.line == start.line ? end.column - start.column : 1,
            anchor: unsafe Self.text(scalar.anchor)
        )
    }

    /// Tags have no meaning here, aside from the ones that say what is so anyway, or that a scalar is a string.
    private static func check(
        tag: UnsafeMutablePointer<yaml_char_t>?,
        allowed: String,
        at mark: Mark
    ) throws(SyntaxProblem) {
        guard let tag = unsafe text(tag), tag != allowed, tag != "!" else { return }
        throw SyntaxProblem(
            message: "tag '\(tag)' is not supported",
            mark: mark,
            suggestion: "remove it, or quote the value"
        )
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(cString: pointer)
    }

    private func problem(of parser: UnsafeMutablePointer<yaml_parser_t>, in bytes: [UInt8]) -> SyntaxProblem {
        let parser = unsafe parser.pointee
        let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "it cannot be parsed"
        guard unsafe parser.error != YAML_READER_ERROR else {
            let position = unsafe TextPosition(of: min(parser.problem_offset, bytes.count), in: bytes)
            let code = unsafe String(UInt32(bitPattern: parser.problem_value), radix: 16, uppercase: true)
            return SyntaxProblem(
                message:
                    "the control character U+\(String(repeating: "0", count: max(4 - code.count, 0)) + code) is not allowed",
                mark: Mark(position),
                suggestion: "remove it, or write its code in double quotes: \"\\u0007\""
            )
        }
        let complaint = YAMLDiagnosis.Complaint(
            problem: problem,
            mark: unsafe Mark(parser.problem_mark),
            context: unsafe parser.context.map { unsafe String(cString: $0) },
            contextMark: unsafe Mark(parser.context_mark)
        )
        let bracket = brackets.last.flatMap(\.self)
        return YAMLDiagnosis(complaint, lastQuoted: lastQuoted, openBracket: bracket, in: bytes).problem
    }
}

extension Mark {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}
