import Scenarios

/// One machine of an index: its name and the states that interactions mention, by number; `Started` is 0.
struct StateMachine {
    let name: String
    private(set) var states = [StateCondition.started]

    init(name: String) {
        self.name = name
    }

    /// The number of a state, which is added when it is new.
    mutating func number(of state: String) -> Int32 {
        if let number = states.firstIndex(of: state) { return Int32(number) }
        states.append(state)
        return Int32(states.count - 1)
    }
}
