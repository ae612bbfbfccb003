import HAL

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
