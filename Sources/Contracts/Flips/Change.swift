/// A value with one thing in it changed.
struct Change<Value> {
    /// What was changed, in the way of `$.price`; empty: all of it.
    let place: String
    let value: Value

    init(_ value: Value) {
        self.init("", value)
    }

    init(_ place: String, _ value: Value) {
        self.place = place
        self.value = value
    }

    /// The same change, seen from what the value is a part of.
    func within<Whole>(_ place: String, _ whole: (Value) -> Whole) -> Change<Whole> {
        let parts = [place, self.place].filter { !$0.isEmpty }
        return Change<Whole>(parts.joined(separator: " "), whole(value))
    }
}

extension Array {
    /// The array with each of its elements in turn changed in every way.
    func changingEach(
        _ place: (Int, Element) -> String = { index, _ in "\(index + 1)" },
        _ changes: (Element) -> [Change<Element>]
    ) -> [Change<[Element]>] {
        enumerated().flatMap { index, element in
            changes(element).map { change in
                change.within(place(index, element)) { value in
                    var copy = self
                    copy[index] = value
                    return copy
                }
            }
        }
    }

    /// The array with something behind its end.
    func longer(by element: Element) -> Change<[Element]> {
        Change("with one more", self + [element])
    }
}

extension String {
    /// Another text, which stands nowhere.
    var changed: String { self + "~" }
}
