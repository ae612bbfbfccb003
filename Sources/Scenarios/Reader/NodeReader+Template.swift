import Documents
internal import HAL
import Matching

extension NodeReader {
    /// Whether the response is a template; logs transformers that are not known.
    func isTemplate(_ members: KnownMembers) -> Bool {
        guard let member = members[ResponseDefinition.transformersKey] else { return isEachTemplate }
        let names = member.value.items
        for node in names where node.text != ResponseTemplate.transformer {
            overlook(
                "the transformer '\(node.text)' is not supported",
                at: node,
                suggestion: "supported: \(ResponseTemplate.transformer)"
            )
        }
        return names.contains { $0.text == ResponseTemplate.transformer } || isEachTemplate
    }

    private var isEachTemplate: Bool { scenario.templatesAll && dialect == .wireMock }

    /// Adds the templates in a response.
    ///
    /// An invalid one is a warning in a mapping, whose response is then 500, as in WireMock for most of them.
    func addTemplate(to response: inout ResponseDefinition, _ members: KnownMembers) {
        let (count, hadErrors) = (log.issues.count, log.hasErrors)
        response.template = template(of: response, members)
        guard dialect == .wireMock, !hadErrors,
            let error = log.issues.dropFirst(count).first(where: { $0.severity == .error })
        else { return }
        _ = log.lowerErrors(after: count, "this response is sent as 500")
        response.template = nil
        response.failure = error.message
    }

    /// The templates in a response; nil if it has none.
    private func template(of response: ResponseDefinition, _ members: KnownMembers) -> ResponseTemplate? {
        var template = ResponseTemplate()
        if let body = members.among(ResponseDefinition.bodyKeys).first {
            template.bodyFile = bodyFile(body)
            template.body = bodyTemplate(response, body.value)
        }
        let nodes = members[ResponseDefinition.headersKey]?.value.pairs.flatMap { pair in
            pair.value.scalar == nil ? pair.value.items : [pair.value]
        }
        for (index, node) in (nodes ?? []).enumerated() where Template.isIn(node.text) {
            template.fields[index] = self.template(node.text, at: node)
        }
        return template.isEmpty ? nil : template
    }

    private func bodyTemplate(_ response: ResponseDefinition, _ node: Node) -> Template? {
        switch response.body {
        case .none, .file: return nil
        case .text(let text): return Template.isIn(text) ? template(text, at: node) : nil
        case .json(let value):
            let json = JSONTemplateText(response.sent(value))
            guard let text = json.text else { return nil }
            if let misplaced = json.misplaced { logMisplaced(misplaced, in: node) }
            return template(text, at: node, isAsWritten: false)
        case .bytes(let bytes):
            // A file that is not text, such as an image, is sent unchanged.
            guard let text = String(validating: bytes, as: UTF8.self), Template.isIn(text) else { return nil }
            return template(text, at: node, isAsWritten: false, file: response.bodyFileName)
        }
    }

    /// The body file, if its name is a template.
    private func bodyFile(_ body: KnownMembers.Member) -> ResponseTemplate.BodyFile? {
        guard body.name == ResponseDefinition.bodyFileKey, Template.isIn(body.value.text) else { return nil }
        return template(body.value.text, at: body.value).map {
            ResponseTemplate.BodyFile(name: $0, folder: scenario.folder)
        }
    }

    /// The template of a text; logs mistakes.
    func template(
        _ text: String,
        at node: Node,
        isAsWritten: Bool = true,
        file: String? = nil
    ) -> Template? {
        do throws(InvalidPattern) {
            return try Template(text)
        } catch {
            guard !isAsWritten else {
                logInvalid(error, "invalid template", at: node)
                return nil
            }
            let place = error.offset.map { self.place(of: $0, in: text) } ?? ""
            log.error("invalid template\(file.map { " in '\($0)'" } ?? "")\(place): \(error.message)", at: node)
            return nil
        }
    }

    private func logMisplaced(_ text: String, in node: Node) {
        let place = node.first(with: text) ?? node
        log.error(
            "'{{= …}}' is the value of the whole string, not of a part",
            at: place,
            suggestion: "remove the text around it, or use '{{…}}'"
        )
    }

    /// Line and column of an offset.
    private func place(of offset: Int, in text: String) -> String {
        let before = text.unicodeScalars.prefix(offset)
        let line = before.count { $0 == "\n" } + 1
        let column = before.reversed().prefix { $0 != "\n" }.count + 1
        return " at line \(line), column \(column)"
    }
}

extension Node {
    /// The first scalar with a text, in the order of the file.
    fileprivate func first(with text: String) -> Node? {
        if let scalar { return scalar.text == text ? self : nil }
        return (items + pairs.flatMap { [$0.key, $0.value] }).lazy.compactMap { $0.first(with: text) }.first
    }
}
