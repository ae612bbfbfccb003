/// A part of an XML document.
package indirect enum XMLNode: Sendable, Hashable {
    case element(XMLElement)
    case attribute(XMLAttribute)
    case text(String)
    case comment(String)
    case instruction(target: String, data: String)
}

/// An element with its attributes and children.
package struct XMLElement: Sendable, Hashable {
    /// A declaration of a namespace; the prefix is nil for the default namespace.
    package struct Namespace: Sendable, Hashable {
        package let prefix: String?
        package let uri: String
    }

    package let name: XMLName
    /// The line of its tag.
    package internal(set) var line = XMLLine()
    /// The namespaces that the element declares.
    package internal(set) var namespaces: [Namespace] = []
    package internal(set) var attributes: [XMLAttribute] = []
    package internal(set) var children: [XMLNode] = []
}

/// A line of a document, which makes no difference between elements.
package struct XMLLine: Sendable, Hashable {
    /// From 1 to 65535; 0 if it is unknown.
    package internal(set) var number = 0

    package static func == (left: XMLLine, right: XMLLine) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

/// An attribute, not a declaration of a namespace.
package struct XMLAttribute: Sendable, Hashable {
    package let name: XMLName
    package let value: String
}

/// A qualified name.
package struct XMLName: Sendable, Hashable {
    package let prefix: String?
    package let local: String
    /// The URI; nil without a namespace.
    package let namespace: String?

    /// The prefix may be one that is not declared, and then part of the local name.
    init(prefix: String?, local: String, namespace: String?) {
        self.namespace = namespace
        guard prefix == nil, let colon = local.firstIndex(of: ":") else {
            (self.prefix, self.local) = (prefix, local)
            return
        }
        self.prefix = String(local[..<colon])
        self.local = String(local[local.index(after: colon)...])
    }

    /// The name as the document writes it.
    package var qualified: String { prefix.map { "\($0):\(local)" } ?? local }
}

extension XMLNode {
    /// The text of an element or of its parts, without tags.
    package var textContent: String {
        switch self {
        case .element(let element):
            var text = ""
            element.write(to: &text)
            return text
        case .attribute(let attribute): return attribute.value
        case .text(let text), .comment(let text), .instruction(_, let text): return text
        }
    }

    /// The node as WireMock presents it: an element as indented XML, anything else as its text.
    package var presentation: String {
        switch self {
        case .element(let element): XMLWriter.write(element)
        case .attribute, .text: textContent
        case .comment(let text): "[#comment: \(text)]"
        case .instruction(let target, let data): "[\(target): \(data)]"
        }
    }
}

extension XMLElement {
    /// Adds the text of the element, as XPath's `string()` has it.
    fileprivate func write(to text: inout String) {
        for child in children {
            switch child {
            case .element(let element): element.write(to: &text)
            case .text(let part): text += part
            case .attribute, .comment, .instruction: break
            }
        }
    }
}
