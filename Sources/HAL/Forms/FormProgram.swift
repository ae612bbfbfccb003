/// A compiled regular expression, run by backtracking with its own stack.
struct FormProgram {
    private enum Instruction {
        case scalar(Unicode.Scalar)
        case any
        case set(FormCharacterSet)
        /// Continues at the first place, and at the second one if the first leads to no match.
        case split(Int, Int)
        case jump(Int)
        /// Stores the position.
        case save(Int)
        /// Fails if the position is the stored one: an empty round of a loop.
        case progress(Int)
        case start
        case end
        case wordBoundary(Bool)
        case look(FormProgram, isPositive: Bool)
        case reference(Int)
    }

    /// An alternative to try, or a stored position to restore.
    private enum Choice {
        case branch(Int, at: Int)
        case restore(Int, Int?)
    }

    private static let sizeLimit = 20_000

    private var instructions: [Instruction] = []
    /// The number of stored positions: two for each group, one for each loop.
    private var slots = 0
    /// Whether a match ends at the end of the text.
    private var isWhole = true

    /// Compiles an expression; returns false if the budget is used up.
    mutating func compile(_ pattern: FormPattern, _ budget: inout FormBudget) -> Bool {
        slots = 2 * (pattern.groups + 1)
        return add(pattern.root, &budget)
    }

    private mutating func add(_ node: FormPattern.Node, _ budget: inout FormBudget) -> Bool {
        guard budget.take(), instructions.count < Self.sizeLimit else { return false }
        switch node {
        case .scalar(let scalar): instructions.append(.scalar(scalar))
        case .any: instructions.append(.any)
        case .set(let set): instructions.append(.set(set))
        case .start: instructions.append(.start)
        case .end: instructions.append(.end)
        case .wordBoundary(let flag): instructions.append(.wordBoundary(flag))
        case .reference(let number): instructions.append(.reference(number))
        case .sequence(let nodes):
            for node in nodes { guard add(node, &budget) else { return false } }
        case .choice(let nodes): return addChoice(nodes, &budget)
        case .group(let node, let number):
            instructions.append(.save(2 * number))
            guard add(node, &budget) else { return false }
            instructions.append(.save(2 * number + 1))
        case .look(let node, let isPositive):
            var inner = FormProgram(slots: slots, isWhole: false)
            guard inner.add(node, &budget) else { return false }
            instructions.append(.look(inner, isPositive: isPositive))
        case .loop(let node, let range, let isGreedy): return addLoop(node, range, isGreedy, &budget)
        }
        return true
    }

    private mutating func addChoice(_ nodes: [FormPattern.Node], _ budget: inout FormBudget) -> Bool {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            let split = instructions.count
            if index < nodes.count - 1 { instructions.append(.jump(0)) }
            guard add(node, &budget) else { return false }
            guard index < nodes.count - 1 else { break }
            jumps.append(instructions.count)
            instructions.append(.jump(0))
            instructions[split] = .split(split + 1, instructions.count)
        }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
        return true
    }

    private mutating func addLoop(
        _ node: FormPattern.Node,
        _ range: ClosedRange<Int>,
        _ isGreedy: Bool,
        _ budget: inout FormBudget
    ) -> Bool {
        for _ in 0..<range.lowerBound { guard add(node, &budget) else { return false } }
        if range.upperBound == .max {
            let slot = slots
            slots += 1
            let split = instructions.count
            instructions += [.jump(0), .save(slot)]
            guard add(node, &budget) else { return false }
            instructions += [.progress(slot), .jump(split)]
            instructions[split] = branch(split, isGreedy)
            return true
        }
        var splits: [Int] = []
        for _ in 0..<(range.upperBound - range.lowerBound) {
            splits.append(instructions.count)
            instructions.append(.jump(0))
            guard add(node, &budget) else { return false }
        }
        for split in splits { instructions[split] = branch(split, isGreedy) }
        return true
    }

    /// Enters the loop after `split`, or leaves it to the end of the program.
    private func branch(_ split: Int, _ isGreedy: Bool) -> Instruction {
        isGreedy ? .split(split + 1, instructions.count) : .split(instructions.count, split + 1)
    }
}

extension FormProgram {
    private init(slots: Int, isWhole: Bool) {
        self.slots = slots
        self.isWhole = isWhole
    }

    /// Whether the text matches from `start`; nil if the budget is used up.
    func matches(_ text: [Unicode.Scalar], from start: Int = 0, _ budget: inout FormBudget) -> Bool? {
        var choices: [Choice] = [.branch(0, at: start)]
        var positions = [Int?](repeating: nil, count: slots)
        while let choice = choices.popLast() {
            var (counter, position): (Int, Int)
            switch choice {
            case .restore(let slot, let old):
                positions[slot] = old
                continue
            case .branch(let next, let at): (counter, position) = (next, at)
            }
            run: while true {
                guard counter < instructions.count else {
                    if !isWhole || position == text.count { return true }
                    break
                }
                guard budget.take(Self.cost(instructions[counter], positions)) else { return nil }
                switch instructions[counter] {
                case .split(let first, let second):
                    choices.append(.branch(second, at: position))
                    counter = first
                    continue
                case .jump(let target):
                    counter = target
                    continue
                case .save(let slot):
                    choices.append(.restore(slot, positions[slot]))
                    positions[slot] = position
                case .progress(let slot):
                    guard positions[slot] != position else { break run }
                case .look(let inner, let isPositive):
                    guard let found = inner.matches(text, from: position, &budget) else { return nil }
                    guard found == isPositive else { break run }
                case let instruction:
                    guard let moved = Self.step(instruction, text, position, positions) else { break run }
                    position = moved
                }
                counter += 1
            }
        }
        return false
    }

    /// The steps that an instruction takes.
    private static func cost(_ instruction: Instruction, _ positions: [Int?]) -> Int {
        switch instruction {
        case .set(let set): set.ranges.count + set.classes.count + 1
        case .reference(let number): max((positions[2 * number + 1] ?? 0) - (positions[2 * number] ?? 0), 0) + 1
        case .scalar, .any, .split, .jump, .save, .progress, .start, .end, .wordBoundary: 1
        // Copies the stored positions.
        case .look: positions.count
        }
    }

    /// The position after an instruction that looks at the text; nil if it does not fit.
    private static func step(
        _ instruction: Instruction,
        _ text: [Unicode.Scalar],
        _ position: Int,
        _ positions: [Int?]
    ) -> Int? {
        let scalar = position < text.count ? text[position] : nil
        switch instruction {
        case .scalar(let wanted): return scalar == wanted ? position + 1 : nil
        case .any: return scalar.map(FormCharacterSet.endsLine) == false ? position + 1 : nil
        case .set(let set): return scalar.map(set.contains) == true ? position + 1 : nil
        case .start: return position == 0 ? position : nil
        case .end: return position == text.count ? position : nil
        case .wordBoundary(let wanted):
            let before = position > 0 && FormCharacterSet.isWord(text[position - 1])
            return (before != (scalar.map(FormCharacterSet.isWord) ?? false)) == wanted ? position : nil
        case .reference(let number):
            guard let start = positions[2 * number], let end = positions[2 * number + 1], start <= end else {
                return position
            }
            let fits = text[position...].starts(with: text[start..<end])
            return fits ? position + end - start : nil
        case .split, .jump, .save, .progress, .look: return position
        }
    }
}
