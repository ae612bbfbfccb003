/// FNV-1a with 64 bits: one multiplication a byte, computed while a target is scanned.
package struct ByteHash: Hashable {
    @usableFromInline package var value: UInt64 = 0xCBF2_9CE4_8422_2325

    @inlinable
    package init() {}

    // Not generic: that would not be specialized in other modules.
    @inlinable
    package init(_ bytes: [UInt8]) {
        for byte in bytes { add(byte) }
    }

    @inlinable @inline(__always)
    package mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
