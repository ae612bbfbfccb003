internal import HAL
import Matching

extension TemplateHelper {
    /// XML.
    static let xml: [TemplateHelper] = [
        TemplateHelper("xPath", arguments: 2...2, prepare: check) { (call, renderer) throws(TemplateFailure) in
            try renderer.xPath(call) { $0 }
        },
        // Below the body of a SOAP envelope of any version.
        TemplateHelper("soapXPath", arguments: 2...2, prepare: check) { (call, renderer) throws(TemplateFailure) in
            try renderer.xPath(call) { "/Envelope/Body\($0)" }
        },
    ]

    private static let check: Preparation = { (call) throws(InvalidPattern) in
        if let text = call.secondLiteral { _ = try XPath(text) }
    }
}

extension TemplateRenderer {
    /// The nodes that an XPath selects; names count without their prefixes.
    fileprivate mutating func xPath(
        _ call: TemplateCall,
        _ expression: (String) -> String
    ) throws(TemplateFailure) -> TemplateValue {
        let (source, text) = (try text(0, of: call), try text(1, of: call))
        guard let path = try? XPath(expression(text)) else { return .error("\(text) is not a valid XPath expression") }
        // A document takes about as much memory as its text has bytes, 32 times.
        try make(32 * source.utf8.count)
        return try spending { budget in
            guard let document = try? XMLDocument(source, .localNames, budget: &budget) else {
                return .error("\(source.prefix(100)) is not valid XML")
            }
            guard let nodes = document.select(path, budget: &budget) else {
                return .error("\(text) is not a valid XPath expression")
            }
            return nodes.isEmpty
                ? .missing : .xml(nodes.map { $0.count == 1 ? $0[0] : .text($0.map(\.presentation).joined()) })
        }
    }
}
