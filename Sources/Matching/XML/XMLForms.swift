/// A text as XML, parsed at most once in each form that matchers need.
package final class XMLForms {
    private let text: String
    private var documents: [XMLDocument.Form: XMLDocument?] = [:]
    private var parsedNodes: [XMLNode]??

    package init(_ text: String) {
        self.text = text
    }

    /// The document for an expression; nil if the text is not XML or the budget does not suffice.
    func document(for path: XPath, budget: inout EvaluationBudget) -> XMLDocument? {
        document(path.namespaces.isEmpty ? .localNames : .namespaces, budget: &budget)
    }

    /// The nodes without comments; nil if the text is not XML or the budget does not suffice.
    func nodes(budget: inout EvaluationBudget) -> [XMLNode]? {
        if let parsedNodes { return parsedNodes }
        let nodes = document(.withoutComments, budget: &budget)?.nodes
        parsedNodes = .some(nodes)
        return nodes
    }

    private func document(_ form: XMLDocument.Form, budget: inout EvaluationBudget) -> XMLDocument? {
        if let known = documents[form] { return known }
        // Only a text that begins with < can be XML.
        let begins = text.utf8.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "<")
        let document = begins ? try? XMLDocument(text, form, budget: &budget) : nil
        documents[form] = .some(document)
        return document
    }
}
