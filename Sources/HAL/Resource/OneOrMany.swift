/// The value of a relation: a single element, or an array of any length.
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

    /// An array of the elements with one more at its end.
    public func appending(_ element: Element) -> OneOrMany {
        .many(elements + [element])
    }
}
