extension JSONScanner {
    /// Reads a number, RFC 8259 §6, and returns the range of its literal.
    mutating func number() throws(JSONError) -> Range<Int> {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
            if isDigit(current) { throw error("a number has no leading zero") }
        } else {
            try digits()
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return start..<position
    }

    private mutating func digits() throws(JSONError) {
        guard isDigit(current) else { throw error("expected a digit") }
        while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
