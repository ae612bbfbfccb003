/// A hash of the bytes that something was read from, to tell whether they have changed (FNV-1a, 64 bits).
package struct ContentHash: Sendable, Hashable {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: [UInt8]) {
        add(bytes)
    }

    /// The hash of a file and the body files that it names.
    init(_ bytes: [UInt8], bodies: [String: [UInt8]]) {
        add(bytes)
        for (name, body) in bodies.sorted(by: { $0.key < $1.key }) {
            add(Array("\n\(name) \(body.count)\n".utf8))
            add(body)
        }
    }

    private mutating func add(_ bytes: [UInt8]) {
        var value = value
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.value = value
    }
}
