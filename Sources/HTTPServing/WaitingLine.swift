/// Values that wait, in the order of their arrival; each can be removed by its ticket.
struct WaitingLine<Value> {
    /// The number of an arrival.
    typealias Ticket = Int

    /// nil: removed.
    private var places: [(ticket: Ticket, value: Value?)] = []
    /// The index of the oldest value.
    private var start = 0
    private var nextTicket = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ value: Value) -> Ticket {
        defer { nextTicket += 1 }
        places.append((nextTicket, value))
        count += 1
        return nextTicket
    }

    /// Removes the value that has waited longest.
    mutating func takeOldest() -> Value? {
        isEmpty ? nil : take(start)
    }

    /// Removes the value that has arrived last.
    mutating func takeNewest() -> Value? {
        isEmpty ? nil : take(places.count - 1)
    }

    /// Removes the value with a ticket, unless it has been removed.
    mutating func remove(_ ticket: Ticket) {
        var (low, high) = (start, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].ticket < ticket { low = middle + 1 } else { high = middle }
        }
        guard low < places.count, places[low].ticket == ticket else { return }
        _ = take(low)
    }

    private mutating func take(_ index: Int) -> Value? {
        guard let value = places[index].value.take() else { return nil }
        count -= 1
        while places.count > start, places[places.count - 1].value == nil { places.removeLast() }
        while start < places.count, places[start].value == nil { start += 1 }
        if start > 1000 || start == places.count {
            places.removeFirst(start)
            start = 0
        }
        return value
    }
}
