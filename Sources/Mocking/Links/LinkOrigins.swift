/// The origins whose links a scenario serves, each without a slash at its end.
struct LinkOrigins {
    /// Links of this one are served under the address that was asked; nil: only path-absolute targets count.
    let own: [UInt8]?
    /// Links of this one are served under another name of the machine.
    let other: [UInt8]?

    init(_ own: String? = nil, other: String? = nil) {
        self.own = Self.bytes(own)
        self.other = Self.bytes(other)
    }

    private static func bytes(_ origin: String?) -> [UInt8]? {
        var bytes = origin.map { Array($0.utf8) }
        while bytes?.last == UInt8(ascii: "/") { bytes?.removeLast() }
        return bytes?.isEmpty == true ? nil : bytes
    }
}
