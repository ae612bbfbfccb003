import HAL

extension String {
    /// The parts one after the other, in memory that is asked for once.
    ///
    /// For texts of requests that come often: interpolation asks again and again.
    package init(joining parts: String...) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.utf8.count })
        for part in parts { bytes.append(text: part) }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
