/// What stands under a relation: one element by itself, or an array, also one with a single element or none.
public enum OneOrMany<Element: Sendable & Hashable>: Sendable, Hashable {
    /// An object.
    case one(Element)
    /// An array of objects.
    case many([Element])

    /// The elements in order.
    public var elements: [Element] {
        switch self {
        case .one(let element): [element]
        case .many(let elements): elements
        }
    }

    /// The first element.
    public var first: Element? {
        switch self {
        case .one(let element): element
        case .many(let elements): elements.first
        }
    }

    /// This with one more at its end; it is an array then.
    public func appending(_ element: Element) -> OneOrMany {
        .many(elements + [element])
    }
}
