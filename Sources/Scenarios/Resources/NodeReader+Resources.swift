import Documents
import HAL
import Matching

extension NodeReader {
    /// The live resources of a file, with ids for all items; logs those that contradict each other.
    func resources(_ node: Node) -> [LiveResource] {
        guard let entries = entries(node, "'\(LiveResource.listKey)'") else { return [] }
        var resources: [LiveResource] = []
        var nodes: [Node] = []
        for entry in entries {
            guard var resource = LiveResource.codec.read(self, entry.value) else { continue }
            resource.name = entry.name
            resource.place = place(of: entry.value[LiveResource.pathKey] ?? entry.key)
            if entry.name.isEmpty || entry.name.contains("/") {
                log.error("'\(entry.name)' is not a valid name of a resource: it is part of an address", at: entry.key)
            }
            if let other = resources.first(where: { $0.path == resource.path }) {
                let message = "'\(resource.path)' is already the path of the resource '\(other.name)'"
                log.error(message, at: entry.value[LiveResource.pathKey] ?? entry.key, suggestion: "use another path")
            }
            if let file = resource.file, let other = resources.first(where: { $0.file == file }) {
                log.error("the resource '\(other.name)' has the same file", at: entry.value["persist"] ?? entry.key)
            }
            checkItems(of: &resource, entry.value)
            resources.append(resource)
            nodes.append(entry.value)
        }
        if resources.count == entries.count {
            for (resource, node) in zip(resources, nodes) { checkReferences(of: resource, node, among: resources) }
        }
        for index in resources.indices {
            resources[index].settle()
            let items = nodes[index][LiveResource.itemsKey]?.items ?? []
            for (seed, node) in zip(resources[index].seeds, items) where seed.bytes.count > LiveResource.limits.bytes {
                logLimits(at: node)
            }
        }
        return resources
    }

    private func logLimits(at node: Node) {
        log.error("an item has at most \(LiveResource.limitsText)", at: node, suggestion: "divide it")
    }

    private func place(of node: Node) -> LiveResource.Place {
        let location = log.location(of: node.mark)
        return LiveResource.Place(location: location, length: node.length, line: log.line(of: node.mark))
    }

    /// Adds missing ids, and logs items that the resource itself would reject.
    private func checkItems(of resource: inout LiveResource, _ node: Node) {
        let nodes = node[LiveResource.itemsKey]?.items ?? []
        guard nodes.count == resource.drafts.count else { return }
        var ids: Set<ExactText> = []
        var values = resource.unique.map { _ in Set<JSONDigest>() }
        var next = 1
        for (index, itemNode) in nodes.enumerated() {
            if resource.drafts[index][resource.idMember] == nil {
                guard addID(toItem: index, of: &resource, &next, itemNode) else { continue }
            }
            let item = resource.drafts[index]
            let place = itemNode[resource.idMember] ?? itemNode
            guard let id = id(of: item, resource, at: place) else { continue }
            if !LiveResource.isWithinLimits(item, length: 0) { logLimits(at: itemNode) }
            if let number = LiveResource.number(of: id) { next = max(next, number + 1) }
            if !ids.insert(id).inserted {
                log.error("the id '\(id)' is used twice in '\(resource.name)'", at: place, suggestion: "use another id")
            }
            for (position, member) in resource.unique.enumerated() {
                guard let key = LiveResource.uniqueKey(item[member]) else { continue }
                guard !values[position].insert(key).inserted else { continue }
                let message = "'\(member)' must be unique in '\(resource.name)': another item has the same value"
                log.error(message, at: itemNode[member] ?? itemNode)
            }
            if let failure = resource.schema?.failure(in: .object(item)) {
                log.error("the item does not match 'schema': \(failure.text)", at: itemNode)
            }
        }
    }

    private func id(of item: JSONObject, _ resource: LiveResource, at node: Node) -> ExactText? {
        if let problem = resource.problem(ofID: item[resource.idMember]) {
            log.error("'\(resource.idMember)' \(problem)", at: node)
            return nil
        }
        return LiveResource.id(item[resource.idMember])
    }

    /// False, and a message, if the client has to choose the id.
    private func addID(toItem index: Int, of resource: inout LiveResource, _ next: inout Int, _ node: Node) -> Bool {
        let id: JSONValue
        switch resource.identifiers {
        case .uuid: id = .string(StableIdentifier.uuid(of: "\(slug)/\(resource.name)/\(index)"))
        case .sequence: id = .number(JSONNumber(next))
        case .client:
            log.error("the item needs the member '\(resource.idMember)', as 'ids' is 'client'", at: node)
            return false
        }
        resource.drafts[index].members.insert(JSONObject.Member(resource.idMember, id), at: 0)
        return true
    }

    private func checkReferences(of resource: LiveResource, _ node: Node, among resources: [LiveResource]) {
        for reference in resource.references {
            let place = node[LiveResource.referencesKey]?[reference.member] ?? node
            guard let other = resources.first(where: { $0.name == reference.resource }) else {
                let suggestion = Spelling.suggestion(for: reference.resource, among: resources.map(\.name))
                log.error(
                    "'\(reference.resource)' is not the name of a resource",
                    at: place,
                    suggestion: suggestion ?? "resources: \(resources.map(\.name).joined(separator: ", "))"
                )
                continue
            }
            let ids = Set(other.drafts.compactMap { LiveResource.id($0[other.idMember]) })
            let nodes = node[LiveResource.itemsKey]?.items ?? []
            for (item, itemNode) in zip(resource.drafts, nodes) {
                for id in LiveResource.referredIDs(item[reference.member]) where id.map(ids.contains) != true {
                    log.error(
                        "'\(reference.member)' must be the id of an item of '\(other.name)'",
                        at: itemNode[reference.member] ?? itemNode
                    )
                }
            }
        }
    }
}
