extension TemplateHelper {
    /// The machine that renders the template.
    static let machine: [TemplateHelper] = [
        TemplateHelper("hostname", arguments: 0...0) { _, renderer in .text(renderer.machine.hostName) },
        // As in WireMock, only names that begin with `wiremock` are allowed; a system property is never set.
        TemplateHelper("systemValue", arguments: 0...0, options: ["key", "type"]) {
            (call, renderer) throws(TemplateFailure) in
            let key = try renderer.text(option: "key", of: call)
            guard !key.isEmpty else { return .error("The key cannot be empty") }
            guard key.lowercased().hasPrefix("wiremock") else {
                return .error("Access to \(key.prefix(100)) is denied")
            }
            let type = try renderer.text(option: "type", of: call)
            guard type.isEmpty || type == "ENVIRONMENT" else { return .missing }
            return renderer.machine.variable(key).map { .text($0) } ?? .missing
        },
    ]
}
