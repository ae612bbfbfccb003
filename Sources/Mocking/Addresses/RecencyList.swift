/// The order in which sandboxes were used last.
///
/// A doubly linked list in an array, so that each step takes constant time.
struct RecencyList {
    private struct Link {
        var older = -1
        var newer = -1
    }

    private var links: [Link] = []
    private var free: [Int] = []
    /// -1 when the list is empty.
    private(set) var oldest = -1
    private var newest = -1
    private(set) var count = 0

    /// Adds an element as the newest and returns its place.
    mutating func insert() -> Int {
        let place = free.popLast() ?? links.count
        if place == links.count { links.append(Link()) }
        append(place)
        count += 1
        return place
    }

    /// Makes an element the newest.
    mutating func touch(_ place: Int) {
        guard place != newest else { return }
        unlink(place)
        append(place)
    }

    mutating func remove(_ place: Int) {
        unlink(place)
        free.append(place)
        count -= 1
    }

    private mutating func append(_ place: Int) {
        links[place] = Link(older: newest, newer: -1)
        if newest >= 0 { links[newest].newer = place }
        newest = place
        if oldest < 0 { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        let link = links[place]
        if link.older >= 0 { links[link.older].newer = link.newer } else { oldest = link.newer }
        if link.newer >= 0 { links[link.newer].older = link.older } else { newest = link.older }
    }
}
