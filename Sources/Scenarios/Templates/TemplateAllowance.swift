/// The steps, the output and the memory that rendering one template may still use.
struct TemplateAllowance {
    static let maximumSteps = 250_000
    static let maximumOutput = 16 << 20
    /// Of all values that helpers make, in bytes; they are counted before they are made.
    static let maximumValues = 64 << 20
    /// Arrays and objects inside each other, in values that helpers make.
    static let maximumDepth = 512

    private(set) var steps = TemplateAllowance.maximumSteps
    private var output = TemplateAllowance.maximumOutput
    private var values = TemplateAllowance.maximumValues

    mutating func step(_ count: Int) throws(TemplateFailure) {
        guard count <= steps else {
            throw TemplateFailure(reason: "the template takes more than \(Self.maximumSteps) steps")
        }
        steps -= count
    }

    mutating func write(_ bytes: Int) throws(TemplateFailure) {
        guard bytes <= output else {
            throw TemplateFailure(reason: "the template's text is larger than \(Self.maximumOutput >> 20) MiB")
        }
        output -= bytes
    }

    mutating func make(_ bytes: Int) throws(TemplateFailure) {
        guard bytes <= values else {
            throw TemplateFailure(reason: "the template's values take more than \(Self.maximumValues >> 20) MiB")
        }
        values -= bytes
    }
}
