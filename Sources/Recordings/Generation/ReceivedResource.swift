internal import HAL

/// The resource in a response, as a client sees it, and its links.
struct ReceivedResource {
    let resource: HALResource
    /// The URI that relative links are resolved against.
    private let base: URIReference
    /// Whether the mock server rewrites the links.
    private let isJSON: Bool
    private let target: LiveTarget

    /// Returns nil if the response has no JSON object.
    init?(_ exchange: Exchange, origin: String) {
        guard exchange.request.method != "HEAD", !exchange.response.body.isEmpty,
            let value = try? JSONValue(parsing: exchange.response.body), let resource = HALResource(value)
        else { return nil }
        let fields = exchange.response.fields
        let base = URIReference(exchange.request.url)
        let location = fields["Content-Location"] ?? (exchange.response.status == 201 ? fields["Location"] : nil)
        self.resource = resource
        isJSON = fields.mediaType?.isJSON == true
        target = LiveTarget(origin: origin)
        self.base = location.map { URIReference($0).resolved(against: base) } ?? base
    }

    /// The way to an address: `follow` of a step; nil if no link leads there.
    ///
    /// A relation that is also embedded is left out, because a client needs no request for it.
    func follow(to address: String) -> JSONObject? {
        guard isJSON else { return nil }
        let entries = resource.links.entries.filter {
            $0.relation != .curies && resource.embedded($0.relation).isEmpty && $0.relation.rawValue != "self"
        }
        let own = resource.links.entries.filter { $0.relation.rawValue == "self" }
        for entry in entries + own {
            let links = entry.links.elements
            for (index, link) in links.enumerated() {
                // Without a name, a client finds the first link only.
                let isUnique = link.name.map { name in links.count { $0.name == name } == 1 } ?? false
                guard index == 0 || isUnique, let variables = variables(of: link, to: address) else { continue }
                var follow: JSONObject = ["relation": .string(entry.relation.rawValue)]
                if index > 0, let name = link.name { follow["name"] = .string(name) }
                if !variables.isEmpty { follow["variables"] = .object(variables) }
                return follow
            }
        }
        return nil
    }

    /// The variables with which a link leads to the address; none for a plain link.
    private func variables(of link: HALLink, to address: String) -> JSONObject? {
        guard link.isTemplated else {
            return resolved(link.href) == address ? JSONObject() : nil
        }
        // The template is resolved by its text: braces do not survive in a URI.
        let isAbsolute = link.href.hasPrefix(target.origin)
        guard isAbsolute || link.href.hasPrefix("/") && !link.href.hasPrefix("//") else { return nil }
        return TemplateMatch.variables(of: isAbsolute ? link.href : target.origin + link.href, in: address)
    }

    private func resolved(_ href: String) -> String? {
        var uri = target.resolved(href, against: base)
        uri?.fragment = nil
        return uri?.description
    }
}
