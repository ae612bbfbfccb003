import HAL

extension StringProtocol {
    /// Returns one printable line of at most `limit` characters.
    func oneLine(_ limit: Int = 200) -> String {
        let line = printableLines(atMost: 20).filter { !$0.isEmpty }.joined(separator: " ")
        guard line.count > limit else { return line }
        return line.prefix(limit - 1) + "…"
    }

    /// Returns the printable lines without their ends (LF or CR LF); beyond the limit, a last line counts the others.
    func printableLines(atMost limit: Int = .max) -> [String] {
        let lines = String(self).utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        let shown = lines.prefix(limit).map { line in
            Substring(line.last == 0x0D ? line.dropLast() : line).printable
        }
        return lines.count > limit ? shown + ["… (\(lines.count - limit) more lines)"] : shown
    }
}

extension String {
    /// Returns the text, or its first `limit` bytes followed by its length if it is longer.
    func truncated(to limit: Int = 2000) -> String {
        guard utf8.count > limit else { return self }
        return String(decoding: utf8.prefix(limit), as: UTF8.self) + "… (\(utf8.count) bytes)"
    }
}

/// `1 case`, `2 cases`.
func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
}

extension Duration {
    /// `1.250`: seconds with three digits after the point.
    var decimalSeconds: String {
        let milliseconds = max(Int(self / .milliseconds(1)), 0)
        return "\(milliseconds / 1000).\("\(1000 + milliseconds % 1000)".dropFirst())"
    }

    /// `4 ms`, `1.3 s`, `2 min 5 s`: rounded for people.
    var readable: String {
        let milliseconds = max(Int((self / .milliseconds(1)).rounded()), 0)
        let tenths = (milliseconds + 50) / 100
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        guard tenths >= 600 else { return "\(tenths / 10).\(tenths % 10) s" }
        return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
    }
}

extension HTTPDate {
    /// `2026-11-03T10:00:00`, in GMT and without a zone.
    var iso8601: String {
        func padded(_ number: Int, _ digits: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(digits - text.count, 0)) + text
        }
        let time = CivilTime(secondsSinceEpoch: secondsSinceEpoch)
        let date = [padded(time.year, 4), padded(time.month, 2), padded(time.day, 2)].joined(separator: "-")
        return date + "T" + [time.hour, time.minute, time.second].map { padded($0, 2) }.joined(separator: ":")
    }
}
