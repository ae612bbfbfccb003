import UV

/// A key of `verify --watch`.
enum WatchKey: Sendable {
    /// Runs all cases.
    case all
    /// Runs the cases that failed in their last run.
    case failed
    /// Repeats the last run.
    case again

    /// The keys, for people.
    static let help = "a: all, f: failed only, Enter: again, q: quit"

    /// Returns the key of a byte; nil if it has no meaning.
    init?(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "a"), UInt8(ascii: "A"): self = .all
        case UInt8(ascii: "f"), UInt8(ascii: "F"): self = .failed
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"): self = .again
        case _: return nil
        }
    }

    /// Whether the byte is that of `q` or Ctrl-C, which end the command.
    static func ends(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "q") || byte == UInt8(ascii: "Q") || byte == TerminalKeys.interrupt
    }
}
