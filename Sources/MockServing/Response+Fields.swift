import HTTP1Server

extension Response {
    /// Puts fields at the end of the head, so that all places of dates stay where they are.
    mutating func add(_ fields: [(name: String, value: String)]) {
        guard !fields.isEmpty, headLength >= 4 else { return }
        let lines = fields.flatMap { Array("\($0.name): \($0.value)\r\n".utf8) }
        message.insert(contentsOf: lines, at: headLength - 2)
        headLength += lines.count
    }
}
