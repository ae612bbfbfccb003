import HAL
import Scenarios

/// References between the items of resources.
extension LiveWorld {
    /// The members of an item that refer to items that do not exist.
    func brokenReferences(of item: JSONObject, _ resource: LiveResource) -> [LiveError] {
        brokenReferences(of: item, resource) { id, other in collections[other].contains(id) }
    }

    private func brokenReferences(
        of item: JSONObject,
        _ resource: LiveResource,
        exists: (ExactText, Int) -> Bool
    ) -> [LiveError] {
        resource.references.flatMap { reference -> [LiveError] in
            guard let other = position(of: reference) else { return [] }
            let ids = LiveResource.referredIDs(item[reference.member])
            return ids.filter { id in id.map { exists($0, other) } != true }.map { _ in
                LiveError(member: reference.member, "must be the id of an item of '\(reference.resource)'")
            }
        }
    }

    private func position(of reference: LiveResource.Reference) -> Int? {
        routes.firstIndex { $0.resource.name == reference.resource }
    }

    /// - Throws: ``LiveRefusal`` with 409 while an item refers to the one with this id.
    func checkReferences(to id: ExactText, _ index: Int) throws(LiveRefusal) {
        for (other, place, reference) in references(to: index)
        where collections[other].refers(to: id, by: place) {
            let name = routes[other].resource.name
            throw LiveRefusal(409, "an item of '\(name)' refers to it by '\(reference.member)'")
        }
    }

    /// Checks the references of all items that replace those of a resource, and those to them.
    ///
    /// - Throws: ``LiveRefusal`` with 422 or 409.
    func checkReferences(
        of resource: LiveResource,
        _ collection: LiveCollection,
        _ index: Int
    ) throws(LiveRefusal) {
        if !resource.references.isEmpty {
            for (place, item) in resource.items.enumerated() {
                let broken = brokenReferences(of: item, resource) { id, other in
                    other == index ? collection.contains(id) : collections[other].contains(id)
                }
                guard let error = broken.first else { continue }
                throw LiveItems.refusal(place, error.pointer, error.detail)
            }
        }
        for (other, place, reference) in references(to: index) where other != index {
            for id in collections[other].referredIDs(by: place) where !collection.contains(id) {
                let name = routes[other].resource.name
                let user = "an item of '\(name)' refers to '\(id.text.prefix(120))' by '\(reference.member)'"
                throw LiveRefusal(409, "\(user), which the items do not contain; replace those of '\(name)' first")
            }
        }
    }

    /// The references of all resources to one, with the positions of their resources and their own.
    private func references(to index: Int) -> [(resource: Int, place: Int, reference: LiveResource.Reference)] {
        let name = routes[index].resource.name
        return routes.enumerated().flatMap { other, route in
            route.resource.references.enumerated().filter { $0.element.resource == name }.map {
                (resource: other, place: $0.offset, reference: $0.element)
            }
        }
    }
}
