internal import HAL
internal import Scenarios

/// The targets of links to the recorded server that were not requested.
struct UnservedLinks {
    /// From so many targets with the same beginning, one entry has them all.
    private static let mostAlike = 8

    private let served: ServedAddresses
    private let origins: [String]
    private var found: [String] = []
    private var seen: Set<String> = []

    /// The targets in the responses, in their order; many that differ in their last segment as one with `*`.
    static func targets(in responses: [Exchange.Response], origins: [String], served: ServedAddresses) -> [String] {
        var links = UnservedLinks(served: served, origins: origins)
        for response in responses { links.visit(response) }
        return links.collapsed
    }

    private init(served: ServedAddresses, origins: [String]) {
        self.served = served
        self.origins = origins
    }

    private mutating func visit(_ response: Exchange.Response) {
        if let location = response.fields["Location"] { add(location, isTemplate: false) }
        guard response.fields.mediaType?.isJSON == true, let value = try? JSONValue(parsing: response.body) else {
            return
        }
        visit(value)
    }

    private mutating func visit(_ value: JSONValue) {
        for item in value.array ?? [] { visit(item) }
        for member in value.object?.members ?? [] {
            if member.name == "_links" {
                visit(links: member.value)
            } else {
                if member.name == "_embedded" {
                    for entry in member.value.array ?? [] {
                        if let location = entry["location"]?.string { add(location) }
                    }
                }
                visit(member.value)
            }
        }
    }

    private mutating func visit(links: JSONValue) {
        for member in links.object?.members ?? [] where member.name != "curies" {
            for link in member.value.array ?? [member.value] {
                if let href = link["href"]?.string { add(href) }
            }
        }
    }

    private mutating func add(_ address: String) {
        let open = address.firstIndex(of: "{")
        add(address, isTemplate: open.map { address[$0...].contains("}") } ?? false)
    }

    private mutating func add(_ address: String, isTemplate: Bool) {
        guard let target = ServedAddresses.target(of: address, at: origins), seen.insert(target).inserted,
            !served.mayInclude(target, isTemplate: isTemplate)
        else { return }
        found.append(target)
    }

    private var collapsed: [String] {
        let beginnings = Dictionary(grouping: found, by: Self.beginning)
        var written: Set<String> = []
        return found.compactMap { target in
            let beginning = Self.beginning(target)
            let entry = (beginnings[beginning]?.count ?? 0) >= Self.mostAlike ? beginning + "*" : target
            return written.insert(entry).inserted ? entry : nil
        }
    }

    /// The path up to its last slash.
    private static func beginning(_ target: String) -> String {
        let path = target.prefix { $0 != "?" && $0 != "{" }
        guard let slash = path.lastIndex(of: "/") else { return target }
        return String(path[...slash])
    }
}
