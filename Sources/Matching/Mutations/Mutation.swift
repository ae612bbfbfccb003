/// A value that differs from the original in one place.
package struct Mutation<Value> {
    /// The place that differs, such as `$.price`; empty if the whole value differs.
    package let place: String
    package let value: Value

    package init(_ value: Value) {
        self.init("", value)
    }

    package init(_ place: String, _ value: Value) {
        self.place = place
        self.value = value
    }

    /// The mutation of the whole that has the mutated value as its part at `place`.
    package func lifted<Whole>(at place: String = "", into whole: (Value) -> Whole) -> Mutation<Whole> {
        let parts = [place, self.place].filter { !$0.isEmpty }
        return Mutation<Whole>(parts.joined(separator: " "), whole(value))
    }
}

extension Array {
    /// The mutations of the array: each has one element replaced by one of its mutations.
    package func mutatingEach(
        named place: (Int, Element) -> String = { index, _ in "\(index + 1)" },
        _ mutations: (Element) -> [Mutation<Element>]
    ) -> [Mutation<[Element]>] {
        enumerated().flatMap { index, element in
            mutations(element).map { mutation in
                mutation.lifted(at: place(index, element)) { value in
                    var copy = self
                    copy[index] = value
                    return copy
                }
            }
        }
    }

    /// The array with `element` appended.
    package func longer(by element: Element) -> Mutation<[Element]> {
        Mutation("with one more", self + [element])
    }
}

extension String {
    /// A text that differs from this one and occurs in no scenario.
    package var mutated: String { self + "~" }
}
