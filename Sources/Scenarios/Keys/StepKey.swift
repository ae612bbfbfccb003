/// The keys of a contract step.
enum StepKey: String, KnownKey {
    case step, request, expect, after

    static let owner = "a step"
    static let definition = "step"
    static let required: [Self] = [.step, .request, .expect]
    static let table = makeTable()

    var shape: Shape {
        switch self {
        case .step: .text
        case .request, .expect: .object
        case .after: .integer(ResponseKey.milliseconds)
        }
    }

    var summary: String {
        switch self {
        case .step: "The name, unique in the file."
        case .request: "What the client is told to do."
        case .expect: "What it must make of the answer."
        case .after: "Milliseconds to wait before the step."
        }
    }
}
