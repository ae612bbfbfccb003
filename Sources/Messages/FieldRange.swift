/// The ranges of a field's name and value in the bytes of a head.
package struct FieldRange: Sendable, Hashable {
    package var name: Range<Int>
    package var value: Range<Int>

    package init(name: Range<Int>, value: Range<Int>) {
        self.name = name
        self.value = value
    }
}
