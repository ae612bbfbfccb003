/// The steps, the output and the memory that rendering one response may still use.
package struct TemplateAllowance: Sendable {
    /// What a response may use in all.
    package static let maximum = TemplateAllowance(steps: 250_000, output: 16 << 20, values: 64 << 20)
    /// What a response may use where other requests wait for it: some milliseconds.
    package static let onLoop = TemplateAllowance(steps: 5_000, output: 256 << 10, values: 1 << 20)
    /// Arrays and objects inside each other, in values that helpers make.
    static let maximumDepth = 512

    private(set) var steps: Int
    private(set) var output: Int
    /// Of all values that helpers make, in bytes; they are counted before they are made.
    private(set) var values: Int

    mutating func step(_ count: Int) throws(TemplateFailure) {
        guard count <= steps else {
            throw TemplateFailure(reason: "the template takes more than \(Self.maximum.steps) steps")
        }
        steps -= count
    }

    mutating func write(_ bytes: Int) throws(TemplateFailure) {
        guard bytes <= output else {
            throw TemplateFailure(reason: "the template's text is larger than \(Self.maximum.output >> 20) MiB")
        }
        output -= bytes
    }

    mutating func make(_ bytes: Int) throws(TemplateFailure) {
        guard bytes <= values else {
            throw TemplateFailure(reason: "the template's values take more than \(Self.maximum.values >> 20) MiB")
        }
        values -= bytes
    }
}
