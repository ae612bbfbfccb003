import ArgumentParser

/// The valid ranges of numeric options, so that no number overflows later.
enum OptionRange {
    static let count = 0...1_000_000_000
    static let bytes = 0...(1 << 40)
    /// Up to a year.
    static let seconds = 1...31_536_000
    /// Up to a day.
    static let shortSeconds = 0.001...86_400

    /// Throws `ValidationError`, which states the range, if `value` is out of range or not a number.
    static func check<Number: Comparable>(
        _ value: Number,
        in range: ClosedRange<Number>,
        of option: String
    ) throws(ValidationError) {
        guard !range.contains(value) else { return }
        throw ValidationError("\(option) must be between \(range.lowerBound) and \(range.upperBound), not \(value)")
    }

    /// Throws `ValidationError` if `port` is none; 0 is any free port.
    static func check(port: Int, of option: String) throws(ValidationError) {
        guard !(0...65535).contains(port) else { return }
        throw ValidationError("\(option) must be between 0 (any free port) and 65535, not \(port)")
    }
}
