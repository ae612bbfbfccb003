internal import HAL

/// The evaluation of one value by one schema.
struct SchemaEvaluation {
    /// Of subschemas inside each other; a deeper value does not match.
    static let maximumDepth = 500

    /// A failure whose place is being assembled, the innermost step first.
    struct Failure {
        var subschema: Int
        var keyword: String
        var reason: String
        var steps: [Int] = []

        func below(_ child: Int) -> Failure {
            var failure = self
            failure.steps.append(child)
            return failure
        }
    }

    let program: SchemaProgram
    private var depth = 0
    /// Bounds the cost, since alternatives can multiply; once it is used up, the value does not match.
    var budget: EvaluationBudget
    /// Set if a limit is exceeded: the value then does not match, not even under `not`.
    private(set) var refusal: Failure?

    init(_ program: SchemaProgram, budget: EvaluationBudget) {
        self.program = program
        self.budget = budget
    }

    mutating func run(_ value: JSONValue) -> SchemaFailure? {
        var seen = SeenChildren()
        let found = check(0, value, &seen)
        guard let failure = refusal ?? found else { return nil }
        // The subschema itself is what fails when it is `false`.
        let keyword = failure.keyword.isEmpty ? [] : [failure.keyword]
        return SchemaFailure(
            instancePointer: JSONPointer.text(Self.path(of: failure.steps.reversed(), in: value)),
            schemaPointer: JSONPointer.text(program.subschemas[failure.subschema].path + keyword),
            reason: failure.reason
        )
    }

    /// Nil if the value is valid by the subschema; `seen` then gets its evaluated members and items, too.
    ///
    /// A subschema starts with none: it does not see what others beside it have evaluated.
    mutating func check(_ subschema: Int, _ value: JSONValue, _ seen: inout SeenChildren) -> Failure? {
        guard refusal == nil else { return refusal }
        guard depth < Self.maximumDepth else {
            return refuse(subschema, "is nested deeper than \(Self.maximumDepth) subschemas, which are not evaluated")
        }
        depth += 1
        defer { depth -= 1 }
        var own = SeenChildren()
        for index in program.subschemas[subschema].rules.indices {
            guard spend(2, at: subschema) else { return refusal }
            let rule = program.subschemas[subschema].rules[index]
            if let failure = hold(rule, subschema, value, &own) { return failure }
        }
        guard program.tracksEvaluation else { return nil }
        guard spend(own.cost, at: subschema) else { return refusal }
        seen.formUnion(own)
        return nil
    }

    /// False if the budget is used up.
    mutating func spend(_ steps: Int, at subschema: Int) -> Bool {
        budget.spend(4 * steps)
        return isWithinBudget(at: subschema)
    }

    /// False if the budget is used up; the value then does not match.
    mutating func isWithinBudget(at subschema: Int) -> Bool {
        if budget.isExhausted, refusal == nil { _ = refuse(subschema, "takes too long to evaluate") }
        return !budget.isExhausted
    }

    private mutating func refuse(_ subschema: Int, _ reason: String) -> Failure? {
        refusal = Failure(subschema: subschema, keyword: "", reason: reason)
        return refusal
    }

    private static func path(of steps: [Int], in value: JSONValue) -> [String] {
        var value = value
        return steps.map { step in
            switch value {
            case .array(let items) where items.indices.contains(step):
                value = items[step]
                return String(step)
            case .object(let object) where object.members.indices.contains(step):
                value = object.members[step].value
                return object.members[step].name
            case .null, .bool, .number, .string, .array, .object: return String(step)
            }
        }
    }
}

/// The evaluated members or items of one value, as bits.
struct SeenChildren {
    private(set) var isAll = false
    private var words: [UInt] = []

    /// The steps of a union.
    var cost: Int { words.count / 64 }

    func contains(_ child: Int) -> Bool {
        let (word, bit) = child.quotientAndRemainder(dividingBy: UInt.bitWidth)
        return isAll || word < words.count && words[word] & (1 << UInt(bit)) != 0
    }

    mutating func insert(_ child: Int) {
        guard !isAll else { return }
        let (word, bit) = child.quotientAndRemainder(dividingBy: UInt.bitWidth)
        if word >= words.count { words += repeatElement(0, count: word + 1 - words.count) }
        words[word] |= 1 << UInt(bit)
    }

    mutating func insertAll() {
        isAll = true
        words = []
    }

    mutating func formUnion(_ other: SeenChildren) {
        if other.isAll { insertAll() }
        guard !isAll else { return }
        if other.words.count > words.count { words += repeatElement(0, count: other.words.count - words.count) }
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }
}
