import Messages

extension Response {
    /// The status in the status line; 0 where there is none.
    var status: Int {
        guard headLength >= 12 else { return 0 }
        return Int(String(decoding: message[9..<12], as: UTF8.self)) ?? 0
    }

    /// Puts fields at the end of the head, so that all places of dates stay where they are.
    mutating func add(_ fields: [(name: String, value: String)]) {
        guard !fields.isEmpty, headLength >= 4 else { return }
        let lines = fields.flatMap { Array("\($0.name): \($0.value)\r\n".utf8) }
        message.insert(contentsOf: lines, at: headLength - 2)
        headLength += lines.count
    }
}
