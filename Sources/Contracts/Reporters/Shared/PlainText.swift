import HAL

extension StringProtocol {
    /// One printable line of at most so many characters.
    func oneLine(_ limit: Int = 200) -> String {
        let line = printableLines(atMost: 20).filter { !$0.isEmpty }.joined(separator: " ")
        guard line.count > limit else { return line }
        return line.prefix(limit - 1) + "…"
    }

    /// The lines, each printable, without their ends (LF or CR LF); past the limit, a last one says how many are left out.
    func printableLines(atMost limit: Int = .max) -> [String] {
        let lines = String(self).utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        let shown = lines.prefix(limit).map { line in
            Substring(line.last == 0x0D ? line.dropLast() : line).printable
        }
        return lines.count > limit ? shown + ["… (\(lines.count - limit) more lines)"] : shown
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

    /// `4 ms`, `1.3 s`, `2 min 5 s`: as many digits as somebody wants to read.
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
        // Of `Tue, 03 Nov 2026 10:00:00 GMT`.
        let parts = description.split(separator: " ")
        guard parts.count == 6 else { return "" }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = (months.firstIndex(of: String(parts[2])) ?? 0) + 101
        return "\(parts[3])-\("\(month)".dropFirst())-\(parts[1])T\(parts[4])"
    }
}
