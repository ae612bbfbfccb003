import Documents

/// A HAL-FORMS template in a JSON body, as written in the file.
struct LintedForm {
    let key: String
    /// The address to submit to; nil: that of the link `self`.
    let target: String?
    /// The addresses of options that a client requests.
    let options: [String]

    /// Returns the templates of a body and of all objects in it.
    static func forms(in body: Node, reader: NodeReader) -> [LintedForm] {
        var forms = body.items.flatMap { LintedForm.forms(in: $0, reader: reader) }
        for pair in body.pairs {
            if pair.key.text == "_templates" {
                forms += pair.value.pairs.map { LintedForm($0, reader) }
            } else {
                forms += LintedForm.forms(in: pair.value, reader: reader)
            }
        }
        return forms
    }

    private init(_ pair: Node.Pair, _ reader: NodeReader) {
        let text = { (node: Node?) in node.flatMap { reader.filled($0)?.text } }
        key = text(pair.key) ?? ""
        target = text(pair.value["target"])
        options = (pair.value["properties"]?.items ?? []).compactMap { text($0["options"]?["link"]?["href"]) }
    }
}
