import HAL
import Scenarios

/// The ids of new items in a sequence: after the greatest or, once no greater one is left, the smallest that are unused.
struct LiveSequence: Sendable {
    /// The id of the next item.
    private(set) var next = 1
    /// Whether the greatest id is in use.
    private(set) var isExhausted = false

    init(next: Int = 1, isExhausted: Bool = false) {
        self.next = next
        self.isExhausted = isExhausted
    }

    /// Goes on after an item is inserted.
    mutating func advance(past number: Int, isUsed: (ExactText) -> Bool) {
        if !isExhausted {
            next = max(next, number + 1)
            guard next > LiveResource.maximumNumber else { return }
            (isExhausted, next) = (true, 1)
        }
        while isUsed(ExactText(String(next))) { next += 1 }
    }

    /// Goes on at a number, if that is greater.
    mutating func `continue`(from number: Int, isUsed: (ExactText) -> Bool) {
        guard number > next else { return }
        next = number
        if isExhausted { advance(past: number, isUsed: isUsed) }
    }
}
