/// A command for the store as bytes: an array of strings in RESP.
package struct StoreCommand: Sendable {
    /// The strings, without the length of the array.
    private var body: [UInt8] = []
    private var count = 0

    package init(_ words: String...) {
        for word in words { add(word) }
    }

    package mutating func add(_ text: String) {
        add(text.utf8)
    }

    package mutating func add(_ number: Int) {
        add(String(number))
    }

    package mutating func add(_ bytes: some Collection<UInt8>) {
        count += 1
        body.append(UInt8(ascii: "$"))
        body += String(bytes.count).utf8
        body += Self.lineEnd
        body += bytes
        body += Self.lineEnd
    }

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]

    /// Appends the bytes to `output`, with `prefix` as the first strings.
    func write(to output: inout [UInt8], prefix: [String]) {
        output.append(UInt8(ascii: "*"))
        output += String(prefix.count + count).utf8
        output += Self.lineEnd
        if !prefix.isEmpty {
            var first = StoreCommand()
            for word in prefix { first.add(word) }
            output += first.body
        }
        output += body
    }
}

/// A script in Lua that the store runs as one step.
package final class StoreScript: Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
