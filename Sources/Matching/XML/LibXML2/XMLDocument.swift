private import CXML2

/// An XML document, parsed by libxml2, which is loaded at the first use.
///
/// Nothing is read from elsewhere: neither DTDs nor entities exist, and documents that declare entities are invalid.
@safe package final class XMLDocument {
    /// The parts of names and the comments that are kept.
    package enum Form {
        /// Names have namespaces.
        case namespaces
        /// XPath finds names without their prefixes and namespaces.
        case localNames
        /// Names have namespaces, and comments are dropped.
        case withoutComments
    }

    /// In bytes; longer texts are invalid.
    package static let maximumLength = 4 << 20
    /// Elements, attributes, comments and instructions.
    package static let maximumNodes = 100_000
    /// The time to parse and visit a byte, in that of scanning one.
    private static let workPerByte = 8

    private let document: OpaquePointer

    /// Parses a text, whatever encoding it declares, within a budget.
    ///
    /// - Throws: ``InvalidPattern`` with the place in the message if the text is not well-formed or exceeds a limit.
    package init(_ text: String, _ form: Form, budget: inout EvaluationBudget) throws(InvalidPattern) {
        try Self.load()
        var text = text
        let length = text.utf8.count
        guard length <= Self.maximumLength else { throw InvalidPattern("it has more than \(Self.maximumLength) bytes") }
        guard budget.spend(bytes: Self.workPerByte * length) else { throw InvalidPattern("it takes too many steps") }
        var error = hypermock_xml_error()
        let parsed = text.withUTF8 { bytes in
            // An empty buffer may have no address.
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                unsafe bytes.baseAddress.flatMap {
                    unsafe hypermock_xml_parse($0, bytes.count, form.raw, Int32(Self.maximumNodes), &error)
                }
            }
        }
        guard let parsed = unsafe parsed else {
            throw InvalidPattern(length == 0 ? "it is empty" : Self.message(error))
        }
        unsafe document = parsed
    }

    deinit {
        unsafe hypermock_xml_free(document)
    }

    /// The root element, and comments and instructions beside it.
    package var nodes: [XMLNode] {
        var builder = XMLBuilder()
        unsafe withUnsafeMutablePointer(to: &builder) { builder in
            unsafe hypermock_xml_visit(document, builder, XMLBuilder.visit)
        }
        return builder.nodes
    }

    /// The number of nodes that an expression selects; nil if its result is not a set of nodes, if evaluation fails, or if
    /// the budget does not suffice.
    package func count(_ path: XPath, budget: inout EvaluationBudget) -> Int? {
        unsafe evaluate(path, budget: &budget) { xpath, _ in unsafe hypermock_xpath_count(xpath) }
    }

    /// The nodes that an expression selects, for the whole document its children; nil as for `count`.
    package func select(_ path: XPath, budget: inout EvaluationBudget) -> [[XMLNode]]? {
        unsafe evaluate(path, budget: &budget) { xpath, budget in
            var selected: [[XMLNode]] = []
            for index in unsafe 0..<hypermock_xpath_count(xpath) {
                var builder = XMLBuilder()
                unsafe withUnsafeMutablePointer(to: &builder) { builder in
                    unsafe hypermock_xpath_visit(xpath, index, builder, XMLBuilder.visit)
                }
                guard budget.spend(1 + builder.count) else { return nil }
                selected.append(builder.nodes)
            }
            return selected
        }
    }

    private func evaluate<Value>(
        _ path: XPath,
        budget: inout EvaluationBudget,
        _ read: (OpaquePointer, inout EvaluationBudget) -> Value?
    ) -> Value? {
        guard let xpath = unsafe hypermock_xpath_new(document) else { return nil }
        defer { unsafe hypermock_xpath_free(xpath) }
        guard unsafe Self.compile(path, xpath) == nil else { return nil }
        var operations = max(budget.stepsLeft, 1)
        let result = unsafe hypermock_xpath_evaluate(xpath, &operations)
        guard result != hypermock_xpath_result_too_long else {
            budget.spend(.max)
            return nil
        }
        guard budget.spend(operations), result == hypermock_xpath_result_nodes else { return nil }
        return unsafe read(xpath, &budget)
    }

    /// Whether libxml2 understands an expression.
    ///
    /// - Throws: ``InvalidPattern`` with its reason if it does not, or if it is missing.
    static func check(_ path: XPath) throws(InvalidPattern) {
        try load()
        guard let xpath = unsafe hypermock_xpath_new(nil) else { throw InvalidPattern("memory is short") }
        defer { unsafe hypermock_xpath_free(xpath) }
        if let invalid = unsafe compile(path, xpath) { throw invalid }
    }

    private static func compile(_ path: XPath, _ xpath: OpaquePointer) -> InvalidPattern? {
        for (prefix, uri) in path.namespaces {
            guard unsafe hypermock_xpath_add_namespace(xpath, prefix, uri) == 1 else {
                return InvalidPattern("the prefix '\(prefix)' cannot be used")
            }
        }
        var error = hypermock_xml_error()
        guard unsafe hypermock_xpath_compile(xpath, path.text, &error) == 0 else { return nil }
        return InvalidPattern(message(error))
    }

    /// - Throws: ``InvalidPattern`` if libxml2 is missing.
    private static func load() throws(InvalidPattern) {
        var reason = [CChar](repeating: 0, count: 256)
        guard unsafe hypermock_xml_load(&reason, reason.count) == 0 else { return }
        throw InvalidPattern("XML needs libxml2, which is missing: \(text(reason)); install it (Debian: libxml2)")
    }

    private static func message(_ error: hypermock_xml_error) -> String {
        let message = unsafe withUnsafeBytes(of: error.message) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let (line, column) = (error.line, error.column)
        return line > 0 && column > 0 ? "line \(line), column \(column): \(message)" : message
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension XMLDocument.Form {
    fileprivate var raw: hypermock_xml_form {
        switch self {
        case .namespaces: hypermock_xml_form_namespaces
        case .localNames: hypermock_xml_form_local_names
        case .withoutComments: hypermock_xml_form_without_comments
        }
    }
}

/// Makes nodes of the parts that libxml2 visits.
private struct XMLBuilder {
    private(set) var nodes: [XMLNode] = []
    private(set) var count = 0
    private var open: [XMLElement] = []

    static let visit: hypermock_xml_visitor = { owner, part in
        unsafe owner.assumingMemoryBound(to: XMLBuilder.self).pointee.add(part)
    }

    private mutating func add(_ part: hypermock_xml_part) {
        count += 1
        let value = unsafe String(cString: part.value)
        switch unsafe part.event {
        case hypermock_xml_event_start:
            unsafe open.append(XMLElement(name: Self.name(part), line: XMLLine(number: Int(part.line))))
        case hypermock_xml_event_end: open.popLast().map { add(.element($0)) }
        case hypermock_xml_event_namespace:
            let prefix = unsafe part.prefix.map { unsafe String(cString: $0) }
            guard let last = open.indices.last else { return add(.text(value)) }
            open[last].namespaces.append(.init(prefix: prefix, uri: value))
        case hypermock_xml_event_attribute:
            let attribute = unsafe XMLAttribute(name: Self.name(part), value: value)
            guard let last = open.indices.last else { return add(.attribute(attribute)) }
            open[last].attributes.append(attribute)
        case hypermock_xml_event_text: add(.text(value))
        case hypermock_xml_event_comment: add(.comment(value))
        case _: unsafe add(.instruction(target: String(cString: part.name), data: value))
        }
    }

    private mutating func add(_ node: XMLNode) {
        guard let last = open.indices.last else { return nodes.append(node) }
        open[last].children.append(node)
    }

    private static func name(_ part: hypermock_xml_part) -> XMLName {
        unsafe XMLName(
            prefix: part.prefix.map { unsafe String(cString: $0) },
            local: String(cString: part.name),
            namespace: part.namespace_uri.map { unsafe String(cString: $0) }
        )
    }
}
