extension String {
    /// Joins the parts with a single allocation.
    ///
    /// For texts that many requests need: interpolation allocates repeatedly.
    package init(joining parts: String...) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.utf8.count })
        for part in parts { bytes.append(text: part) }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
