import Documents

extension NodeReader {
    /// Warns of an object or a list that is served as a JSON string.
    func checkJSONInString(_ node: Node) {
        guard let scalar = filled(node), case .string(let text) = scalar.resolved else { return }
        let start = text.first { !$0.isWhitespace }
        guard start == "{" || start == "[", (try? JSONComposer.compose(Array(text.utf8))) != nil else { return }
        log.warning(
            "'jsonBody' is a string that contains JSON, and is sent as a string",
            at: node,
            suggestion: "remove the quotes, or use 'body' with a 'Content-Type'"
        )
    }
}
