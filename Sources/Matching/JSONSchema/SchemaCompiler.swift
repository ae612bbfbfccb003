internal import HAL

/// Compiles a schema and finds its errors.
struct SchemaCompiler {
    /// Of one schema; further problems are not reported.
    private static let maximumProblems = 50

    let document: SchemaDocument
    let version: SchemaVersion
    private(set) var program = SchemaProgram()
    private var positions: [[String]: Int] = [:]
    /// Subschemas with a position but no rules yet.
    private var open: [(position: Int, place: SchemaDocument.Place)] = []
    private var errors: [SchemaProblem]
    private var warnings: [SchemaProblem] = []

    static func compile(
        _ source: JSONValue,
        _ version: SchemaVersion?
    ) throws(InvalidSchema) -> (SchemaProgram, [SchemaProblem]) {
        var known = version ?? .draft202012
        if let metaschema = source.object?["$schema"] {
            guard let named = metaschema.string.flatMap({ SchemaVersion(metaschema: $0) }) else {
                let problem = SchemaProblem(path: ["$schema"], message: "is not a supported version")
                throw InvalidSchema(problems: [problem])
            }
            known = named
        }
        var compiler = SchemaCompiler(document: SchemaDocument(source, known))
        compiler.compileAll()
        guard compiler.errors.isEmpty else { throw InvalidSchema(problems: compiler.errors) }
        return (compiler.program, compiler.warnings)
    }

    private init(document: SchemaDocument) {
        self.document = document
        version = document.version
        errors = document.problems
    }

    private mutating func compileAll() {
        guard errors.isEmpty else { return }
        _ = position(of: document.root)
        // Parts that no reference names are compiled too, so that what is wrong there is found.
        while let next = open.popLast() {
            compile(next.place, at: next.position)
            for child in SchemaDocument.children(of: next.place.value, version) {
                _ = position(below: next.place, child.steps, child.value)
            }
        }
        refuseCycles()
    }

    /// The position of a subschema; it is compiled later.
    mutating func position(of place: SchemaDocument.Place) -> Int {
        if let known = positions[place.path] { return known }
        let position = program.subschemas.count
        program.subschemas.append(SchemaProgram.Subschema(path: place.path))
        positions[place.path] = position
        open.append((position, place))
        return position
    }

    mutating func position(below place: SchemaDocument.Place, _ steps: [String], _ value: JSONValue) -> Int {
        let path = place.path + steps
        let base = document.base(at: path) ?? place.base
        return position(of: SchemaDocument.Place(path: path, value: value, base: base))
    }

    mutating func fail(_ place: SchemaDocument.Place, _ steps: [String], _ message: String, _ suggestion: String? = nil)
    {
        guard errors.count < Self.maximumProblems else { return }
        errors.append(SchemaProblem(path: place.path + steps, message: message, suggestion: suggestion))
    }

    /// The position of a subschema of one rule that is part of another keyword.
    mutating func addition(_ rule: SchemaRule, _ path: [String]) -> Int {
        program.subschemas.append(SchemaProgram.Subschema(path: path, rules: [rule]))
        return program.subschemas.count - 1
    }

    private mutating func compile(_ place: SchemaDocument.Place, at position: Int) {
        switch place.value {
        case .bool(true) where version > .draft4: return
        case .bool(false) where version > .draft4:
            program.subschemas[position].rules = [SchemaRule(keyword: "", check: .never)]
        case .bool where Self.allowsBoolean(place.path):
            guard place.value == .bool(false) else { return }
            program.subschemas[position].rules = [SchemaRule(keyword: "", check: .never)]
        case .object(let object):
            program.subschemas[position].rules = rules(of: object, at: place)
        case .null, .bool, .number, .string, .array:
            fail(
                place,
                [],
                "a schema must be an object\(version > .draft4 ? " or a boolean" : ""), not \(place.value.kind)"
            )
        }
    }

    private static func allowsBoolean(_ path: [String]) -> Bool {
        path.last == SchemaKeyword.additionalItems.rawValue || path.last == SchemaKeyword.additionalProperties.rawValue
    }

    mutating func warn(_ place: SchemaDocument.Place, _ steps: [String], _ message: String, _ suggestion: String? = nil)
    {
        guard warnings.count < Self.maximumProblems else { return }
        warnings.append(SchemaProblem(path: place.path + steps, message: message, suggestion: suggestion))
    }

    mutating func track() {
        program.tracksEvaluation = true
    }

    /// Finds a schema that refers to itself for the same value: it would not terminate.
    private mutating func refuseCycles() {
        var marks = [UInt8](repeating: 0, count: program.subschemas.count)
        for start in program.subschemas.indices where marks[start] == 0 {
            var stack = [(position: start, next: 0)]
            marks[start] = 1
            while let top = stack.last {
                let targets = program.subschemas[top.position].inPlace
                guard top.next < targets.count else {
                    marks[top.position] = 2
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let target = targets[top.next]
                if marks[target] == 1 {
                    let path = program.subschemas[top.position].path
                    errors.append(SchemaProblem(path: path, message: "refers to itself for the same value"))
                    return
                }
                if marks[target] == 0 {
                    marks[target] = 1
                    stack.append((target, 0))
                }
            }
        }
    }
}

extension SchemaProgram.Subschema {
    /// The subschemas that are evaluated at the same value.
    fileprivate var inPlace: [Int] {
        rules.flatMap { rule -> [Int] in
            switch rule.check {
            case .reference(let target), .not(let target): [target]
            case .all(let targets), .any(let targets), .one(let targets): targets
            case .condition(let test, let then, let otherwise): [test, then, otherwise].compactMap { $0 }
            case .dependentSchemas(let entries): entries.map(\.schema)
            case .never, .type, .enumeration, .constant, .number, .multipleOf, .size, .pattern, .uniqueItems,
                .required, .dependentRequired, .propertyNames, .contains, .items, .properties, .unevaluatedItems,
                .unevaluatedProperties:
                []
            }
        }
    }
}
